import { operations } from '@millrace/contract';
import { requireVersionId, writingWork } from '../../../sub-projects/configuration/enter.js';
import type { UseCase } from '../../../use-case/caller.js';
import type { WorkflowDeps } from '../../run/workflow-deps.js';
import { decideTask } from '../../tasks/decide-task.js';
import { FormValidator } from '../../tasks/task-form.js';

/**
 * Completes an open human task of a paused run (D23); the engine decides what a rejection does (D24). The task is resolved
 * before the lock of the run is held: if several requests target the same task, one wins, and none of them completes the task
 * that follows it by accident.
 *
 * @throws CatalogueError 1202, 1209, 1200 (404) for an unknown run or task, 1210, 1209 (409) when the run is not paused or the
 * task is no longer open, 1232 when the payload does not fit the task's form
 */
export const resumeWorkflowRunsApi = (deps: WorkflowDeps): UseCase<'resumeWorkflowRunsApi'> => {
  const forms = new FormValidator();
  return (caller, request) =>
    writingWork(
      deps.subProjects,
      caller,
      request.subProjectId,
      operations.resumeWorkflowRunsApi,
      ({ subProject, access, write }) =>
        write(async (tx) => {
          const { runId, taskId, approved = false, payload, comment, onBehalfOf } = request;
          const decision = { caller, subProject, access, runId, taskId, approved, payload, comment, onBehalfOf };
          const seen = (versionId: string | null) => requireVersionId(subProject, versionId);
          const { runId: advanced } = await decideTask(tx, deps, forms, { ...decision, seen });
          return { runId: advanced };
        }),
    );
};
