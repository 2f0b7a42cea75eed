import type { ErrorId } from '@millrace/contract';
import type { BackgroundKind } from '../../jobs/records/job.js';
import type { Log } from '../../kernel/log.js';
import type { Transaction } from '../../postgres/database.js';
import type { SubProject } from '../../sub-projects/configuration/sub-project.js';
import type { UserPrincipal } from '../../use-case/caller.js';
import type { BulkRow, MatchingProcess } from '../records/bulk/bulk-queries.js';
import type { KEEPING_LOCK, ROW_LOCK } from '../records/processes/process-row.js';
import type { BulkRights } from './bulk-rights.js';

/** What one kind of bulk operation does with the processes that match. */
export interface BulkKind {
  /** Of its jobs. */
  readonly kind: Extract<BackgroundKind, `bulk-${string}`>;
  /** Processes of one transaction: a second or so, which is how long others wait for their rows at most. */
  readonly batchSize: number;
  readonly lock: typeof ROW_LOCK | typeof KEEPING_LOCK;
  /**
   * What the principal may do of it now.
   *
   * @throws CatalogueError what ends the operation as a whole
   */
  rights(
    subProject: SubProject,
    principal: UserPrincipal,
    bulk: Pick<BulkRow, 'filters' | 'updates' | 'start'>,
  ): BulkRights;
  /**
   * Does it to one process, in a savepoint.
   *
   * @returns what became of the process
   * @throws CatalogueError why the process refused
   */
  takeOne(tx: Transaction, task: BulkTask, process: MatchingProcess): Promise<string>;
  /** What a process is said to have refused when its cause is an error of ours. */
  readonly unexpected: { readonly id: ErrorId; readonly detail: string };
}

/** A bulk operation that is being done, and for whom. */
export interface BulkTask {
  readonly bulk: Pick<BulkRow, 'id' | 'traceId' | 'updates' | 'start'>;
  readonly principal: UserPrincipal;
  readonly subProject: SubProject;
  readonly rights: BulkRights;
  readonly log: Log;
}
