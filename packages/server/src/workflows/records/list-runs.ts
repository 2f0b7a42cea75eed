import type { RunStatus } from '@millrace/engine';
import { readTotal } from '../../filters/counting.js';
import type { Position } from '../../filters/paging.js';
import { hasOpenJob } from '../../jobs/records/job-conditions.js';
import { type Fragment, type Queryable, sql } from '../../postgres/database.js';
import { processOf } from '../../processes/records/processes/process-row.js';
import { type ListedRun, listedColumns } from './run-row.js';

/** A range of a time column, the first included, the second not; UTC ISO 8601. */
interface Range {
  readonly from: string | undefined;
  readonly to: string | undefined;
}

/** Which runs a list is about. */
export interface RunSearch {
  readonly subProjectId: string;
  /** Condition over the process `p` of a run. */
  readonly visible: Fragment;
  readonly processId?: string | undefined;
  readonly workflowId?: string | undefined;
  readonly definitionId?: string | undefined;
  readonly runId?: string | undefined;
  /** UUIDs of the runs that may be listed. */
  readonly runIds?: readonly string[] | undefined;
  /** UUIDs of the processes whose runs may be listed. */
  readonly processIds?: readonly string[] | undefined;
  readonly stageKey?: string | undefined;
  readonly states?: readonly RunStatus[] | undefined;
  /** Whether the run has an open incident. */
  readonly hasIncident?: boolean | undefined;
  /** Kinds of its open incidents; one is enough. */
  readonly incidentKinds?: readonly string[] | undefined;
  /** An element that holds a token; its cost grows with the unfinished runs of the workflow. */
  readonly activeElement?: string | undefined;
  readonly created: Range;
  readonly updated: Range;
  readonly ended: Range;
}

/** Which part of a list is wanted. */
export interface RunPage {
  readonly limit: number;
  readonly offset: bigint;
  readonly after: Position;
}

const order: Fragment = sql`order by r.created_ts desc, r.id desc`;

/**
 * One page of runs, newest first. Follows `runs_newest`, or the index of the given process, workflow, version, state or run.
 * Of several states, the newest runs of each are read in the order of `runs_by_status` and merged, so that a rare state
 * among frequent ones costs no scan.
 */
export async function listRuns(db: Queryable, search: RunSearch, page: RunPage): Promise<readonly ListedRun[]> {
  const { limit, offset, after } = page;
  const beyond = sql`(r.created_ts, r.id) < (${after.createdTs}::timestamptz, ${after.id}::uuid)`;
  const { states = statesOf(search), ...rest } = search;
  if (states.length < 2) {
    return db<ListedRun>`
      select ${listedColumns} ${matching(search)} and ${beyond} ${order} limit ${limit} offset ${offset}`;
  }
  const each = states.map(
    (state) => sql`(select r.sub_project_id, r.id ${matching({ ...rest, states: [state] })} and ${beyond}
      ${order} limit ${BigInt(limit) + offset})`,
  );
  return db<ListedRun>`
    select ${listedColumns} from (${sql.join(each, sql` union all `)}) found
    join runs r on r.sub_project_id = found.sub_project_id and r.id = found.id
    ${order} limit ${limit} offset ${offset}`;
}

/** Only unfinished runs have active elements; naming their states keeps PostgreSQL from reading the others. */
const statesOf = ({ activeElement }: RunSearch): readonly RunStatus[] =>
  activeElement === undefined ? [] : ['RACING', 'PAUSED', 'FAILED'];

/** How many runs match; see `boundedMetaOf`. */
export const countRuns = (db: Queryable, search: RunSearch): Promise<number> => readTotal(db, matching(search));

function matching(search: RunSearch): Fragment {
  const { subProjectId, processId, workflowId, definitionId, runId, runIds, processIds, stageKey } = search;
  const { states, created, updated, ended } = search;
  const conditions = [sql`r.sub_project_id = ${subProjectId}`];
  if (processId !== undefined) conditions.push(sql`r.process_id = ${processId}`);
  if (workflowId !== undefined) conditions.push(sql`r.workflow_id = ${workflowId}`);
  if (definitionId !== undefined) conditions.push(sql`r.definition_id = ${definitionId}`);
  if (runId !== undefined) conditions.push(sql`r.id = ${runId}`);
  if (runIds !== undefined) conditions.push(sql`r.id = any(${runIds}::uuid[])`);
  if (processIds !== undefined) conditions.push(sql`r.process_id = any(${processIds}::uuid[])`);
  if (stageKey !== undefined) conditions.push(sql`r.stage_key = ${stageKey}`);
  // Text and not a parameter: one of six constants, and PostgreSQL needs it to know how frequent the state is.
  if (states !== undefined) conditions.push(sql.or(states.map((state) => sql`r.status = ${sql.raw(`'${state}'`)}`)));
  conditions.push(...incidentConditions(search), ...activeConditions(search.activeElement));
  conditions.push(...within(sql`r.created_ts`, created), ...within(sql`r.updated_ts`, updated));
  conditions.push(...within(sql`r.ended_ts`, ended));
  // An ended run does not change any more, so it changed last when it ended; `runs_by_end` finds those.
  if (updated.from !== undefined) {
    conditions.push(sql`(r.ended_ts is null or r.ended_ts >= ${updated.from}::timestamptz)`);
  }
  // What ended or changed before a time was created before it.
  for (const { to } of [updated, ended]) if (to !== undefined) conditions.push(sql`r.created_ts < ${to}::timestamptz`);
  return sql`from runs r join ${processOf(sql`r`)} where ${sql.and([...conditions, search.visible])}`;
}

