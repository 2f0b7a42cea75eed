import { operations } from '@millrace/contract';
import { requireUser } from '../../../access/require-user.js';
import { auditInsert } from '../../../audit/records/append.js';
import { mayNotCall } from '../../../kernel/errors/access-errors.js';
import { conflict } from '../../../kernel/errors/request-errors.js';
import { requireVersionId, writingWork } from '../../../sub-projects/configuration/enter.js';
import type { UseCase } from '../../../use-case/caller.js';
import { assignTask } from '../../records/write-tasks.js';
import type { WorkflowDeps } from '../../run/workflow-deps.js';
import { assignment } from '../../tasks/audit-assignment.js';
import { presentTask } from '../../tasks/present-task.js';
import { findVisibleTask, isAssignee, isCandidate, isOperator, refuseHolding } from '../../tasks/task-access.js';

/**
 * Makes the caller the assignee, by a statement that checks again whether it may. It locks only the task's row, so it does not wait
 * for other work of the run. Claiming a task that the caller has already changes nothing.
 *
 * @throws CatalogueError 1200 (404) for an unknown task, 1209 when the caller is no candidate, 1210, 1009 when somebody else
 * has it or it is no longer open
 */
export const claimTask =
  (deps: Pick<WorkflowDeps, 'subProjects'>): UseCase<'claimTask'> =>
  (caller, { subProjectId, taskId }) =>
    writingWork(deps.subProjects, caller, subProjectId, operations.claimTask, ({ subProject, access, write }) => {
      const user = requireUser(caller.principal, operations.claimTask);
      return write(async (tx) => {
        const { task, access: narrowed } = await findVisibleTask(tx, subProject, access, taskId, tx);
        requireVersionId(subProject, task.versionId);
        refuseHolding(task);
        if (task.assignee === null && !isCandidate(subProject, access, task) && !isOperator(narrowed)) {
          throw mayNotCall(`The task is for ${task.candidateGroups.join(', ') || 'named persons'}.`);
        }
        if (task.state === 'OPEN' && isAssignee(user, task)) return { task: presentTask(task) };
        const after = { ...task, assignee: user.userId };
        const audit = auditInsert(caller, [assignment(subProject.id, 'task.claim', task, after)], 'changed');
        const claimed = await assignTask(tx, { subProjectId: subProject.id, id: task.id }, user.userId, audit);
        if (claimed === undefined) throw conflict('The task is no longer open, or somebody else has it.');
        return { task: presentTask(claimed) };
      });
    });
