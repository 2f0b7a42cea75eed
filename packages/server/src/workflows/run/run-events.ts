import type { EventTypeName } from '@millrace/contract';
import type { NewEvent } from '../../events/records/event-inbox.js';
import type { RunIdentity } from '../records/run-identity.js';
import type { RunRow } from '../records/run-row.js';
import type { NewTask } from '../records/write-tasks.js';
import type { RecordedVote, RunChanges } from './run-changes.js';

/** What the steps of one transaction did to a run, as far as events tell of it. */
export interface TakenSteps {
  readonly run: RunIdentity;
  /** Status before the steps; undefined for a new run. */
  readonly before: RunRow['status'] | undefined;
  readonly status: RunRow['status'];
  /** Of a person's action; undefined for background work. */
  readonly action: string | undefined;
  readonly changes: Pick<RunChanges, 'tasks' | 'incidents' | 'published' | 'votes'>;
  /** The task that a vote of these steps is on. */
  readonly votedOn: { readonly id: string; readonly name: string } | undefined;
}

const reached: Readonly<Record<RunRow['status'], EventTypeName | undefined>> = {
  RACING: undefined,
  PAUSED: 'run.paused',
  COMPLETED: 'run.completed',
  REJECTED: 'run.rejected',
  FAILED: 'run.failed',
  CANCELLED: 'run.cancelled',
};

const actions: Readonly<Record<string, EventTypeName>> = {
  'run.resume': 'run.resumed',
  'run.migrate': 'run.migrated',
  'run.moveToken': 'run.moved',
  'run.modify': 'run.modified',
  'run.activateElements': 'run.modified',
};

/**
 * The events of the steps of one transaction, in the order in which they make sense to a reader: what was done to the run, what
 * its diagram published, the tasks and incidents it opened, and the state that it reached. Tasks that were closed and
 * incidents that were resolved are told of by `writeRun`.
 */
export function eventsOf({ run, before, status, action, changes, votedOn }: TakenSteps): readonly NewEvent[] {
  const about = { runId: run.id, workflowId: run.workflowId };
  const ofRun = (type: string): NewEvent => ({
    type,
    subjectType: 'run',
    subjectId: run.id,
    data: { ...about, state: status },
  });
  const began = beginning(before, status, action);
  const state = before !== status || began === 'run.resumed' ? reached[status] : undefined;
  return [
    ...(began === undefined ? [] : [ofRun(began)]),
    ...changes.published.map(
      ({ name, elementId, data }): NewEvent => ({
        type: name,
        subjectType: 'run',
        subjectId: run.id,
        data: { ...about, elementId, data },
      }),
    ),
    ...changes.votes.flatMap((vote) => (votedOn === undefined ? [] : [voteEvent(about, votedOn, vote)])),
    ...[...changes.tasks.values()].flatMap((task) => taskEvents(about, task)),
    ...[...changes.incidents.values()].flatMap(({ id, elementId, kind, resolvedTs }) => {
      const incident = { subjectType: 'incident', subjectId: id } as const;
      const opened = { ...incident, type: 'incident.opened', data: { ...about, incidentId: id, elementId, kind } };
      const resolved = { ...incident, type: 'incident.resolved', data: { ...about, incidentId: id } };
      return resolvedTs === null ? [opened] : [opened, resolved];
    }),
    ...(state === undefined ? [] : [ofRun(state)]),
  ];
}

function beginning(
  before: TakenSteps['before'],
  status: RunRow['status'],
  action: string | undefined,
): EventTypeName | undefined {
  if (before === undefined) return 'run.started';
  const byAction = action === undefined ? undefined : actions[action];
  if (byAction !== undefined) return byAction;
  return before !== 'RACING' && status === 'RACING' ? 'run.resumed' : undefined;
}

function voteEvent(
  about: { readonly runId: string; readonly workflowId: string },
  { id, name }: { readonly id: string; readonly name: string },
  { elementId, outcome, approvals, rejections, quorum, result }: RecordedVote,
): NewEvent {
  const data = { ...about, taskId: id, elementId, name, outcome, approvals, rejections, quorum, result };
  return { type: 'task.voted' satisfies EventTypeName, subjectType: 'task', subjectId: id, data };
}

function taskEvents(about: { readonly runId: string; readonly workflowId: string }, task: NewTask): NewEvent[] {
  const { id, name, elementId, assignee, candidateGroups, candidateUsers, dueTs, priority, state, approved } = task;
  const subject = { subjectType: 'task', subjectId: id } as const;
  const which = { ...about, taskId: id, elementId, name };
  const opened: NewEvent = {
    ...subject,
    type: 'task.opened' satisfies EventTypeName,
    data: { ...which, assignee, candidateGroups, candidateUsers, dueTs: dueTs?.toISOString() ?? null, priority },
  };
  if (state === 'OPEN') return [opened];
  const closed: EventTypeName = state === 'COMPLETED' ? 'task.completed' : 'task.cancelled';
  return [opened, { ...subject, type: closed, data: { ...which, approved } }];
}
