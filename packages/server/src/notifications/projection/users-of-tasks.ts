import type { LoggedEvent } from '../../events/records/event-log.js';
import { usersOfClients } from '../../identity/records/client-queries.js';
import { isUuid } from '../../kernel/identifiers.js';
import type { Queryable } from '../../postgres/database.js';

/** Whom a task is for, in an event or in its row. */
interface Named {
  readonly assignee?: unknown;
  readonly candidateUsers?: unknown;
}

/** A change says whom the task is for now in `after`; the opening says it itself. */
const membersOf = ({ data }: LoggedEvent): Named => (data.after ?? data) as Named;

const namesIn = ({ assignee, candidateUsers }: Named): readonly string[] =>
  [assignee, ...(Array.isArray(candidateUsers) ? candidateUsers : [])].filter((name) => typeof name === 'string');

const renamed = <Members extends Named>(members: Members, users: ReadonlyMap<string, string>): Members => {
  const userOf = (name: unknown) => (typeof name === 'string' ? (users.get(name) ?? name) : name);
  const { assignee, candidateUsers } = members;
  return {
    ...members,
    ...(assignee === undefined ? {} : { assignee: userOf(assignee) }),
    ...(Array.isArray(candidateUsers) ? { candidateUsers: candidateUsers.map(userOf) } : {}),
  };
};

/** The users of the clients among the names; no statement where there is none. */
async function usersOf(db: Queryable, names: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const clients = [...new Set(names.filter((name) => !isUuid(name)))];
  return clients.length === 0 ? new Map() : usersOfClients(db, clients);
}

/** Events of tasks with the user in the place of a client that a task names: its tasks are the user's (D151). */
export async function withUsers(db: Queryable, events: readonly LoggedEvent[]): Promise<readonly LoggedEvent[]> {
  const ofTasks = events.filter(({ type }) => type.startsWith('task.'));
  const users = await usersOf(
    db,
    ofTasks.flatMap((event) => namesIn(membersOf(event))),
  );
  if (users.size === 0) return events;
  return events.map((event) => {
    if (!event.type.startsWith('task.')) return event;
    const members = renamed(membersOf(event), users);
    return { ...event, data: event.data.after ? { ...event.data, after: members } : { ...members } };
  });
}

/** As {@link withUsers}, of tasks. */
export async function tasksWithUsers<Task extends Named>(
  db: Queryable,
  tasks: readonly Task[],
): Promise<readonly Task[]> {
  const users = await usersOf(db, tasks.flatMap(namesIn));
  return users.size === 0 ? tasks : tasks.map((task) => renamed(task, users));
}
