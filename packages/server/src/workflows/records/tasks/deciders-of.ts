import type { Queryable } from '../../../postgres/database.js';
import { openTasksById } from './find-tasks.js';

/** Who can decide open tasks and has not voted, by the ids of the tasks: users, members of groups, and those to leave out. */
export async function decidersOf(db: Queryable, subProjectId: string, taskIds: readonly string[]) {
  const tasks = await openTasksById(db, subProjectId, taskIds);
  return new Map(
    tasks.map(({ id, assignee, candidateUsers, candidateGroups, votes }) => [
      id,
      {
        users: assignee === null ? candidateUsers : [assignee],
        groups: assignee === null ? candidateGroups : [],
        without: (votes ?? []).flatMap(({ by, onBehalfOf }) => (onBehalfOf === undefined ? [by] : [by, onBehalfOf])),
      },
    ]),
  );
}
