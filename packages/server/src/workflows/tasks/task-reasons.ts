import type { TaskReason } from '@millrace/contract';
import { principalId } from '../../use-case/caller.js';
import { assigneeNamesOf, isAssignee, isOperator } from './task-access.js';
import type { TaskQuestion } from './task-actions.js';

/** Why a caller may decide a task: every rule of {@link requireTaskAccess} that lets the caller. */
export function reasonsOf({
  subProject,
  calls,
  workflowKey,
  task,
}: Pick<TaskQuestion, 'subProject' | 'calls' | 'workflowKey' | 'task'>): TaskReason[] {
  if (calls === undefined || task.state !== 'OPEN') return [];
  const narrowed = { ...calls, roles: calls.roles.filter((role) => role.call?.has(workflowKey) === true) };
  if (!calls.unrestricted && narrowed.roles.length === 0) return [];
  const reasons: TaskReason[] = [];
  if (isAssignee(calls.principal, task)) reasons.push({ rule: 'assignee' });
  if (task.assignee === null) {
    const names = assigneeNamesOf(calls.principal);
    const roles = subProject.members.get(principalId(calls.principal)) ?? [];
    if (names.some((name) => task.candidateUsers.includes(name))) reasons.push({ rule: 'candidateUser' });
    for (const group of new Set(task.candidateGroups)) {
      if (roles.includes(group)) reasons.push({ rule: 'candidateGroup', group });
    }
    if (task.candidateUsers.length + task.candidateGroups.length === 0) reasons.push({ rule: 'anyone' });
  }
  if (task.approval === null && isOperator(narrowed)) reasons.push({ rule: 'operator' });
  return reasons;
}
