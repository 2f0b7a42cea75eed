import type { EventTypeName, NotificationReason, WatchCause } from '@millrace/contract';
import { holdsGrant } from '../../access/authorize.js';
import type { LoggedEvent } from '../../events/records/event-log.js';
import { isUuid } from '../../kernel/identifiers.js';
import type { SubProject } from '../../sub-projects/configuration/sub-project.js';
import type { TaskRow } from '../../workflows/records/tasks/task-row.js';
import type { Cause } from '../records/notifications.js';

/** More people are not told of one event; as many as may watch a process. */
export const MOST_PEOPLE = 500;

/** The types of events that anybody is told of, makes anybody watch a process, or says when a task is due. */
export const projectedTypes = [
  'process.created',
  'task.opened',
  'task.assigned',
  'task.claimed',
  'task.updated',
  'task.completed',
  'task.cancelled',
  'comment.added',
  'comment.updated',
  'incident.opened',
  'clock.reached',
  'clock.breached',
] as const satisfies readonly EventTypeName[];

/** What happened, and who is to be told of it for which reason. */
export interface Concern {
  readonly processId: string;
  readonly reason: NotificationReason;
  /** In the order in which people are left out when there are too many. */
  readonly userIds: readonly string[];
  readonly cause: Omit<Cause, 'count' | 'version'>;
}

/** Somebody who begins to watch a process without asking. */
export interface WatchStart {
  readonly userId: string;
  readonly reason: WatchCause;
}

/** What the rules know beside the event itself. */
export interface Surroundings {
  readonly subProject: SubProject;
  /** Open tasks by id, of events that do not name what they are. */
  readonly tasks: ReadonlyMap<string, Pick<TaskRow, 'name' | 'runId'>>;
  /** Authors of the comments that others reply to, by id of the comment. */
  readonly authors: ReadonlyMap<string, string>;
  /** Who watches a process now, and has not stopped. */
  watchers(processId: string): readonly string[];
}

type Data = Readonly<Record<string, unknown>>;

const textOf = (data: Data, name: string): string | null => {
  const value = data[name];
  return typeof value === 'string' ? value : null;
};
const textsOf = (data: Data, name: string): readonly string[] => {
  const value = data[name];
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
};
const dataOf = (value: unknown): Data => (typeof value === 'object' && value !== null ? (value as Data) : {});

/** The members after a change. */
export const changedTo = ({ data }: LoggedEvent): Data => dataOf(data.after);

/** The users whom a task names; clients are no people. */
const usersOf = (ids: readonly (string | null)[]): readonly string[] =>
  ids.flatMap((id) => (id !== null && isUuid(id) ? [id.toLowerCase()] : []));

/** The users who have one of the roles, by id. */
function membersOf({ members }: SubProject, isMeant: (role: string) => boolean): readonly string[] {
  return [...members].flatMap(([id, roles]) => (roles.some(isMeant) ? [id] : [])).toSorted();
}

/** Those who may claim a task. */
export const candidatesOf = (
  subProject: SubProject,
  { candidateUsers, candidateGroups }: Pick<TaskRow, 'candidateUsers' | 'candidateGroups'>,
): readonly string[] => {
  const groups = new Set(candidateGroups);
  return [...usersOf(candidateUsers), ...membersOf(subProject, (role) => groups.has(role))];
};

/** The people whom a task is for: who has it, else those who may claim it. */
export const peopleOfTask = (
  subProject: SubProject,
  task: Pick<TaskRow, 'assignee' | 'candidateUsers' | 'candidateGroups'>,
): readonly string[] => (task.assignee === null ? candidatesOf(subProject, task) : usersOf([task.assignee]));

