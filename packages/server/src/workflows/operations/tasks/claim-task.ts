import { operations } from '@millrace/contract';
import type { Access } from '../../../access/authorize.js';
import { requireUser } from '../../../access/require-user.js';
import { appendAudit } from '../../../audit/records/append.js';
import { mayNotCall, outsideRowFilter } from '../../../kernel/errors/access-errors.js';
import { conflict } from '../../../kernel/errors/request-errors.js';
import type { Transaction } from '../../../postgres/database.js';
import { rowCondition } from '../../../processes/records/visibility/process-visibility.js';
import { enter } from '../../../sub-projects/configuration/enter.js';
import type { SubProject } from '../../../sub-projects/configuration/sub-project.js';
import type { Caller, UseCase } from '../../../use-case/caller.js';
import { assignTask, findTask, type TaskRow } from '../../records/tasks.js';
import { accessToWorkflow } from '../../run/run-access.js';
import type { WorkflowDeps } from '../../run/workflow-deps.js';
import { isCandidate, isOperator, namesOf, presentTask, unknownTask } from '../../tasks/tasks.js';

/**
 * Makes the caller the assignee. It locks only the task's row, so it never waits for the run's other work; claiming a task
 * one has already is no change.
 *
 * @throws CatalogueError 1200 with 404, 1209 when the caller is no candidate, 1210, 1009 when somebody else has it or it
 * is no longer open
 */
export const claimTask =
  (deps: Pick<WorkflowDeps, 'subProjects'>): UseCase<'claimTask'> =>
  async (caller, { subProjectId, taskId }) => {
    const { subProject, access } = await enter(deps.subProjects, caller, subProjectId, operations.claimTask);
    const user = requireUser(caller.principal, operations.claimTask);
    return caller.write(async (tx) => {
      const { task, access: narrowed } = await visibleTask(tx, subProject, access, taskId);
      if (task.assignee === null && !isCandidate(subProject, access, task) && !isOperator(narrowed)) {
        throw mayNotCall(`The task is for ${task.candidateGroups.join(', ') || 'named persons'}.`);
      }
      if (task.state === 'OPEN' && task.assignee !== null && namesOf(user).includes(task.assignee)) {
        return { task: presentTask(task) };
      }
      const claimed = await assignTask(tx, task.id, user.userId);
      if (claimed === undefined) throw conflict('The task is no longer open, or somebody else has it.');
      await auditAssignment(tx, caller, subProject, 'task.claim', task, claimed);
      return { task: presentTask(claimed) };
    });
  };

/** A task on a process the caller's roles cover, and the decision for its workflow. */
export async function visibleTask(
  tx: Transaction,
  subProject: SubProject,
  access: Access,
  taskId: string,
): Promise<{ readonly task: TaskRow; readonly access: Access }> {
  const task = await findTask(tx, subProject.id, taskId, rowCondition(subProject, access));
  if (task === undefined) throw unknownTask(taskId);
  const narrowed = accessToWorkflow(access, task.workflowKey);
  if (task.covered !== true) {
    throw outsideRowFilter('The task is on a process outside the row filter of the caller’s roles.');
  }
  return { task, access: narrowed };
}

/** One audit row of a task that changed hands (D20). */
export async function auditAssignment(
  tx: Transaction,
  caller: Caller,
  subProject: SubProject,
  action: 'task.claim' | 'task.release',
  before: TaskRow,
  after: TaskRow,
): Promise<void> {
  await appendAudit(tx, caller, [
    {
      action,
      subProjectId: subProject.id,
      subjectType: 'task',
      subjectId: after.id,
      processId: after.processId,
      before: { assignee: before.assignee },
      after: { assignee: after.assignee },
    },
  ]);
}
