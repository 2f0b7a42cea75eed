import type { RunState, RunStatus } from '@millrace/engine';
import { CHANNEL, hintsOf } from '../../jobs/hints/hint.js';
import { closeJobsStatement, insertJobsStatement } from '../../jobs/records/store-jobs.js';
import { type Fragment, sql, type Transaction } from '../../postgres/database.js';
import type { RunChanges } from '../run/run-changes.js';
import { appendTimeline } from './append-timeline.js';
import type { RunIdentity } from './run-identity.js';
import { deleteSubscriptions, insertSubscriptions } from './subscriptions.js';
import { insertIncidents, resolveIncidents } from './write-incidents.js';
import { insertTasks, updateTasks } from './write-tasks.js';

/** A run as the steps of one transaction left it. */
export interface WrittenRun extends RunIdentity {
  readonly definitionId: string;
  readonly status: RunStatus;
  readonly state: RunState;
  /** Entries the timeline had before. */
  readonly timelineCount: number;
  readonly now: Date;
  readonly ended: boolean;
}

/** What only a new run has. */
export interface StartedRun {
  readonly stageKey: string;
  readonly createdBy: string;
  readonly traceId: string;
}

/**
 * Writes the run's row and everything its steps changed in one statement: the parts stand before it in WITH, which
 * PostgreSQL runs to their end whether or not their result is read. Only the parts that changed anything are in it, and
 * the text of each does not depend on how many rows it writes, so that few texts need preparing.
 */
export async function writeRun(
  tx: Transaction,
  run: WrittenRun,
  changes: RunChanges,
  { started, audit }: { readonly started: StartedRun | undefined; readonly audit: Fragment | undefined },
): Promise<void> {
  const jobs = [...changes.jobs.values(), ...changes.otherJobs];
  const parts = partsOf(run, changes);
  if (jobs.length > 0) parts.push(sql`new_jobs as (${insertJobsStatement(jobs, run.now)})`);
  if (audit !== undefined) parts.push(sql`audited as (${audit})`);
  const before = parts.length === 0 ? sql`` : sql`with ${sql.join(parts, sql`, `)} `;
  const timelineCount = run.timelineCount + changes.timeline.length;
  const row = started === undefined ? update(run, timelineCount) : insert(run, timelineCount, started);
  const hints = hintsOf(jobs, run.now.getTime());
  const after =
    hints.length === 0
      ? sql``
      : sql` returning (select count(pg_notify(${CHANNEL}, hint)) from unnest(${hints}::text[]) as hint)`;
  await tx.run(sql`${before}${row}${after}`);
}

function partsOf(run: WrittenRun, changes: RunChanges): Fragment[] {
  const { now } = run;
  const parts: Fragment[] = [];
  const part = (rows: number, name: string, statement: () => Fragment) => {
    if (rows > 0) parts.push(sql`${sql.id(name)} as (${statement()})`);
  };
  const tasks = [...changes.tasks.values()];
  const subscriptions = [...changes.subscriptions.values()];
  const incidents = [...changes.incidents.values()];
  part(changes.closedTasks.length, 'closed_tasks', () => updateTasks(run, changes.closedTasks, now));
  part(tasks.length, 'new_tasks', () => insertTasks(run, tasks));
  part(changes.closedJobs.length, 'closed_jobs', () => closeJobsStatement(run, changes.closedJobs, now));
  part(changes.endedSubscriptions.length, 'ended_subscriptions', () =>
    deleteSubscriptions(run, changes.endedSubscriptions),
  );
  part(subscriptions.length, 'new_subscriptions', () => insertSubscriptions(run, subscriptions, now));
  part(changes.resolvedIncidents.length, 'resolved_incidents', () =>
    resolveIncidents(run, changes.resolvedIncidents, now),
  );
  part(incidents.length, 'new_incidents', () => insertIncidents(run, incidents, now));
  part(changes.timeline.length, 'new_timeline', () => appendTimeline(run, run.timelineCount, changes.timeline));
  return parts;
}

const update = (run: WrittenRun, timelineCount: number): Fragment => sql`
  update runs set status = ${run.status}, state = ${sql.json(run.state)}, timeline_count = ${timelineCount},
    definition_id = ${run.definitionId}, updated_ts = ${run.now}, ended_ts = ${run.ended ? run.now : null}::timestamptz
  where id = ${run.id}`;

const insert = (run: WrittenRun, timelineCount: number, started: StartedRun): Fragment => sql`
  insert into runs (id, sub_project_id, workflow_id, definition_id, process_id, stage_key, status, state, timeline_count,
    created_ts, updated_ts, ended_ts, created_by, trace_id)
  values (${run.id}, ${run.subProjectId}, ${run.workflowId}, ${run.definitionId}, ${run.processId}, ${started.stageKey},
    ${run.status}, ${sql.json(run.state)}, ${timelineCount}, ${run.now}, ${run.now},
    ${run.ended ? run.now : null}::timestamptz, ${started.createdBy}, ${started.traceId})`;
