import { operations } from '@millrace/contract';
import type { TaskAttributes } from '@millrace/engine';
import { wrongState } from '../../../kernel/errors/access-errors.js';
import { invalidValue } from '../../../kernel/errors/request-errors.js';
import { inTurn } from '../../../kernel/time-slices.js';
import type { Transaction } from '../../../postgres/database.js';
import { enter } from '../../../sub-projects/configuration/enter.js';
import { principalId, type UseCase } from '../../../use-case/caller.js';
import type { RunRow } from '../../records/run-row.js';
import { lockTask, type ResolvedTask, resolveTask } from '../../records/tasks/find-tasks.js';
import type { TaskRow } from '../../records/tasks/task-row.js';
import { advanceRun } from '../../run/advance-run.js';
import { mapRejections } from '../../run/map-rejections.js';
import { accessToWorkflow, lockVisibleRun, unknownRun } from '../../run/run-access.js';
import type { WorkflowDeps } from '../../run/workflow-deps.js';
import { requireTaskAccess, unknownTask } from '../../tasks/task-access.js';
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
      const narrowed = accessToWorkflow(access, workflowKey);
      const run = await lockVisibleRun(tx, { subProject, access: narrowed, runId: request.runId });
      const task = await lockOpenTask(tx, run, taskId);
      requireTaskAccess(subProject, access, task, run.workflowKey);
      const payload = { ...request.payload };
      const errors = await inTurn(() => forms.check(task.form, payload));
      if (errors.length > 0) throw invalidValue('The payload does not fit the form of the task.', errors);
      const approved = request.approved ?? false;
      const advanced = await mapRejections(() =>
        advanceRun(tx, deps, {
          actor: caller,
          subProject,
          run,
          command: {
            type: 'completeTask',
            key: task.elementKey,
            variables: payload,
            approved,
            by: principalId(caller.principal),
            task: attributesOf(task),
          },
          action: { action: 'run.resume', after: { taskId: task.id, approved } },
        }),
      );
      return { runId: advanced };
    });
  };
};

/** What the listeners of a task may read. */
const attributesOf = (task: TaskRow): TaskAttributes => ({
  assignee: task.assignee,
  candidateGroups: task.candidateGroups,
  candidateUsers: task.candidateUsers,
  dueDate: task.dueTs?.toISOString() ?? null,
  followUpDate: task.followUpTs?.toISOString() ?? null,
  priority: task.priority,
});

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

/** Locks the task, which must still be open; its run is locked already. @throws CatalogueError 1209 (409) */
async function lockOpenTask(tx: Transaction, run: RunRow, taskId: string | null): Promise<TaskRow> {
  if (run.status !== 'PAUSED') {
    throw wrongState(`The run is ${run.status}; only a PAUSED run can be resumed.`);
  }
  if (taskId === null) {
    throw wrongState('The run waits for a message, signal or condition and has no open task; see getWorkflowRun.');
  }
  const task = await lockTask(tx, { subProjectId: run.subProjectId, id: taskId });
  if (task?.state !== 'OPEN') throw wrongState('The task is no longer open: another request was first.');
  return task;
}
