import type { RunState, RunStatus } from '@millrace/engine';
import {
  type EventContext,
  insertEvents,
  type NewEvent,
  type SelectedEvents,
} from '../../events/records/event-inbox.js';
import { CHANNEL, ENGINE_HINT, hintsOf } from '../../jobs/hints/hint.js';
import type { NewJob } from '../../jobs/records/job.js';
import { closeJobsStatement, insertConditionJobs, insertJobsStatement } from '../../jobs/records/store-jobs.js';
import { type Fragment, sql, type Transaction } from '../../postgres/database.js';
import { insertEvaluations, type NewEvaluation } from './decisions/evaluations.js';
import { insertRuleHits, type RuleHit } from './decisions/rule-hits.js';
import { insertIncidents, type NewIncident, resolvedIncidentEvents, resolveIncidents } from './incidents.js';
import type { RunIdentity } from './run-identity.js';
import { deleteSubscriptions, insertSubscriptions, type NewSubscription } from './subscriptions.js';
import { appendTimeline, type TimelineEntry } from './timeline.js';
import { conditionWaits } from './waits.js';
import { type ChangedTask, changeTasks, closedTaskEvents, insertTasks, type NewTask } from './write-tasks.js';

/** What the steps of one transaction changed beside the run's own row. Numbers are those of the engine. */
export interface ChangedRows {
  readonly tasks: ReadonlyMap<number, NewTask>;
  readonly changedTasks: ReadonlyMap<number, ChangedTask>;
  readonly jobs: ReadonlyMap<number, NewJob>;
  /** Jobs without a number: continuations and thrown messages. */
  readonly otherJobs: readonly NewJob[];
  readonly closedJobs: readonly number[];
  readonly subscriptions: ReadonlyMap<number, NewSubscription>;
  readonly endedSubscriptions: readonly number[];
  readonly incidents: ReadonlyMap<number, NewIncident>;
  readonly resolvedIncidents: readonly number[];
  readonly timeline: readonly TimelineEntry[];
  readonly evaluations: readonly NewEvaluation[];
  readonly ruleHits: ReadonlyMap<string, RuleHit>;
}

/** A run as the steps of one transaction left it. */
export interface WrittenRun extends RunIdentity {
  readonly definitionId: string;
  readonly status: RunStatus;
  readonly state: RunState;
  /** Entries that the timeline had before these steps. */
  readonly timelineCount: number;
  readonly now: Date;
  readonly ended: boolean;
}

/** What the row of a new run has beside the members of {@link WrittenRun}. */
export interface StartedRun {
  readonly stageKey: string;
  readonly createdBy: string;
  readonly traceId: string;
}

/** What is recorded of the steps beside the rows that they changed. */
export interface RunRecords {
  readonly started: StartedRun | undefined;
  readonly audit: Fragment | undefined;
  /** Those of the event log, except that tasks were closed and incidents were resolved. */
  readonly events: readonly NewEvent[];
  readonly by: EventContext['actor'];
  /** Whether the process was changed: other runs may wait for a condition on it. */
  readonly processChanged: boolean;
}

/**
 * Writes the run's row and everything its steps changed in one statement. The other tables are written by queries in WITH,
 * which PostgreSQL runs to their end whether or not their result is read. Only the tables that change are in it, and the
 * text of each query does not depend on the number of its rows, so that few different statements need preparing.
 *
 * Nothing is waited for: the statement goes with the next one or with the commit. When the process was changed, the other runs that
 * wait for a condition on it get a job each.
 */
