import { operations, type RequestOf } from '@millrace/contract';
import { appendAudit } from '../../../audit/records/append.js';
import { isProblem, readScalar } from '../../../filters/filter-value.js';
import { mayNotCall } from '../../../kernel/errors/access-errors.js';
import { conflict, invalidMember, invalidRequest } from '../../../kernel/errors/request-errors.js';
import { enter } from '../../../sub-projects/configuration/enter.js';
import type { UseCase } from '../../../use-case/caller.js';
import type { TaskRow } from '../../records/tasks/task-row.js';
import { rescheduleTask, type TaskSchedule } from '../../records/write-tasks.js';
import type { WorkflowDeps } from '../../run/workflow-deps.js';
import { presentTask } from '../../tasks/present-task.js';
import { findVisibleTask, isAssignee, isOperator } from '../../tasks/task-access.js';

/**
 * Changes when an open task is due or to be followed up, or its priority. Its assignee or an operator may do this.
 *
 * @throws CatalogueError 1200, 1200 (404) for an unknown task, 1209 when it is somebody else's, 1210, 1009 when it is no longer
 * open
 */
export const updateTask =
  (deps: Pick<WorkflowDeps, 'subProjects'>): UseCase<'updateTask'> =>
  async (caller, request) => {
    const { subProject, access } = await enter(deps.subProjects, caller, request.subProjectId, operations.updateTask);
    const changes = readSchedule(request);
    return caller.write(async (tx) => {
      const { task, access: narrowed } = await findVisibleTask(tx, subProject, access, request.taskId);
      if (!isAssignee(caller.principal, task) && !isOperator(narrowed)) {
        throw mayNotCall('Only its assignee or an operator may change a task; claim it first.');
      }
      const changed = await rescheduleTask(tx, { subProjectId: subProject.id, id: task.id }, changes);
      if (changed === undefined) throw conflict('The task is no longer open.');
      await appendAudit(tx, caller, [
        {
          action: 'task.update',
          subProjectId: subProject.id,
          subjectType: 'task',
          subjectId: task.id,
          processId: task.processId,
          before: shown(task, changes),
          after: shown(changed, changes),
        },
      ]);
      return { task: presentTask(changed) };
    });
  };

function readSchedule(request: RequestOf<typeof operations.updateTask>): TaskSchedule {
  const changes = {
    ...readTime(request, 'dueTs'),
    ...readTime(request, 'followUpTs'),
    ...(request.priority === undefined ? {} : { priority: request.priority }),
  };
  if (Object.keys(changes).length === 0) throw invalidRequest('Name dueTs, followUpTs or priority to change one.');
  return changes;
}

function readTime(
  request: RequestOf<typeof operations.updateTask>,
  name: 'dueTs' | 'followUpTs',
): Partial<Record<typeof name, Date | null>> {
  const text = request[name];
  if (text === undefined) return {};
  if (text === null) return { [name]: null };
  const scalar = readScalar('timestamp', text);
  if (isProblem(scalar)) throw invalidMember(`/${name}`, `${name} ${scalar.problem}.`);
  return { [name]: new Date(String(scalar.value)) };
}

/** The members that change, for the audit log. */
const shown = (task: TaskRow, changes: TaskSchedule): object =>
  Object.fromEntries(Object.keys(changes).map((name) => [name, task[name as keyof TaskSchedule] ?? null]));
