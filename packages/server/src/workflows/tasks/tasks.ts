import type { Task } from '@millrace/contract';
import type { Access } from '../../access/authorize.js';
import { mayNotCall } from '../../kernel/errors/access-errors.js';
import type { CatalogueError } from '../../kernel/errors/catalogue-error.js';
import { notFound } from '../../kernel/errors/request-errors.js';
import type { SubProject } from '../../sub-projects/configuration/sub-project.js';
import { type Principal, principalId } from '../../use-case/caller.js';
import type { TaskRow } from '../records/tasks.js';
import { accessToWorkflow } from '../run/run-access.js';

/** A task on the wire. */
export const presentTask = (task: TaskRow): Task => ({
  id: task.id,
  runId: task.runId,
  workflowId: task.workflowId,
  processId: task.processId,
  elementId: task.elementId,
  name: task.name,
  state: task.state,
  assignee: task.assignee,
  candidateGroups: [...task.candidateGroups],
  candidateUsers: [...task.candidateUsers],
  dueTs: task.dueTs?.toISOString() ?? null,
  followUpTs: task.followUpTs?.toISOString() ?? null,
  priority: task.priority,
  form: task.form,
  approved: task.approved,
  createdTs: task.createdTs.toISOString(),
  completedTs: task.completedTs?.toISOString() ?? null,
});

/** What names a person in a diagram's assignments: the user id, or the client id. */
export const namesOf = (principal: Principal): readonly string[] =>
  principal.kind === 'user' ? [principal.userId, principal.clientId] : [];

/** Whether the caller may take over or finish other people's tasks: the administrator, and roles with `operate`. */
export const isOperator = (access: Access): boolean => access.unrestricted || access.roles.some((role) => role.operate);

/** 1200 with 404: an id that is present but names nothing (D14). */
export const unknownTask = (taskId: string): CatalogueError => notFound('task', taskId, ' here; getTasks lists them');

/** Whether an unassigned task may be taken by the caller: anybody where it names no candidates. */
export function isCandidate(subProject: SubProject, access: Access, task: TaskRow): boolean {
  if (task.candidateGroups.length + task.candidateUsers.length === 0) return true;
  const roles = subProject.members.get(principalId(access.principal)) ?? [];
  return (
    task.candidateGroups.some((group) => roles.includes(group)) ||
    namesOf(access.principal).some((name) => task.candidateUsers.includes(name))
  );
}

/**
 * A task is completed by its assignee, an unassigned one by a candidate, and any by an operator.
 *
 * @throws CatalogueError 1209 when the caller is none of them
 */
export function refuseStrangers(subProject: SubProject, access: Access, task: TaskRow, workflowKey: string): void {
  const narrowed = accessToWorkflow(access, workflowKey);
  if (isOperator(narrowed)) return;
  if (task.assignee !== null) {
    if (namesOf(access.principal).includes(task.assignee)) return;
    throw mayNotCall('The task is assigned to somebody else; they or an operator may complete it.');
  }
  if (isCandidate(subProject, access, task)) return;
  const groups = task.candidateGroups.length === 0 ? 'named persons' : task.candidateGroups.join(', ');
  throw mayNotCall(`The task is for ${groups}; the caller is not among them.`);
}
