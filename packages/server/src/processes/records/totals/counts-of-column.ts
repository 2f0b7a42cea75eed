import { type Fragment, sql } from '../../../postgres/database.js';
import { facetOfField, literal } from '../fields/process-fields.js';
import { type Countable, type ValueClass, valueClasses } from './countable.js';
import { type Counted, wholeChain } from './total.js';

/** The columns that every counter is divided by. */
export type CountColumn = 'state' | 'priority' | 'stage_key';

/**
 * Rows of `value` (jsonb), `count` and `listed`: how many matching processes have which value of a column. From counters
 * where they can answer (costs as `totalOf`), otherwise from the matching processes.
 */
export function countsOfColumn({ subProjectId, countable, where }: Counted, column: CountColumn): Fragment {
  const key = sql.raw(column);
  const scanned = (condition: Fragment) => sql`
    select p.${key} as key, count(*) as change from processes p where ${condition} and ${where} group by p.${key}`;
  const changes =
    countable === undefined
      ? scanned(sql`true`)
      : sql`
        select g.${key} as key, n.count as change from process_chains c
        join process_chain_counts n on n.sub_project_id = c.sub_project_id and n.chain_id = c.id
        join process_groups g on g.sub_project_id = n.sub_project_id and g.position = n.group_position
        where (select yes from ready) and ${wholeChain(subProjectId)} and ${countable.on(sql`g`, 'other')}
        union all
        select d.${key}, d.change from process_deltas d
        where (select yes from ready) and d.sub_project_id = ${subProjectId}::uuid and ${countable.on(sql`d`, 'other')}
        ${sql.join(correctionsOf(subProjectId, countable, key), sql.raw(' '))}
        union all (${scanned(sql`not (select yes from ready)`)})`;
  const ready =
    countable === undefined ? sql`` : sql`with ready as materialized (${readiness(subProjectId, countable)})`;
  return sql`${ready}
    select to_jsonb(x.key) as value, sum(x.change)::bigint as count, true as listed from (${changes}) x
    group by x.key having sum(x.change) <> 0`;
}

/** One row: whether the counters that a condition reads are built. */
export function readiness(subProjectId: string, { field }: Pick<Countable, 'field'>): Fragment {
  const whole = sql`exists (select from process_chains c where ${wholeChain(subProjectId)})`;
  if (field === undefined) return sql`select ${whole} as yes`;
  return sql`select ${whole} and exists (select from process_counted_fields f
    where f.sub_project_id = ${subProjectId}::uuid and f.field = ${literal(field)} and f.ready) as yes`;
}

/** What the processes with a named value of a field change, as in `totalOf`. */
const correctionsOf = (subProjectId: string, countable: Countable, key: Fragment): readonly Fragment[] =>
  countable.field === undefined
    ? []
    : valueClasses(countable).map((each) => correction(subProjectId, countable, countable.field ?? '', key, each));

function correction(
  subProjectId: string,
  countable: Countable,
  field: string,
  key: Fragment,
  { facets, on }: ValueClass,
): Fragment {
  const difference = (row: Fragment) => sql`((${on(row)})::integer - (${countable.on(row, 'other')})::integer)`;
  return sql`
        union all
        select y.key, y.change from unnest(${facets}) v (facet)
        left join process_chains k on k.sub_project_id = ${subProjectId}::uuid and k.field = ${literal(field)}
          and k.facet = v.facet
        cross join lateral (
          select g.${key} as key, n.count * ${difference(sql`g`)} as change from process_chain_counts n
            join process_groups g on g.sub_project_id = n.sub_project_id and g.position = n.group_position
            where n.sub_project_id = ${subProjectId}::uuid and n.chain_id = k.id
          union all
          select d.${key}, d.change * ${difference(sql`d`)} from process_deltas d
            where k.id is not null and d.sub_project_id = ${subProjectId}::uuid
              and d.facets ->> ${literal(field)} = v.facet
          union all
          select p.${key}, ${difference(sql`p`)} from processes p
            where k.id is null and p.sub_project_id = ${subProjectId}::uuid and ${facetOfField(field)} = v.facet
        ) y where (select yes from ready)`;
}
