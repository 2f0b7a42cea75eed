import type { Queryable } from '../../postgres/database.js';
import type { CastVote, TaskRow } from '../records/tasks/task-row.js';
import type { WorkflowDeps } from '../run/workflow-deps.js';

/** Ids in one answer whose names are looked up. */
const MOST_NAMES = 1000;

/** The names of the users among what tasks name: one statement, none when nothing is named. */
export async function userNamesOf(
  { userNames }: Pick<WorkflowDeps, 'userNames'>,
  db: Queryable,
  ids: readonly (string | null)[],
): Promise<Record<string, string>> {
  const named = [...new Set(ids.filter((id) => id !== null))].slice(0, MOST_NAMES);
  return named.length === 0 ? {} : Object.fromEntries(await userNames(db, named));
}

/** Who voted, and for whom. */
export const bothOf = ({ by, onBehalfOf }: Pick<CastVote, 'by' | 'onBehalfOf'>): readonly string[] =>
  onBehalfOf === undefined ? [by] : [by, onBehalfOf];

/** The names of the users that tasks name. */
export const namesInTasks = (
  deps: Pick<WorkflowDeps, 'userNames'>,
  db: Queryable,
  tasks: readonly Pick<TaskRow, 'assignee' | 'candidateUsers'>[],
): Promise<Record<string, string>> =>
  userNamesOf(
    deps,
    db,
    tasks.flatMap(({ assignee, candidateUsers }) => [assignee, ...candidateUsers]),
  );
