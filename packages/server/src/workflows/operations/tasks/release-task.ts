import { operations } from '@millrace/contract';
import { mayNotCall } from '../../../kernel/errors/access-errors.js';
import { conflict } from '../../../kernel/errors/request-errors.js';
import { enter } from '../../../sub-projects/configuration/enter.js';
import type { UseCase } from '../../../use-case/caller.js';
import { unassignTask } from '../../records/tasks.js';
import type { WorkflowDeps } from '../../run/workflow-deps.js';
import { isOperator, namesOf, presentTask } from '../../tasks/tasks.js';
import { auditAssignment, visibleTask } from './claim-task.js';

/**
 * Gives a task back to its candidates; its assignee or an operator may. A task nobody has stays as it is.
 *
 * @throws CatalogueError 1200 with 404, 1209 when it is somebody else's, 1210, 1009 when it is no longer open
 */
export const releaseTask =
  (deps: Pick<WorkflowDeps, 'subProjects'>): UseCase<'releaseTask'> =>
  async (caller, { subProjectId, taskId }) => {
    const { subProject, access } = await enter(deps.subProjects, caller, subProjectId, operations.releaseTask);
    return caller.write(async (tx) => {
      const { task, access: narrowed } = await visibleTask(tx, subProject, access, taskId);
      if (task.state !== 'OPEN') throw conflict('The task is no longer open.');
      if (task.assignee === null) return { task: presentTask(task) };
      if (!namesOf(caller.principal).includes(task.assignee) && !isOperator(narrowed)) {
        throw mayNotCall('The task is assigned to somebody else; they or an operator may release it.');
      }
      const released = await unassignTask(tx, task.id, task.assignee);
      if (released === undefined) throw conflict('The task was completed or changed hands meanwhile.');
      await auditAssignment(tx, caller, subProject, 'task.release', task, released);
      return { task: presentTask(released) };
    });
  };
