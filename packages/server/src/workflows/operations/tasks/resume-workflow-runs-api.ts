import { operations } from '@millrace/contract';
import type { Transaction } from '../../../postgres/database.js';
import { enter } from '../../../sub-projects/configuration/enter.js';
import type { UseCase } from '../../../use-case/caller.js';
import { type ResolvedTask, resolveTask } from '../../records/tasks/find-tasks.js';
import { unknownRun } from '../../run/run-access.js';
import type { WorkflowDeps } from '../../run/workflow-deps.js';
import { decideTask } from '../../tasks/decide-task.js';
import { unknownTask } from '../../tasks/task-access.js';
import { FormValidator } from '../../tasks/task-form.js';

/**
 * Completes an open human task of a paused run (D23); the engine decides what a rejection does (D24). The task is resolved
 * before the run is locked: if several requests target the same task, one wins, and none of them completes the task that
 * follows it by accident.
 *
 * @throws CatalogueError 1202, 1209, 1200 (404) for an unknown run or task, 1210, 1209 (409) when the run is not paused or the
 * task is no longer open, 1232 when the payload does not fit the task's form
 */
export const resumeWorkflowRunsApi = (deps: WorkflowDeps): UseCase<'resumeWorkflowRunsApi'> => {
  const forms = new FormValidator();
  return async (caller, request) => {
    const { subProject, access } = await enter(
      deps.subProjects,
      caller,
      request.subProjectId,
      operations.resumeWorkflowRunsApi,
    );
    return caller.write(async (tx) => {
      const { taskId, workflowKey } = await requireTask(tx, subProject.id, request);
      const { runId, approved = false, payload, comment } = request;
      const decision = { caller, subProject, access, runId, taskId, workflowKey, approved, payload, comment };
      const { runId: advanced } = await decideTask(tx, deps, forms, decision);
      return { runId: advanced };
    });
  };
};

/**
 * The task that a request is about when it arrives. Its state is checked again once the run is locked.
 *
 * @throws CatalogueError 1200 (404) for an unknown run or task
 */
async function requireTask(
  tx: Transaction,
  subProjectId: string,
  { runId, taskId }: { readonly runId: string; readonly taskId?: string },
): Promise<ResolvedTask> {
  const resolved = await resolveTask(tx, { subProjectId, id: runId }, taskId);
  if (resolved === undefined) throw unknownRun(runId);
  if (taskId !== undefined && resolved.taskId === null) throw unknownTask(taskId);
  return resolved;
}
