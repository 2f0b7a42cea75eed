import { authorsOf } from '../../comments/records/write-comment.js';
import { type LoggedEvent, nextEvents } from '../../events/records/event-log.js';
import { groupBy } from '../../kernel/group-by.js';
import { isUuid } from '../../kernel/identifiers.js';
import type { Log } from '../../kernel/log.js';
import type { MailQueue } from '../../mail/mail-queue.js';
import { type Database, type Transaction, transaction } from '../../postgres/database.js';
import type { PushQueue } from '../../push/push-queue.js';
import { loadIfDeployed } from '../../sub-projects/configuration/load-if-deployed.js';
import type { SubProject } from '../../sub-projects/configuration/sub-project.js';
import type { SubProjects } from '../../sub-projects/configuration/sub-projects.js';
import { openTasksById } from '../../workflows/records/tasks/find-tasks.js';
import { scheduleMails } from '../mail/schedule-mails.js';
import { schedulePushes } from '../push/schedule-pushes.js';
import { findDue, passedDues, storeDues, takeDues } from '../records/dues.js';
import { lockNotifications, storeNotifications } from '../records/notifications.js';
import { findBehind, lockPosition, storePosition } from '../records/positions.js';
import { changedTo, concernsOf, dueOf, peopleOfTask, projectedTypes, watchStartsOf } from './concerns.js';
import { fold, keyOf, type Told } from './fold.js';
import { tasksWithUsers, withUsers } from './users-of-tasks.js';
import { readWatching } from './watching.js';
import { whoMayKnow } from './who-may-know.js';
import { type NextItem, workOff } from './work-off.js';

/** Events of one transaction. */
const EVENTS = 100;
/** Tasks of one transaction whose due date has passed. */
const DUES = 100;

export interface ProjectionDeps {
  readonly db: Database;
  readonly subProjects: Pick<SubProjects, 'load'>;
  /** Where e-mails are left. */
  readonly mails: MailQueue;
  /** Where messages to browsers are left. */
  readonly pushes: PushQueue;
  readonly log: Log;
}

/**
 * Turns the event log into notifications (D149). Any number of servers may do it at once: a sub-project is taken by one
 * transaction at a time, which stores what people are told of together with the position in the log. So a crash neither loses
 * nor repeats anything.
 */
export interface Projection {
  /** Works off the events and the due dates of every sub-project. Periodic maintenance calls it. */
  keep(): Promise<void>;
}

export function createProjection(deps: ProjectionDeps): Projection {
  const { db } = deps;
  return {
    async keep() {
      for (const id of await findBehind(db)) {
        await workOff(deps, id, {
          name: 'events',
          most: EVENTS,
          batch: (limit) => projectEvents(deps, id, limit),
          next: (tx) => nextEvent(tx, id),
        });
      }
      for (const id of await findDue(db)) {
        await workOff(deps, id, {
          name: 'dues',
          most: DUES,
          batch: (limit) => projectDues(deps, id, limit),
          next: (tx) => nextDue(tx, id),
        });
      }
    },
  };
}

type Queues = Pick<ProjectionDeps, 'mails' | 'pushes'>;

/** @returns whether there may be more */
async function projectEvents(deps: ProjectionDeps, subProjectId: string, limit: number): Promise<boolean> {
  const subProject = await loadIfDeployed(deps.subProjects, subProjectId);
  return transaction(deps.db, async (tx) => {
    const position = await lockPosition(tx, subProjectId);
    if (position === undefined) return false;
    const { events, next, hasMore } = await nextEvents(tx, { subProjectId, position, limit }, projectedTypes);
    if (subProject !== undefined && events.length > 0) await tellOf(tx, deps, subProject, events);
    await storePosition(tx, subProjectId, next);
    return hasMore;
  });
}

/** The event that one try of one event takes. */
async function nextEvent(tx: Transaction, subProjectId: string): Promise<NextItem | undefined> {
  const position = await lockPosition(tx, subProjectId);
  if (position === undefined) return undefined;
  const [event] = (await nextEvents(tx, { subProjectId, position, limit: 1 }, projectedTypes)).events;
  if (event === undefined) return undefined;
  return { subject: String(event.position), pass: () => storePosition(tx, subProjectId, event.position) };
}

