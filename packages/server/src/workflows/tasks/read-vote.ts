import type { File, Operations, operations, RequestOf } from '@millrace/contract';
import { requireUser } from '../../access/require-user.js';
import { conflict, invalidMember } from '../../kernel/errors/request-errors.js';
import { type Transaction, transaction } from '../../postgres/database.js';
import { enter } from '../../sub-projects/configuration/enter.js';
import type { Caller } from '../../use-case/caller.js';
import type { WorkflowDeps } from '../run/workflow-deps.js';
import type { Decision } from './decision.js';
import { findVisibleTask } from './task-access.js';

/**
 * Reads a vote as castVote and startApprovalSignature take it: what needs no lock is judged at once.
 *
 * @returns the decision, in the transaction that judges the rest
 * @throws CatalogueError 1202, 1209, 1210, 1200 for an unknown task or file; in the transaction also 1009 when the task has no votes
 */
export async function readVote(
  deps: Pick<WorkflowDeps, 'db' | 'subProjects' | 'processFiles'>,
  caller: Caller,
  operation: typeof operations.castVote | typeof operations.startApprovalSignature,
  request: RequestOf<Operations['startApprovalSignature']>,
): Promise<(tx: Transaction) => Promise<Decision>> {
  const { subProjectId, taskId, outcome, reason, payload, fileIds = [], onBehalfOf } = request;
  const { subProject, access } = await enter(deps.subProjects, caller, subProjectId, operation);
  requireUser(caller.principal, operation);
  const find = (tx: Transaction) => findVisibleTask(tx, subProject, access, taskId);
  // Before the transaction of the vote, which holds locks.
  let files: readonly File[] = [];
  if (fileIds.length > 0) {
    const { task } = await transaction(deps.db, find);
    files = await requireFiles(deps, caller, { subProjectId: subProject.id, processId: task.processId }, fileIds);
  }
  return async (tx) => {
    const { task } = await find(tx);
    if (task.approval === null) {
      throw conflict('One person decides this task: complete it with resumeWorkflowRunsApi or decideTasks.');
    }
    const { runId } = task;
    const approved = outcome === 'approve';
    const said = { approved, payload, comment: reason, onBehalfOf, vote: { outcome, files } };
    return { caller, subProject, access, runId, taskId: task.id, ...said };
  };
}

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
