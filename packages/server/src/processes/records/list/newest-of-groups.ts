import { type Fragment, sql } from '../../../postgres/database.js';
import type { Countable } from '../totals/countable.js';
import { wholeChain } from '../totals/total.js';

/** The common table expression `matching_groups`: every (state, priority, stage) that has matches. */
export const matchingGroups = (subProjectId: string, countable: Countable): Fragment => sql`
      matching_groups as materialized (
        select g.state, g.priority, g.stage_key from process_chains c join process_chain_counts n on n.chain_id = c.id
          join process_groups g on g.id = n.group_id
          where ${wholeChain(subProjectId)} and g.sub_project_id = ${subProjectId}::uuid and n.count > 0 and ${countable.on(sql`g`, 'other')}
        union
        select d.state, d.priority, d.stage_key from process_deltas d
          where d.sub_project_id = ${subProjectId}::uuid and ${countable.on(sql`d`, 'other')})`;

/**
 * The newest processes of each of these groups, by an index over all three.
 *
 * @param below a further condition on the processes `p`, after an `and`
 * @param most how many of each, as `limit` has it
 */
export const newestOfGroups = (subProjectId: string, below: Fragment, most: Fragment): Fragment => sql`
          select newest.id, newest.created_ts from matching_groups g
            cross join lateral (
              select p.id, p.created_ts from processes p
              where p.sub_project_id = ${subProjectId}::uuid and p.state = g.state and p.priority = g.priority
                and p.stage_key = g.stage_key${below}
              order by p.created_ts desc, p.id desc ${most}
            ) newest`;