/** The task that one try of one due date takes. */
async function nextDue(tx: Transaction, subProjectId: string): Promise<NextItem | undefined> {
  if ((await lockPosition(tx, subProjectId)) === undefined) return undefined;
  const [due] = await passedDues(tx, subProjectId, 1);
  if (due === undefined) return undefined;
  const { taskId } = due;
  return { subject: taskId, pass: () => storeDues(tx, subProjectId, [{ taskId, dueTs: null }]) };
}

async function tellOf(
  tx: Transaction,
  queues: Queues,
  subProject: SubProject,
  logged: readonly LoggedEvent[],
): Promise<void> {
  const { id } = subProject;
  const events = await withUsers(tx, logged);
  const ids = (of: (event: LoggedEvent) => readonly unknown[]) => [
    ...new Set(
      events.flatMap((event) => of(event).filter((one) => typeof one === 'string' && isUuid(one)) as string[]),
    ),
  ];
  const assigned = ids(({ type, subjectId }) => (['task.assigned', 'task.claimed'].includes(type) ? [subjectId] : []));
  const tasks = new Map((await openTasksById(tx, id, assigned)).map((task) => [task.id, task]));
  const parents = ids((event) => (event.type === 'comment.added' ? [changedTo(event).parentId] : []));
  const authors = await authorsOf(tx, id, parents);
  const processes = ids(({ processId }) => [processId]);
  const starting = ids((event) => watchStartsOf(event).map(({ userId }) => userId));
  const watching = await readWatching(tx, id, processes, starting);
  const known = { subProject, tasks, authors, watchers: watching.of };
  const concerned = events.map((event) => {
    const concerns = concernsOf(event, known);
    if (event.processId !== null) watching.begin(event.processId, watchStartsOf(event), event.createdTs);
    return { concerns, actorId: event.byId };
  });
  // In the order of all that locks rows of processes: watchers, then notifications.
  await watching.store(tx, id);
  const dues = new Map(events.flatMap((event) => dueOf(event) ?? []).map((due) => [due.taskId, due]));
  if (dues.size > 0) await storeDues(tx, id, [...dues.values()]);
  await tell(tx, queues, id, await whoMayKnow(tx, subProject, concerned));
}

async function tell(
  tx: Transaction,
  { mails, pushes }: Queues,
  subProjectId: string,
  told: readonly Told[],
): Promise<void> {
  if (told.length === 0) return;
  const byKey = groupBy(told, keyOf);
  const keys = [...byKey.values()].flatMap(([first]) => first ?? []);
  const rows = fold(await lockNotifications(tx, subProjectId, keys), told);
  const added = rows.map((row) => ({ row, reasons: (byKey.get(keyOf(row)) ?? []).map(({ reason }) => reason) }));
  await storeNotifications(tx, subProjectId, await scheduleMails(tx, mails, subProjectId, added));
  await schedulePushes(tx, pushes, subProjectId, added);
}

/** Tells people of tasks whose due date has passed, once each. @returns whether there may be more */
async function projectDues(deps: ProjectionDeps, subProjectId: string, limit: number): Promise<boolean> {
  const subProject = await loadIfDeployed(deps.subProjects, subProjectId);
  return transaction(deps.db, async (tx) => {
    if ((await lockPosition(tx, subProjectId)) === undefined) return false;
    const passed = await takeDues(tx, subProjectId, limit);
    const at = new Map(passed.map(({ taskId, dueTs }) => [taskId, dueTs.toISOString()]));
    const tasks = await tasksWithUsers(tx, await openTasksById(tx, subProjectId, [...at.keys()]));
    if (subProject !== undefined) {
      const concerned = tasks.map((task) => ({
        actorId: '',
        concerns: [
          {
            processId: task.processId,
            reason: 'due' as const,
            userIds: peopleOfTask(subProject, task),
            cause: {
              at: at.get(task.id) ?? '',
              by: null,
              taskId: task.id,
              task: task.name,
              runId: task.runId,
              commentId: null,
              approved: null,
            },
          },
        ],
      }));
      await tell(tx, deps, subProjectId, await whoMayKnow(tx, subProject, concerned));
    }
    return passed.length === limit;
  });
}