/** Whom an event concerns, the strongest reason first. Nobody is told of what they did themselves; that is for the caller to leave out. */
export function concernsOf(event: LoggedEvent, known: Surroundings): readonly Concern[] {
  const { processId, type, data, byId, createdTs, subjectId } = event;
  if (processId === null) return [];
  const nothing = { taskId: null, task: null, runId: null, commentId: null, approved: null };
  const by = isUuid(byId) ? byId : null;
  const concern = (
    reason: NotificationReason,
    userIds: readonly string[],
    about: Partial<Omit<Cause, 'count' | 'version' | 'at' | 'by'>>,
  ): Concern => ({ processId, reason, userIds, cause: { ...nothing, ...about, at: createdTs.toISOString(), by } });
  const task = { taskId: textOf(data, 'taskId'), task: textOf(data, 'name'), runId: textOf(data, 'runId') };
  switch (type as (typeof projectedTypes)[number]) {
    case 'task.opened': {
      const assignee = textOf(data, 'assignee');
      if (assignee !== null) return [concern('assigned', usersOf([assignee]), task)];
      const candidates = {
        candidateUsers: textsOf(data, 'candidateUsers'),
        candidateGroups: textsOf(data, 'candidateGroups'),
      };
      return [concern('candidate', candidatesOf(known.subProject, candidates), task)];
    }
    case 'task.assigned':
    case 'task.claimed': {
      const found = known.tasks.get(subjectId);
      const about = { taskId: subjectId, task: found?.name ?? null, runId: found?.runId ?? null };
      const after = changedTo(event);
      const assignee = textOf(after, 'assignee');
      if (assignee !== null) return [concern('assigned', usersOf([assignee]), about)];
      // Handed on to several: those who could decide it before know of it.
      const before = dataOf(event.data.before);
      const added = (of: 'candidateUsers' | 'candidateGroups') =>
        textsOf(after, of).filter((name) => !textsOf(before, of).includes(name));
      const candidates = { candidateUsers: added('candidateUsers'), candidateGroups: added('candidateGroups') };
      return [concern('candidate', candidatesOf(known.subProject, candidates), about)];
    }
    case 'task.completed': {
      const { approved } = data;
      if (typeof approved !== 'boolean') return [];
      return [concern('decided', known.watchers(processId), { ...task, approved })];
    }
    case 'comment.added':
    case 'comment.updated': {
      const after = changedTo(event);
      const about = { commentId: subjectId, taskId: textOf(after, 'taskId'), runId: textOf(after, 'runId') };
      const mentioned = concern('mentioned', usersOf(textsOf(after, 'mentions')), about);
      // A changed text is news for those alone whom it names now.
      if (type === 'comment.updated') return [mentioned];
      const author = known.authors.get(textOf(after, 'parentId') ?? '');
      const readers = [...usersOf([author ?? null]), ...known.watchers(processId)];
      return [mentioned, concern('commented', readers, about)];
    }
    case 'incident.opened': {
      const { roles } = known.subProject;
      const operators = membersOf(known.subProject, (name) => {
        const role = roles.get(name);
        return role !== undefined && holdsGrant(role, 'workflow.operate');
      });
      return [concern('incident', operators, { runId: textOf(data, 'runId') })];
    }
    case 'clock.reached':
    case 'clock.breached': {
      const after = changedTo(event);
      return [concern('breached', usersOf(textsOf(after, 'notify')), { taskId: textOf(after, 'taskId') })];
    }
    case 'process.created':
    case 'task.updated':
    case 'task.cancelled':
      return [];
  }
}

/** Who begins to watch the process of an event without asking. */
export function watchStartsOf(event: LoggedEvent): readonly WatchStart[] {
  const starts = (reason: WatchCause, ids: readonly (string | null)[]): readonly WatchStart[] =>
    usersOf(ids).map((userId) => ({ userId, reason }));
  const after = changedTo(event);
  switch (event.type) {
    case 'process.created':
      return starts('created', [event.byId]);
    case 'task.opened':
      return starts('assigned', [textOf(event.data, 'assignee')]);
    case 'task.assigned':
    case 'task.claimed':
      return starts('assigned', [textOf(after, 'assignee')]);
    case 'comment.added':
      return [...starts('commented', [event.byId]), ...starts('mentioned', textsOf(after, 'mentions'))];
    case 'comment.updated':
      return starts('mentioned', textsOf(after, 'mentions'));
    default:
      return [];
  }
}

/** What an event says of when a task is due; undefined: nothing. */
export function dueOf(event: LoggedEvent): { readonly taskId: string; readonly dueTs: string | null } | undefined {
  const taskId = event.subjectId;
  if (!isUuid(taskId)) return undefined;
  switch (event.type) {
    case 'task.opened': {
      const dueTs = textOf(event.data, 'dueTs');
      return dueTs === null ? undefined : { taskId, dueTs };
    }
    case 'task.updated': {
      const after = changedTo(event);
      return 'dueTs' in after ? { taskId, dueTs: textOf(after, 'dueTs') } : undefined;
    }
    case 'task.completed':
    case 'task.cancelled':
      return { taskId, dueTs: null };
    default:
      return undefined;
  }
}
