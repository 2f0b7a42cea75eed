import { type Fragment, sql } from '../../../postgres/database.js';
import { facetOfField, literal } from '../fields/process-fields.js';
import { type Countable, valueClasses } from './countable.js';

/**
 * The matches of a filter that names several values of a field, in disjoint parts:
 *
 * - for each named value, the processes that match because they have it; and
 * - the processes that match whatever their value is, because of their state, priority and stage.
 *
 * A part lies in one chain. A part whose value is too rare to have a chain is read process by process.
 */
export interface MergedMatches {
  readonly subProjectId: string;
  readonly field: string;
  /** Whether a row with `state`, `priority` and `stage_key` matches whatever its value is. */
  matchesAnyway(row: Fragment): Fragment;
  /** Whether a row matches because of its value; the value is that of `part`, a row of `parts` or of `chains`. */
  matchesByValue(row: Fragment, part: Fragment): Fragment;
  /**
   * Common table expressions about the parts:
   *
   * - `parts (field, facet, class, positions)`: one row per part. `positions` are those of its groups, null when it has
   *   none; `field` is empty for the part that matches anyway.
   * - `ready`: a row if the values of the field are counted. If they are not, nothing is skipped.
   * - `chains`: the parts that have a chain, with its `id`.
   * - `noted (chain_id, ts, pid, n)`: the deltas that are not in the counters of those chains yet.
   * - `loose (ts, pid)`: the processes of the parts without a chain.
   */
  readonly expressions: Fragment;
}

/** @param countable must be additive */
export function mergedMatches(subProjectId: string, countable: Countable, field: string): MergedMatches {
  const matchesAnyway = (row: Fragment): Fragment => countable.on(row, 'other');
  const classes = valueClasses(countable).map((each, index) => ({
    facets: each.facets,
    number: sql.raw(String(index)),
    added: (row: Fragment) => sql`(${each.on(row)} and not ${matchesAnyway(row)})`,
  }));
  const matchesByValue = (row: Fragment, part: Fragment): Fragment => {
    const cases = classes.map(({ number, added }) => sql`when ${number} then ${added(row)}`);
    return sql`case ${part}.class ${sql.join(cases, sql.raw(' '))} end`;
  };
  const positionsOf = (condition: Fragment): Fragment => sql`
        select array_agg(g.position) as positions from process_groups g
        where g.sub_project_id = ${subProjectId}::uuid and ${condition}`;
  const partsByValue = classes.map(
    ({ facets, number, added }) => sql`
      select ${literal(field)} as field, v.facet, ${number} as class, of_class.positions
      from unnest(${facets}) v (facet), (${positionsOf(added(sql`g`))}) of_class`,
  );
  // The offset keeps the planner from joining the rare values to all processes of the sub-project.
  const expressions = sql`
    parts as materialized (
      ${sql.join(partsByValue, sql.raw(' union all '))}
      union all
      select '', '', null, (${positionsOf(matchesAnyway(sql`g`))})),
    ready as materialized (select from process_counted_fields f
      where f.sub_project_id = ${subProjectId}::uuid and f.field = ${literal(field)} and f.ready),
    chains as materialized (select c.id, w.field, w.facet, w.class, w.positions from parts w
      join process_chains c on c.sub_project_id = ${subProjectId}::uuid and c.field = w.field and c.facet = w.facet
      where w.positions is not null and exists (select from ready)),
    noted as materialized (select c.id as chain_id, d.created_ts as ts, d.process_id as pid, d.change as n
      from process_deltas d join chains c
        on c.field = '' and ${matchesAnyway(sql`d`)}
        or c.field <> '' and d.facets ->> ${literal(field)} = c.facet and ${matchesByValue(sql`d`, sql`c`)}
      where d.sub_project_id = ${subProjectId}::uuid),
    loose as materialized (select p.created_ts as ts, p.id as pid from parts w
      cross join lateral (select p.created_ts, p.id from processes p
        where p.sub_project_id = ${subProjectId}::uuid and ${facetOfField(field)} = w.facet
          and ${matchesByValue(sql`p`, sql`w`)} offset 0) p
      where w.field <> '' and w.positions is not null and exists (select from ready)
        and not exists (select from chains c where c.field = w.field and c.facet = w.facet))`;
  return { subProjectId, field, matchesAnyway, matchesByValue, expressions };
}
