import { operations } from '@millrace/contract';
import { wrongState } from '../../../kernel/errors/access-errors.js';
import type { CatalogueError } from '../../../kernel/errors/catalogue-error.js';
import { invalidValue } from '../../../kernel/errors/request-errors.js';
import type { Transaction } from '../../../postgres/database.js';
import { enter } from '../../../sub-projects/configuration/enter.js';
import type { UseCase } from '../../../use-case/caller.js';
import type { RunRow } from '../../records/run-row.js';
import { findMeantTask, lockTask, type MeantTask, type TaskRow } from '../../records/tasks.js';
import { advanceRun } from '../../run/advance-run.js';
import { refusing } from '../../run/map-rejections.js';
import { accessToWorkflow, lockVisibleRun, unknownRun } from '../../run/run-access.js';
import type { WorkflowDeps } from '../../run/workflow-deps.js';
import { FormValidator } from '../../tasks/task-form.js';
import { refuseStrangers, unknownTask } from '../../tasks/tasks.js';

const conflict = (detail: string): CatalogueError => wrongState(detail);

/**
 * Completes an open human task of a paused run (D23); the engine judges a rejection (D24). Which task is decided before
 * the run is locked, so of several requests that mean the same task one wins, even when the run pauses at another at once.
 *
 * @throws CatalogueError 1202, 1209, 1200 with 404 for an unknown run or task, 1210, 1209 with 409 when the run is not
 * paused or the task no longer open, 1232 when the payload does not fit the task's form
 */
export const resumeWorkflowRun = (deps: WorkflowDeps): UseCase<'resumeWorkflowRunsApi'> => {
  const forms = new FormValidator();
  return async (caller, request) => {
    const { subProject, access } = await enter(
      deps.subProjects,
      caller,
      request.subProjectId,
      operations.resumeWorkflowRunsApi,
    );
    return caller.write(async (tx) => {
      const { taskId, workflowKey } = await meantTask(tx, subProject.id, request);
      const narrowed = accessToWorkflow(access, workflowKey);
      const run = await lockVisibleRun(tx, { subProject, access: narrowed, runId: request.runId });
      const task = await lockMeant(tx, run, taskId);
      refuseStrangers(subProject, access, task, run.workflowKey);
      const payload = { ...request.payload };
      const errors = forms.check(task.form, payload);
      if (errors.length > 0) throw invalidValue('The payload does not fit the form of the task.', errors);
      const approved = request.approved ?? false;
      const advanced = await refusing(() =>
        advanceRun(tx, deps, {
          actor: caller,
          subProject,
          run,
          command: { type: 'completeTask', key: task.elementKey, variables: payload, approved },
          action: { action: 'run.resume', after: { taskId: task.id, approved } },
        }),
      );
      return { runId: advanced };
    });
  };
};

/** The task a request is about, as things stand when it comes; judged again once the run is locked. */
async function meantTask(
  tx: Transaction,
  subProjectId: string,
  { runId, taskId }: { readonly runId: string; readonly taskId?: string },
): Promise<MeantTask> {
  const meant = await findMeantTask(tx, subProjectId, runId, taskId);
  if (meant === undefined) throw unknownRun(runId);
  if (taskId !== undefined && meant.taskId === null) throw unknownTask(taskId);
  return meant;
}

/** The task itself, still open; locked after its run. */
async function lockMeant(tx: Transaction, run: RunRow, taskId: string | null): Promise<TaskRow> {
  if (run.status !== 'PAUSED') {
    throw conflict(`The run is ${run.status}; only a PAUSED run can be resumed.`);
  }
  if (taskId === null) {
    throw conflict('The run waits for a message, signal or condition and has no open task; see getWorkflowRun.');
  }
  const task = await lockTask(tx, taskId);
  if (task?.state !== 'OPEN') throw conflict('The task is no longer open: somebody else was first.');
  return task;
}
