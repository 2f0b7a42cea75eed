import { type Fragment, sql } from '../../../postgres/database.js';
import { facetOfField } from '../fields/process-fields.js';
import type { Countable } from './countable.js';
import { mergedMatches } from './merged-matches.js';
import { beginPlace, narrowPlace } from './narrow-place.js';

/** Levels of blocks that are looked at in turn; a block of the first has 64,000 to 256,000 processes. */
const LEVELS = [2, 1, 0] as const;

/**
 * The same as `findPlace`, for matches that lie in several chains (see {@link mergedMatches}): common table expressions
 * that end in `place`.
 *
 * The chains are disjoint, but their blocks overlap in time: no block of one ends where a block of another does. So a
 * search from the top finds no single block to enter. Instead each level finds two keys between which the place surely
 * lies, and the next level looks at the blocks between them ({@link narrowPlace}). The page begins below the newer of
 * the last two keys, `upper_0`. What lies above that key is then known exactly: whole blocks, the processes of the blocks
 * that the key cuts (at most one per chain, counted one by one), deltas, and processes without a chain.
 *
 * Cost: some fifty blocks per value and level, half a block of processes per value, and one block in 64,000 matches.
 *
 * @param countable must be additive
 * @param skip how many matches lie before the page
 */
export function findPlaceAmong(subProjectId: string, countable: Countable, field: string, skip: Fragment): Fragment {
  const { expressions, matchesAnyway, matchesByValue } = mergedMatches(subProjectId, countable, field);
  const levels = LEVELS.map((level) => narrowPlace(subProjectId, level));
  const isCounted = sql`p.sub_project_id = ${subProjectId}::uuid
          and (p.created_ts, p.id) >= (u.ts, u.pid) and (p.created_ts, p.id) < (cut.end_ts, cut.end_pid)`;
  return sql`
    goal as (select ${skip} as skip),
    ${expressions},
    ${beginPlace(subProjectId, LEVELS[0] + 1)},
    ${sql.join(levels, sql.raw(','))},
    cut as materialized (select b.* from blocks_0 b, upper_0 u
      where (b.ts, b.pid) < (u.ts, u.pid) and (b.end_ts, b.end_pid) > (u.ts, u.pid)),
    newer_in_cut as (select coalesce(sum(each_chain.count), 0) as count
      from cut join chains c on c.id = cut.chain_id, upper_0 u, lateral (
        select count(*) from processes p where c.field = '' and ${isCounted} and ${matchesAnyway(sql`p`)}
        union all
        select count(*) from processes p where c.field <> '' and ${facetOfField(field)} = c.facet and ${isCounted}
          and ${matchesByValue(sql`p`, sql`c`)}
      ) each_chain),
    newer_noted as (select coalesce(sum(d.n), 0) as count from noted d, upper_0 u
      where (d.ts, d.pid) >= (u.ts, u.pid) and not exists (select from cut
        where cut.chain_id = d.chain_id and (d.ts, d.pid) < (cut.end_ts, cut.end_pid))),
    newer_loose as (select count(*) as count from loose, upper_0 u where (loose.ts, loose.pid) >= (u.ts, u.pid)),
    place as materialized (select u.ts, u.pid,
        (goal.skip - u.newer - newer_in_cut.count - newer_noted.count - newer_loose.count)::bigint as rest
      from goal, upper_0 u, newer_in_cut, newer_noted, newer_loose)`;
}
