import { type File, operations } from '@millrace/contract';
import { requireUser } from '../../../access/require-user.js';
import { conflict, invalidMember } from '../../../kernel/errors/request-errors.js';
import { type Transaction, transaction } from '../../../postgres/database.js';
import { enter } from '../../../sub-projects/configuration/enter.js';
import type { Caller, UseCase } from '../../../use-case/caller.js';
import type { WorkflowDeps } from '../../run/workflow-deps.js';
import { decideTask } from '../../tasks/decide-task.js';
import { findVisibleTask } from '../../tasks/task-access.js';
import { FormValidator } from '../../tasks/task-form.js';

/**
 * Votes on a task that several persons decide. The vote is judged and stored in the transaction that holds the lock of the run.
 *
 * @throws CatalogueError 1202, 1209 when the caller may not vote, 1200 (404) for an unknown task, 1210, 1209 (409) when the task
 * is no longer open, 1009 when the caller has voted or the task has no votes, 1232 when a reason is missing or the payload does not
 * fit the form
 */
export const castVote = (deps: WorkflowDeps): UseCase<'castVote'> => {
  const forms = new FormValidator();
  return async (caller, { subProjectId, taskId, outcome, reason, payload, fileIds = [], onBehalfOf }) => {
    const { subProject, access } = await enter(deps.subProjects, caller, subProjectId, operations.castVote);
    requireUser(caller.principal, operations.castVote);
    const find = (tx: Transaction) => findVisibleTask(tx, subProject, access, taskId);
    // Before the transaction of the vote, which holds locks.
    let files: readonly File[] = [];
    if (fileIds.length > 0) {
      const { task } = await transaction(deps.db, find);
      files = await requireFiles(deps, caller, { subProjectId: subProject.id, processId: task.processId }, fileIds);
    }
    return caller.write(async (tx) => {
      const { task } = await find(tx);
      if (task.approval === null) {
        throw conflict('One person decides this task: complete it with resumeWorkflowRunsApi or decideTasks.');
      }
      const { runId } = task;
      const { vote, ...decided } = await decideTask(tx, deps, forms, {
        caller,
        subProject,
        access,
        runId,
        taskId: task.id,
        approved: outcome === 'approve',
        payload,
        comment: reason,
        onBehalfOf,
        vote: { outcome, files },
      });
      if (vote === undefined) throw new Error(`a vote on the task ${task.id} was not counted`);
      const { result, approvals, rejections, quorum } = vote;
      return { ...decided, result, approvals, rejections, quorum };
    });
  };
};

/** @throws CatalogueError 1200 for a file that is not among the newest ones of the process that the caller sees */
async function requireFiles(
  { processFiles }: Pick<WorkflowDeps, 'processFiles'>,
  caller: Caller,
  process: { readonly subProjectId: string; readonly processId: string },
  fileIds: readonly string[],
): Promise<readonly File[]> {
  const seen = new Map((await processFiles(caller, process)).map((file) => [file.id, file]));
  return [...new Set(fileIds)].map((fileId) => {
    const file = seen.get(fileId);
    if (file !== undefined) return file;
    throw invalidMember('/fileIds', `${fileId} is none of the newest 100 files of the process that the caller sees.`);
  });
}
