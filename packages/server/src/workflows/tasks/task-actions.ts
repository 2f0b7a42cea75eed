import type { TaskActions } from '@millrace/contract';
import { hasVoted } from '@millrace/engine';
import type { Access } from '../../access/authorize.js';
import type { SubProject } from '../../sub-projects/configuration/sub-project.js';
import { principalId } from '../../use-case/caller.js';
import type { TaskRow } from '../records/tasks/task-row.js';
import { isAssignee, isCandidate, isOperator } from './task-access.js';

/** What decides what a caller may do with a task. */
export interface TaskQuestion {
  readonly subProject: SubProject;
  /** With the roles that call workflows; undefined: none. */
  readonly calls: Access | undefined;
  /** Positions of the roles of `calls` that cover the process. */
  readonly calledBy: readonly number[];
  readonly workflowKey: string;
  readonly runStatus: string;
  readonly task: TaskRow;
}

/** What may be done with a task by nobody. */
export const nothingAllowed: TaskActions = {
  claim: false,
  release: false,
  decide: false,
  assign: false,
  update: false,
};

/** Whether a decision about the task can be made now, by a caller who may. */
export function isResumable({ calls, calledBy, workflowKey, runStatus, task }: TaskQuestion): boolean {
  if (calls === undefined || task.state !== 'OPEN' || runStatus !== 'PAUSED') return false;
  // A run is resumed by a role that calls its workflow and covers its process itself.
  return calls.unrestricted || calledBy.some((position) => calls.roles[position]?.call?.has(workflowKey) === true);
}

/** What the operations on tasks would allow now, judged as they judge. */
export function taskActions(question: TaskQuestion): TaskActions {
  const { subProject, calls, calledBy, workflowKey, task } = question;
  if (calls === undefined || task.state !== 'OPEN' || calls.principal.kind !== 'user') return nothingAllowed;
  if (!calls.unrestricted && calledBy.length === 0) return nothingAllowed;
  const narrowed = { ...calls, roles: calls.roles.filter((role) => role.call?.has(workflowKey) === true) };
  if (!calls.unrestricted && narrowed.roles.length === 0) return nothingAllowed;
  const resumes = isResumable(question);
  if (task.approval !== null) return votingActions(subProject, narrowed, task, resumes);
  const operates = isOperator(narrowed);
  const owns = isAssignee(calls.principal, task);
  const mayTake = task.assignee === null && (operates || isCandidate(subProject, calls, task));
  return {
    claim: mayTake,
    release: task.assignee !== null && (operates || owns),
    decide: resumes && (operates || owns || mayTake),
    assign: operates || owns || mayTake,
    update: operates || owns,
  };
}

/** Nobody holds a task with votes. Separation of duty is judged with the vote. */
function votingActions(subProject: SubProject, narrowed: Access, task: TaskRow, resumes: boolean): TaskActions {
  const by = principalId(narrowed.principal);
  const voted = hasVoted(task.votes ?? [], by);
  const isMember = subProject.members.has(by);
  const decide = resumes && isMember && !voted && isCandidate(subProject, narrowed, task);
  return { ...nothingAllowed, decide, update: isOperator(narrowed) };
}