function within(column: Fragment, { from, to }: Range): readonly Fragment[] {
  return [
    ...(from === undefined ? [] : [sql`${column} >= ${from}::timestamptz`]),
    ...(to === undefined ? [] : [sql`${column} < ${to}::timestamptz`]),
  ];
}

function incidentConditions({ hasIncident, incidentKinds }: RunSearch): readonly Fragment[] {
  const open = (kind: Fragment) => sql`exists (
    select from incidents i where i.sub_project_id = r.sub_project_id and i.run_id = r.id and i.resolved_ts is null${kind})`;
  return [
    ...(hasIncident === undefined ? [] : [hasIncident ? open(sql``) : sql`not ${open(sql``)}`]),
    ...(incidentKinds === undefined ? [] : [open(sql` and i.kind = any(${incidentKinds}::text[])`)]),
  ];
}

/** The text is searched first, since parsing the state of every unfinished run would take a hundred times longer. */
function activeConditions(element: string | undefined): readonly Fragment[] {
  if (element === undefined) return [];
  return [
    sql`r.ended_ts is null`,
    sql`case when strpos(r.state::text, ${`"el":${JSON.stringify(element)}`}) = 0 then false else exists (
      select from json_array_elements(r.state -> 'items') item where item ->> 'el' = ${element}) end`,
  ];
}

/** A page of the self-check of unfinished runs. */
export interface StuckRuns {
  readonly runs: readonly ListedRun[];
  /** The run where the next page begins; null when all unfinished runs were looked at. */
  readonly next: string | null;
}

/**
 * Unfinished runs that nothing will ever wake: no open job or timer, no open task, no wait and no incident. A run that is found is
 * a bug. A page looks at `limit` unfinished runs, in the order of their ids, so its cost does not grow with their number.
 *
 * @param visible condition over the process `p` of a run
 * @param after `next` of the page before, a UUID; undefined for the first page
 */
export async function listStuckRuns(
  db: Queryable,
  subProjectId: string,
  visible: Fragment,
  { after, limit }: { readonly after?: string | undefined; readonly limit: number },
): Promise<StuckRuns> {
  const later = after === undefined ? sql`true` : sql`r.id < ${after}::uuid`;
  const rows = await db<{ readonly next: string | null } & (ListedRun | { readonly id: null })>`
    with looked_at as materialized (
      select r.id from runs r where r.sub_project_id = ${subProjectId} and r.ended_ts is null and ${later}
      order by r.id desc limit ${limit})
    select page.next, stuck.* from (select case count(*) when ${limit}::integer then min(id::text) end as next from looked_at) page
    left join (
      select ${listedColumns} from looked_at
      cross join lateral (select * from runs r where r.sub_project_id = ${subProjectId} and r.id = looked_at.id offset 0) r
      join ${processOf(sql`r`)}
      where r.sub_project_id = ${subProjectId} and r.ended_ts is null and ${visible}
        and not ${hasOpenJob(sql`r`)}
        and not exists (
          select from tasks t where t.sub_project_id = r.sub_project_id and t.run_id = r.id and t.state = 'OPEN')
        and not exists (select from subscriptions s where s.sub_project_id = r.sub_project_id and s.run_id = r.id)
        and not exists (
          select from incidents i where i.sub_project_id = r.sub_project_id and i.run_id = r.id and i.resolved_ts is null)
        -- An ad-hoc sub-process waits for activateElements.
        and not exists (select from json_array_elements(r.state -> 'items') item where item -> 'adHoc' is not null)
    ) stuck on true
    order by stuck.id desc`;
  return { runs: rows.filter((row) => row.id !== null), next: rows[0]?.next ?? null };
}

/** Ids of the workflows of the given runs, by run id. */
export async function listWorkflowIds(
  db: Queryable,
  subProjectId: string,
  runIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (runIds.length === 0) return new Map();
  const rows = await db<{ id: string; workflowId: string }>`
    select id, workflow_id as "workflowId" from runs
    where sub_project_id = ${subProjectId} and id = any(${runIds}::uuid[])`;
  return new Map(rows.map(({ id, workflowId }) => [id, workflowId]));
}
