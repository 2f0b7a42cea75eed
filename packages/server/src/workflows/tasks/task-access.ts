import type { Access } from '../../access/authorize.js';
import { mayNotCall, outsideRowFilter } from '../../kernel/errors/access-errors.js';
import type { CatalogueError } from '../../kernel/errors/catalogue-error.js';
import { conflict, notFound } from '../../kernel/errors/request-errors.js';
import type { Transaction } from '../../postgres/database.js';
import { rowCondition } from '../../processes/records/visibility/process-visibility.js';
import type { SubProject } from '../../sub-projects/configuration/sub-project.js';
import { type Principal, principalId } from '../../use-case/caller.js';
import { type FoundTask, findTask } from '../records/tasks/find-tasks.js';
import type { TaskRow } from '../records/tasks/task-row.js';
import { accessToWorkflow } from '../run/run-access.js';

/**
 * The names by which a diagram assigns tasks to a user: the user id, and the client id or, where a person acts, those of all clients
 * of the person (D151). The system principal has no such name.
 */
export const assigneeNamesOf = (principal: Principal): readonly string[] => {
  if (principal.kind !== 'user') return [];
  const { userId, clientId, clientIds = [] } = principal;
  return [userId, ...(clientId === undefined ? [] : [clientId]), ...clientIds];
};

/** Whether the caller is the assignee of a task. */
export const isAssignee = (principal: Principal, { assignee }: TaskRow): boolean =>
  assignee !== null && assigneeNamesOf(principal).includes(assignee);

/** Whether the caller may take or complete other people's tasks: the administrator, and roles with `operate`. */
export const isOperator = (access: Access): boolean => access.unrestricted || access.roles.some((role) => role.operate);

/** 1200 (404): an id that names no task (D14). */
export const unknownTask = (taskId: string): CatalogueError => notFound('task', taskId, ' here; getTasks lists them');

/** Whether the caller may take an unassigned task: every caller may if the task names no candidates. */
export function isCandidate(subProject: SubProject, access: Access, task: TaskRow): boolean {
  if (task.candidateGroups.length + task.candidateUsers.length === 0) return true;
  const roles = subProject.members.get(principalId(access.principal)) ?? [];
  return (
    task.candidateGroups.some((group) => roles.includes(group)) ||
    assigneeNamesOf(access.principal).some((name) => task.candidateUsers.includes(name))
  );
}

/** Whether a task is the caller's own: assigned to the caller, or unassigned with the caller as a candidate. */
export const isOwn = (subProject: SubProject, access: Access, task: TaskRow): boolean =>
  task.assignee === null ? isCandidate(subProject, access, task) : isAssignee(access.principal, task);

/** 1209: a task is completed by its assignee, an unassigned one by a candidate, and every task by an operator. */
export function notYourTask(task: TaskRow): CatalogueError {
  if (task.assignee !== null) {
    return mayNotCall('The task is assigned to somebody else; they, a substitute or an operator may complete it.');
  }
  const groups = task.candidateGroups.length === 0 ? 'named persons' : task.candidateGroups.join(', ');
  return mayNotCall(`The task is for ${groups}; the caller is not among them.`);
}

/** @throws CatalogueError 1009 for a task that several persons decide: nobody holds it */
export function refuseHolding(task: TaskRow): void {
  if (task.approval !== null) {
    throw conflict('Several persons decide this task by votes, so nobody holds it. Vote with castVote.');
  }
}

/**
 * Reads a task on a process that the caller's roles cover, with the decision for its workflow.
 *
 * @throws CatalogueError 1200 (404) for an unknown task, 1209 when no role may call its workflow, 1210
 */
export async function findVisibleTask(
  tx: Transaction,
  subProject: SubProject,
  access: Access,
  taskId: string,
  toChange?: Transaction,
): Promise<{ readonly task: FoundTask; readonly access: Access }> {
  const key = { subProjectId: subProject.id, id: taskId };
  const task = await findTask(tx, key, rowCondition(subProject, access), toChange);
  if (task === undefined) throw unknownTask(taskId);
  const narrowed = accessToWorkflow(access, task.workflowKey);
  if (task.covered !== true) {
    throw outsideRowFilter('The task is on a process outside the row filter of the caller’s roles.');
  }
  return { task, access: narrowed };
}
