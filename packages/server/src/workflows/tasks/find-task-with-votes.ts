import type { TaskApproval } from '@millrace/engine';
import type { Access } from '../../access/authorize.js';
import { outsideRowFilter } from '../../kernel/errors/access-errors.js';
import { conflict } from '../../kernel/errors/request-errors.js';
import type { Queryable } from '../../postgres/database.js';
import { rowCondition } from '../../processes/records/visibility/process-visibility.js';
import type { SubProject } from '../../sub-projects/configuration/sub-project.js';
import { type FoundTask, findTask } from '../records/tasks/find-tasks.js';
import { unknownTask } from './task-access.js';

/**
 * Reads a task that several persons decide, on a process that the caller sees.
 *
 * @throws CatalogueError 1200 (404) for an unknown task, 1210, 1009 when one person decides it
 */
export async function findTaskWithVotes(
  db: Queryable,
  subProject: SubProject,
  access: Access,
  taskId: string,
): Promise<{ readonly task: FoundTask; readonly approval: TaskApproval }> {
  const task = await findTask(db, { subProjectId: subProject.id, id: taskId }, rowCondition(subProject, access));
  if (task === undefined) throw unknownTask(taskId);
  if (task.covered !== true) {
    throw outsideRowFilter('The task is on a process outside the row filter of the caller’s roles.');
  }
  const { approval } = task;
  if (approval === null) throw conflict('One person decides this task: it has no votes.');
  return { task, approval };
}
