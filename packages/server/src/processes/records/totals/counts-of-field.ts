import { type Fragment, sql } from '../../../postgres/database.js';
import { facetOfField, literal, storedField } from '../fields/process-fields.js';
import { readiness } from './counts-of-column.js';
import { type Counted, totalOf } from './total.js';

/** Values that are listed; the others are counted together. */
export const MOST_VALUES = 200;

/** More matches than this are not read one by one where there are counters. */
const MOST_READ = 10_000;

/** The field that processes are counted by. */
export interface CountField {
  readonly field: string;
  /** Its value as the caller sees it, over `p`. */
  readonly value: Fragment;
  readonly counted: boolean;
}

/**
 * Rows of `value` (jsonb), `count` and `listed`: how many matching processes have which value of a field. Where counters
 * can answer and many processes match, one row that is not listed stands for all values that have no chain.
 */
export function countsOfField(counted: Counted, { field, value, counted: hasCounters }: CountField): Fragment {
  const { subProjectId, countable, where } = counted;
  const scanned = (condition: Fragment) => sql`
    select nullif(x.value, 'null'::jsonb) as value, sum(x.one)::bigint as count, true as listed
    from (select ${value} as value, 1 as one from processes p where ${condition} and ${where}) x group by 1`;
  if (!hasCounters || countable === undefined || (countable.field !== undefined && countable.field !== field)) {
    return scanned(sql`true`);
  }
  return sql`
    with whole as materialized (${totalOf(counted)}),
      counting as materialized (
        select r.yes and whole.total > ${sql.raw(String(MOST_READ))} as yes, whole.total
        from (${readiness(subProjectId, { field })}) r, whole),
      frequent as materialized (
        select k.facet, coalesce(kept.count, 0) + coalesce(changed.count, 0) as count
        from process_chains k
        left join lateral (select sum(n.count) as count from process_chain_counts n
          join process_groups g on g.sub_project_id = n.sub_project_id and g.position = n.group_position
          where n.sub_project_id = k.sub_project_id and n.chain_id = k.id
            and ${countable.on(sql`g`, sql`k.facet`)}) kept on true
        left join (select d.facets ->> ${literal(field)} as facet, sum(d.change) as count from process_deltas d
          where d.sub_project_id = ${subProjectId}::uuid and ${countable.on(sql`d`, sql`(d.facets ->> ${literal(field)})`)}
          group by 1) changed on changed.facet = k.facet
        where (select yes from counting) and k.sub_project_id = ${subProjectId}::uuid and k.field = ${literal(field)}),
      named as materialized (
        select f.facet, f.count from frequent f where f.count <> 0 order by f.count desc limit ${MOST_VALUES})
    select nullif(one.value, 'null'::jsonb) as value, named.count::bigint as count, true as listed
    from named left join lateral (
      select ${storedField(field)} as value from processes p
      where p.sub_project_id = ${subProjectId}::uuid and ${facetOfField(field)} = named.facet limit 1) one on true
    union all
    select null, counting.total - coalesce((select sum(named.count) from named), 0)::bigint, false
    from counting where counting.yes
    union all (${scanned(sql`not (select yes from counting)`)})`;
}
