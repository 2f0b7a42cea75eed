import { operations } from '@millrace/contract';
import { mayNotCall } from '../../../kernel/errors/access-errors.js';
import { conflict } from '../../../kernel/errors/request-errors.js';
import { enter } from '../../../sub-projects/configuration/enter.js';
import type { UseCase } from '../../../use-case/caller.js';
import { unassignTask } from '../../records/write-tasks.js';
import type { WorkflowDeps } from '../../run/workflow-deps.js';
import { auditAssignment } from '../../tasks/audit-assignment.js';
import { presentTask } from '../../tasks/present-task.js';
import { findVisibleTask, isAssignee, isOperator } from '../../tasks/task-access.js';

/**
 * Gives a task back to its candidates. Its assignee or an operator may do this. Releasing an unassigned task changes nothing.
 *
 * @throws CatalogueError 1200 (404) for an unknown task, 1209 when it is somebody else's, 1210, 1009 when it is no longer open
 */
export const releaseTask =
  (deps: Pick<WorkflowDeps, 'subProjects'>): UseCase<'releaseTask'> =>
  async (caller, { subProjectId, taskId }) => {
    const { subProject, access } = await enter(deps.subProjects, caller, subProjectId, operations.releaseTask);
    return caller.write(async (tx) => {
      const { task, access: narrowed } = await findVisibleTask(tx, subProject, access, taskId);
      if (task.state !== 'OPEN') throw conflict('The task is no longer open.');
      if (task.assignee === null) return { task: presentTask(task) };
      if (!isAssignee(caller.principal, task) && !isOperator(narrowed)) {
        throw mayNotCall('The task is assigned to somebody else; they or an operator may release it.');
      }
      const released = await unassignTask(tx, { subProjectId: subProject.id, id: task.id }, task.assignee);
      if (released === undefined) throw conflict('The task was completed or changed hands meanwhile.');
      auditAssignment(tx, caller, subProject.id, 'task.release', task, released);
      return { task: presentTask(released) };
    });
  };
