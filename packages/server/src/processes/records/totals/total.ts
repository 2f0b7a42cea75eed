import { type Fragment, sql } from '../../../postgres/database.js';
import { facetOfField, literal } from '../fields/process-fields.js';
import { type Countable, type ValueClass, valueClasses } from './countable.js';

/** What a total is of. */
export interface Counted {
  readonly subProjectId: string;
  /** Undefined: counters cannot answer it. */
  readonly countable: Countable | undefined;
  /** The same as a condition over the processes `p`, for where there are no counters. */
  readonly where: Fragment;
}

/**
 * One row: `total`, how many processes match; `pending`, how many deltas had to be added up; `whole`, how many processes
 * the sub-project has, null where that is not known for little.
 *
 * Cost: the distinct (state, priority, stage) of the sub-project, times the values of a field the filter names, plus
 * the deltas that are not folded yet and some hundred processes for a rare value. Where counters cannot answer, or are
 * not built yet, it counts the matching processes.
 */
export function totalOf(counted: Counted): Fragment {
  const { countable, where } = counted;
  const counting = sql`(select count(*) from processes p where ${where})`;
  if (countable === undefined) {
    return sql`select ${counting} as total, 0::bigint as pending, null::bigint as whole`;
  }
  if (countable.everything) return wholeOf(counted, counting);
  return countable.field === undefined
    ? groupsOf(counted, countable, counting)
    : fieldOf(counted, countable, countable.field, counting);
}

/** The chain `c` of the whole sub-project. */
export const wholeChain = (subProjectId: string): Fragment =>
  sql`c.sub_project_id = ${subProjectId}::uuid and c.field = '' and c.facet = ''`;

function wholeOf({ subProjectId }: Counted, counting: Fragment): Fragment {
  return sql`
    select case when c.total is null then ${counting} else c.total + d.change end::bigint as total, d.pending,
      null::bigint as whole
    from (select coalesce(sum(d.change), 0) as change, count(*) as pending
      from process_deltas d where d.sub_project_id = ${subProjectId}::uuid) d
    left join (select c.total from process_chains c where ${wholeChain(subProjectId)}) c on true`;
}

function groupsOf({ subProjectId }: Counted, countable: Countable, counting: Fragment): Fragment {
  return sql`
    select case when c.id is null then ${counting} else d.change + coalesce((
        select sum(n.count) from process_chain_counts n
        join process_groups g on g.sub_project_id = n.sub_project_id and g.position = n.group_position
        where n.sub_project_id = ${subProjectId}::uuid and n.chain_id = c.id and ${countable.on(sql`g`, 'other')}), 0) end::bigint as total,
      d.pending, c.total as whole
    from ${changesOf(subProjectId, countable.on(sql`d`, 'other'))} d
    left join (select c.id, c.total from process_chains c where ${wholeChain(subProjectId)}) c on true`;
}

/**
 * Everything as if no process had a value that is named, corrected by those that have one: by the chains of frequent
 * values, by walking the index for rare ones. So the cost is that of the named values, however many there are.
 */
function fieldOf({ subProjectId }: Counted, countable: Countable, field: string, counting: Fragment): Fragment {
  const corrections = valueClasses(countable).map((each) => correction(subProjectId, countable, field, each));
  return sql`
    select case when c.id is null or f.field is null then ${counting} else d.change
      + coalesce((select sum(n.count) from process_chain_counts n
        join process_groups g on g.sub_project_id = n.sub_project_id and g.position = n.group_position
        where n.sub_project_id = ${subProjectId}::uuid and n.chain_id = c.id and ${countable.on(sql`g`, 'other')}), 0)
      + ${corrections.length === 0 ? sql`0` : sql.join(corrections, sql.raw(' + '))}
      end::bigint as total, d.pending, null::bigint as whole
    from ${changesOf(subProjectId, countable.on(sql`d`, 'other'))} d
    left join (select c.id from process_chains c where ${wholeChain(subProjectId)}) c on true
    left join (select f.field from process_counted_fields f
      where f.sub_project_id = ${subProjectId}::uuid and f.field = ${literal(field)} and f.ready) f on true`;
}

function correction(subProjectId: string, countable: Countable, field: string, { facets, on }: ValueClass): Fragment {
  const difference = (row: Fragment) => sql`((${on(row)})::integer - (${countable.on(row, 'other')})::integer)`;
  return sql`coalesce((select sum(coalesce(frequent.change, rare.change)) from unnest(${facets}) v (facet)
        left join lateral (
          select coalesce((select sum(n.count * ${difference(sql`g`)})
              from process_chain_counts n
              join process_groups g on g.sub_project_id = n.sub_project_id and g.position = n.group_position
              where n.sub_project_id = ${subProjectId}::uuid and n.chain_id = k.id), 0)
            + coalesce((select sum(d.change * ${difference(sql`d`)}) from process_deltas d
              where d.sub_project_id = ${subProjectId}::uuid and d.facets ->> ${literal(field)} = v.facet), 0) as change
          from process_chains k
          where k.sub_project_id = ${subProjectId}::uuid and k.field = ${literal(field)} and k.facet = v.facet
        ) frequent on true
        left join lateral (
          select sum(p.one * ${difference(sql`p`)}) as change
          from (select 1 as one, p.state, p.priority, p.stage_key from processes p where frequent.change is null
            and p.sub_project_id = ${subProjectId}::uuid and ${facetOfField(field)} = v.facet) p
        ) rare on true), 0)`;
}

const changesOf = (subProjectId: string, condition: Fragment): Fragment => sql`
    (select coalesce(sum(d.change) filter (where ${condition}), 0) as change, count(*) as pending
      from process_deltas d where d.sub_project_id = ${subProjectId}::uuid)`;
