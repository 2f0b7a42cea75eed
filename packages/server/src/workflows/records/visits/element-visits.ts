import { type Fragment, type Queryable, sql } from '../../../postgres/database.js';
import { processOf } from '../../../processes/records/processes/process-row.js';

/** Which visits of elements are measured: those of the runs that follow one version of a workflow. */
export interface VisitSearch {
  readonly subProjectId: string;
  readonly definitionId: string;
  /** Condition over the process `p` of a run. */
  readonly visible: Fragment;
  /** Ids of the elements and of the sequence flows of the diagram. */
  readonly elements: readonly string[];
  readonly flows: readonly string[];
  /** Its call activities: what runs inside of them is another diagram. */
  readonly calls: readonly string[];
  /** Whether an activity repeats. */
  readonly hasLoops: boolean;
  /** The time, the first included, the second not. */
  readonly from: Date;
  readonly to: Date;
}

/** What visits of an element are told apart by. */
export type VisitKind = 'waiting' | 'passed' | 'cancelled';

export const visitKinds: readonly VisitKind[] = ['waiting', 'passed', 'cancelled'];

/**
 * What the statements below begin with: `taken`, the flows that were taken, and `own`, the visits of the elements of the diagram, both
 * from the timelines of the runs that had not ended before the time. A visit begins when an element is entered, and ends when that
 * instance is completed or cancelled, at the latest with its run. An activity that repeats is one visit, from its first to its last
 * instance. The element of a visit that goes on is that of the state: a migration renames it.
 *
 * Cost: these timelines, once.
 */
function visitsOf({
  subProjectId,
  definitionId,
  visible,
  elements,
  flows,
  calls,
  hasLoops,
  from,
}: VisitSearch): Fragment {
  const hasCalls = calls.length > 0;
  // What a diagram does not have is not looked for: these joins take as long as the rest.
  const notInner = hasLoops
    ? sql`and not exists (select from visits loop where loop.run_id = v.run_id and loop.key = v.scope and loop.el = v.el)`
    : sql``;
  const notCalled = (row: Fragment, key: Fragment) =>
    hasCalls ? sql`and not exists (select from called c where c.run_id = ${row}.run_id and c.key = ${key})` : sql``;
  const called = sql`
    called (run_id, key) as (
      select v.run_id, v.key from visits v join visits calling on calling.run_id = v.run_id and calling.key = v.scope
      where calling.el = any(${calls}::text[]) and v.el <> calling.el
      union all
      select v.run_id, v.key from called c join visits v on v.run_id = c.run_id and v.scope = c.key
    ),`;
  return sql`
  with recursive chosen as materialized (
    select r.id, r.process_id, r.ended_ts, case when r.ended_ts is null then r.state end as state
    from runs r join ${processOf(sql`r`)}
    where r.sub_project_id = ${subProjectId} and r.definition_id = ${definitionId}
      and (r.ended_ts is null or r.ended_ts >= ${from}) and ${visible}
  ),
  entries as materialized (
    select c.id as run_id, e.key, e."scopeKey" as scope, e.event, e."elementId" collate "C" as el, e.at
    from chosen c
    join run_timeline t on t.sub_project_id = ${subProjectId} and t.run_id = c.id
    cross join lateral json_to_recordset(t.entries)
      as e (key integer, "scopeKey" integer, event text, "elementId" text, at bigint)
    where e.event in ('entered', 'completed', 'cancelled', 'flowTaken')
  ),
  active as materialized (
    select c.id as run_id, (item ->> 'key')::integer as key, item ->> 'el' as el
    from chosen c cross join lateral json_array_elements(c.state -> 'items') item
    where c.state is not null
  ),
  visits as materialized (
    select c.id as run_id, c.process_id, v.key, v.scope, to_timestamp(v.entered_at / 1000.0) as entered_ts,
      coalesce(case when v.left_at is null then a.el end, v.left_el, v.entered_el) as el,
      coalesce(to_timestamp(v.left_at / 1000.0), c.ended_ts) as left_ts,
      v.is_cancelled or (v.left_at is null and c.ended_ts is not null) as is_cancelled
    from (
      select run_id, key, max(scope) as scope, min(at) filter (where event = 'entered') as entered_at,
        max(at) filter (where event <> 'entered') as left_at, bool_or(event = 'cancelled') as is_cancelled,
        max(el) filter (where event = 'entered') as entered_el, max(el) filter (where event <> 'entered') as left_el
      from entries where event <> 'flowTaken' group by run_id, key
    ) v
    join chosen c on c.id = v.run_id
    left join active a on a.run_id = v.run_id and a.key = v.key
    where v.entered_at is not null
  ),
  ${hasCalls ? called : sql``}
  own as (
    select v.* from visits v where v.el = any(${elements}::text[]) ${notInner} ${notCalled(sql`v`, sql`v.key`)}
  ),
  taken as (
    select e.el, to_timestamp(e.at / 1000.0) as at from entries e
    where e.event = 'flowTaken' and e.el = any(${flows}::text[]) ${notCalled(sql`e`, sql`e.scope`)}
  )`;
}

