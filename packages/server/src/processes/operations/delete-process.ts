import { operations } from '@millrace/contract';
import { appendAudit } from '../../audit/records/append.js';
import { eraseHistoryOf } from '../../audit/records/erase-history.js';
import { errorIds } from '../../kernel/errors/error-ids.js';
import { conflict } from '../../kernel/errors/request-errors.js';
import { storageLocked } from '../../kernel/errors/storage-errors.js';
import type { Transaction } from '../../postgres/database.js';
import { enter } from '../../sub-projects/configuration/enter.js';
import type { UseCase } from '../../use-case/caller.js';
import type { ProcessDeps } from '../change/process-ports.js';
import { requireVersion } from '../change/require-version.js';
import { eraseProcess, lockForDeletion } from '../records/processes/erase-process.js';
import { enterProcess } from '../records/visibility/enter-process.js';

/** What deleting a process needs of workflows, jobs and files. */
export interface DeletionPorts {
  /** Locks the runs of the process: before the process, as every transaction of a run does. */
  lockRuns(
    tx: Transaction,
    subProjectId: string,
    processId: string,
  ): Promise<{ readonly total: number; readonly unfinished: number }>;
  /** Removes the runs with all they have, but for the timeline. */
  eraseRuns(tx: Transaction, subProjectId: string, processId: string): Promise<void>;
  countFiles(
    tx: Transaction,
    subProjectId: string,
    processId: string,
  ): Promise<{ readonly own: number; readonly shared: number }>;
  /** Takes the values of the process out of the event log. */
  eraseEvents(tx: Transaction, subProjectId: string, processId: string): Promise<void>;
  /** Deletes the comments with their earlier texts. */
  eraseComments(tx: Transaction, subProjectId: string, processId: string): Promise<unknown>;
  /** Deletes what people are told of the process, and who watches it. */
  eraseNotifications(tx: Transaction, subProjectId: string, processId: string): Promise<void>;
  eraseStays(tx: Transaction, subProjectId: string, processId: string): Promise<void>;
  /** Detaches all files and has those removed that no other process has: their ids. */
  eraseFiles(tx: Transaction, subProjectId: string, processId: string): Promise<readonly string[]>;
}

/**
 * deleteProcess (D79): erases a process with everything about it, in one transaction; the objects of its files go with the
 * next maintenance of a worker. Under legal hold nothing goes (D32).
 */
export const deleteProcess =
  (deps: Pick<ProcessDeps, 'subProjects'> & { readonly deletion: DeletionPorts }): UseCase<'deleteProcess'> =>
  async (caller, { subProjectId, processId, reason, endRuns, dryRun }) => {
    const { deletion } = deps;
    const { subProject, access } = await enter(deps.subProjects, caller, subProjectId, operations.deleteProcess);
    const errors = { unknown: { id: errorIds.processNotFound }, outside: errorIds.outsideRowFilter };
    return caller.write(async (tx) => {
      const { id } = (await enterProcess(tx, subProject, access, processId, errors)).process;
      await deletion.lockRuns(tx, subProject.id, id);
      await lockForDeletion(tx, subProject.id, id);
      // Judged once more on what is there now that nobody can change it.
      const { process } = await enterProcess(tx, subProject, access, id, errors);
      const runs = await deletion.lockRuns(tx, subProject.id, id);
      requireVersion(process, caller.ifMatch);
      if (subProject.storage.legalHold) {
        throw storageLocked(`The sub-project "${subProject.id}" is under legal hold: its processes cannot be deleted.`);
      }
      const files = await deletion.countFiles(tx, subProject.id, id);
      const counts = {
        runs: String(runs.total),
        unfinishedRuns: String(runs.unfinished),
        files: String(files.own),
        sharedFiles: String(files.shared),
      };
      if (dryRun === true) return { status: 'success', message: 'Nothing was deleted: this was a dry run.', ...counts };
      if (runs.unfinished > 0 && endRuns !== true) {
        const some = runs.unfinished === 1 ? 'a run that has' : `${runs.unfinished} runs that have`;
        throw conflict(`The process has ${some} not ended. Cancel first, or delete with endRuns: true.`);
      }
      await appendAudit(tx, caller, [
        {
          action: 'process.delete',
          subProjectId: subProject.id,
          subjectType: 'process',
          subjectId: id,
          processId: id,
          before: null,
          after: { ...(reason === undefined ? {} : { reason }), ...counts },
        },
      ]);
      // Files first: whoever is closing one holds its row, and writes of it until then.
      const fileIds = await deletion.eraseFiles(tx, subProject.id, id);
      await eraseHistoryOf(tx, subProject.id, id, fileIds);
      await deletion.eraseComments(tx, subProject.id, id);
      await deletion.eraseNotifications(tx, subProject.id, id);
      await deletion.eraseStays(tx, subProject.id, id);
      await deletion.eraseRuns(tx, subProject.id, id);
      // Last, since nothing of the sub-project gets a place in the event log meanwhile.
      await deletion.eraseEvents(tx, subProject.id, id);
      await eraseProcess(tx, subProject.id, id);
      return { status: 'success', message: 'Process deleted.', ...counts };
    });
  };