export function writeRun(
  tx: Transaction,
  run: WrittenRun,
  changes: ChangedRows,
  { started, audit, events, by, processChanged }: RunRecords,
): void {
  const jobs = [...changes.jobs.values(), ...changes.otherJobs];
  const parts = partsOf(run, changes);
  if (jobs.length > 0) parts.push(sql`new_jobs as (${insertJobsStatement(jobs, run.now)})`);
  if (processChanged) parts.push(sql`woken as (${insertConditionJobs(conditionWaits(run, run.id), run, run.now)})`);
  if (audit !== undefined) parts.push(sql`audited as (${audit})`);
  const told = eventsOf(run, changes, events, by);
  if (told !== undefined) parts.push(sql`told as (${told})`);
  const before = parts.length === 0 ? sql`` : sql`with ${sql.join(parts, sql`, `)} `;
  const timelineCount = run.timelineCount + changes.timeline.length;
  const row = started === undefined ? update(run, timelineCount) : insert(run, timelineCount, started);
  const hints = hintsOf(jobs, run.now.getTime());
  const hinted = sql`select hint from unnest(${hints}::text[]) as hint`;
  const all = processChanged ? sql`${hinted} union select ${ENGINE_HINT}::text from woken` : hinted;
  const after =
    hints.length === 0 && !processChanged
      ? sql``
      : sql` returning (select count(pg_notify(${CHANNEL}, hint)) from (${all}) as hints (hint))`;
  tx.send(sql`${before}${row}${after}`);
}

/** Tasks and incidents that the steps closed are known by their numbers here: the event gets the rest from the row. */
function eventsOf(
  run: WrittenRun,
  changes: ChangedRows,
  events: readonly NewEvent[],
  actor: EventContext['actor'],
): Fragment | undefined {
  const selected: SelectedEvents[] = [];
  if (changes.changedTasks.size > 0) selected.push(closedTaskEvents(run));
  if (changes.resolvedIncidents.length > 0) selected.push(resolvedIncidentEvents(run));
  if (events.length === 0 && selected.length === 0) return undefined;
  const { subProjectId, processId, now } = run;
  return insertEvents({ actor, subProjectId, processId, at: now }, events, selected);
}

function partsOf(run: WrittenRun, changes: ChangedRows): Fragment[] {
  const { now } = run;
  const parts: Fragment[] = [];
  const part = (rows: number, name: string, statement: () => Fragment) => {
    if (rows > 0) parts.push(sql`${sql.id(name)} as (${statement()})`);
  };
  const tasks = [...changes.tasks.values()];
  const subscriptions = [...changes.subscriptions.values()];
  const incidents = [...changes.incidents.values()];
  const changedTasks = [...changes.changedTasks.values()];
  part(changedTasks.length, 'changed_tasks', () => changeTasks(run, changedTasks, now));
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
  const hits = [...changes.ruleHits.values()];
  part(changes.evaluations.length, 'new_evaluations', () =>
    insertEvaluations(run, run.timelineCount + 1, changes.evaluations, now),
  );
  part(hits.length, 'new_rule_hits', () => insertRuleHits(run.subProjectId, hits, now));
  part(changes.timeline.length, 'new_timeline', () => appendTimeline(run, run.timelineCount, changes.timeline));
  return parts;
}

const update = (run: WrittenRun, timelineCount: number): Fragment => sql`
  update runs set status = ${run.status}, state = ${sql.json(run.state)}, timeline_count = ${timelineCount},
    definition_id = ${run.definitionId}, updated_ts = ${run.now}, ended_ts = ${run.ended ? run.now : null}::timestamptz
  where sub_project_id = ${run.subProjectId} and id = ${run.id}`;

const insert = (run: WrittenRun, timelineCount: number, started: StartedRun): Fragment => sql`
  insert into runs (id, sub_project_id, workflow_id, definition_id, process_id, stage_key, status, state, timeline_count,
    created_ts, updated_ts, ended_ts, created_by, trace_id)
  values (${run.id}, ${run.subProjectId}, ${run.workflowId}, ${run.definitionId}, ${run.processId}, ${started.stageKey},
    ${run.status}, ${sql.json(run.state)}, ${timelineCount}, ${run.now}, ${run.now},
    ${run.ended ? run.now : null}::timestamptz, ${started.createdBy}, ${started.traceId})`;