const duration = sql`extract(epoch from o.left_ts - o.entered_ts) * 1000`;

/** Which rows of `own o` are of a kind. */
const isOf = (kind: VisitKind, { from, to }: Pick<VisitSearch, 'from' | 'to'>): Fragment => {
  if (kind === 'waiting') return sql`o.left_ts is null`;
  const isCancelled = kind === 'cancelled' ? sql`o.is_cancelled` : sql`not o.is_cancelled`;
  return sql`o.left_ts >= ${from} and o.left_ts < ${to} and ${isCancelled}`;
};

export interface MeasuredElement {
  /** Of an element or of a sequence flow. */
  readonly id: string;
  readonly isFlow: boolean;
  readonly waiting: number;
  readonly oldestTs: Date | null;
  /** Of a sequence flow: how often it was taken. */
  readonly passed: number;
  readonly cancelled: number;
  /** Of the visits that were passed: median, 90th and 99th percentile, and the longest, in milliseconds. */
  readonly times: readonly [median: number, p90: number, p99: number, longest: number] | null;
}

/** The elements that were visited, and the sequence flows that were taken in the time. */
export function measureElements(db: Queryable, search: VisitSearch): Promise<readonly MeasuredElement[]> {
  const counted = (kind: VisitKind) => sql`(count(*) filter (where ${isOf(kind, search)}))::integer`;
  return db<MeasuredElement>`
    ${visitsOf(search)}
    select o.el as id, false as "isFlow", ${counted('waiting')} as waiting,
      min(o.entered_ts) filter (where o.left_ts is null) as "oldestTs",
      ${counted('passed')} as passed, ${counted('cancelled')} as cancelled,
      percentile_cont(array[0.5, 0.9, 0.99, 1]) within group (order by ${duration})
        filter (where ${isOf('passed', search)}) as times
    from own o group by o.el
    union all
    select t.el, true, 0, null, count(*)::integer, 0, null from taken t
    where t.at >= ${search.from} and t.at < ${search.to} group by t.el`;
}

/** Which visits of an element are listed. */
export interface VisitList {
  readonly elementId: string;
  readonly kind: VisitKind;
  readonly limit: number;
  readonly offset: bigint;
}

export interface Visit {
  readonly runId: string;
  readonly processId: string;
  /** Number of the element instance in the run. */
  readonly key: number;
  readonly enteredTs: Date;
  /** Null: it goes on. */
  readonly leftTs: Date | null;
}

/** The visits that {@link measureElements} counts for an element; those that took, or wait, longest first. */
export async function listVisits(
  db: Queryable,
  search: VisitSearch,
  { elementId, kind, limit, offset }: VisitList,
): Promise<{ readonly total: number; readonly visits: readonly Visit[] }> {
  const [row] = await db<{ total: number; visits: readonly (Omit<Visit, 'enteredTs' | 'leftTs'> & Times)[] }>`
    ${visitsOf(search)},
    chosen_visits as materialized (
      select o.* from own o where o.el = ${elementId} and ${isOf(kind, search)}
    )
    select (select count(*)::integer from chosen_visits) as total, array(
      select json_build_object('runId', o.run_id, 'processId', o.process_id, 'key', o.key,
        'enteredTs', extract(epoch from o.entered_ts) * 1000, 'leftTs', extract(epoch from o.left_ts) * 1000)
      from chosen_visits o
      order by coalesce(o.left_ts, now()) - o.entered_ts desc, o.run_id, o.key limit ${limit} offset ${offset}
    ) as visits`;
  return {
    total: row?.total ?? 0,
    visits: (row?.visits ?? []).map(({ enteredTs, leftTs, ...visit }) => ({
      ...visit,
      enteredTs: new Date(enteredTs),
      leftTs: leftTs === null ? null : new Date(leftTs),
    })),
  };
}

interface Times {
  readonly enteredTs: number;
  readonly leftTs: number | null;
}
