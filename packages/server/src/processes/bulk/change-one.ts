import { CatalogueError } from '../../kernel/errors/catalogue-error.js';
import { errorIds } from '../../kernel/errors/error-ids.js';
import type { Log } from '../../kernel/log.js';
import {
  DatabaseUnavailableError,
  isPassing,
  isRetryable,
  isStalePlan,
  type Transaction,
} from '../../postgres/database.js';
import type { SubProject } from '../../sub-projects/configuration/sub-project.js';
import type { UserPrincipal } from '../../use-case/caller.js';
import type { ChangeProcess } from '../change/change-process.js';
import type { ProcessPorts } from '../change/process-ports.js';
import { refuseUnlisted, updatable } from '../change/update-lists.js';
import type { MatchingProcess } from '../records/bulk/bulk-queries.js';
import { coveringRoles } from '../records/visibility/process-visibility.js';
import type { BulkRights } from './bulk-rights.js';

/** What a bulk update changes, and for whom. */
export interface BulkChange {
  readonly bulk: {
    readonly id: string;
    readonly traceId: string;
    readonly updates: Readonly<Record<string, unknown>>;
  };
  readonly principal: UserPrincipal;
  readonly subProject: SubProject;
  readonly rights: BulkRights;
  readonly log: Log;
}

/**
 * Changes one process as updateProcessField would: its roles' lists, then the change, in a savepoint.
 *
 * @returns whether anything changed, or why the process refused
 */
export async function changeOne(
  tx: Transaction,
  deps: Pick<ProcessPorts, 'processChanged'> & { readonly changeProcess: ChangeProcess },
  { bulk, principal, subProject, rights, log }: BulkChange,
  { covered, ...process }: MatchingProcess,
): Promise<'changed' | 'unchanged' | CatalogueError> {
  const actor = { principal, traceId: bulk.traceId };
  try {
    const names = Object.keys(bulk.updates);
    refuseUnlisted(subProject, names, updatable(rights.access, coveringRoles(rights.access, covered)));
    return await tx.savepoint(async () => {
      const change = { subProject, process, updates: bulk.updates, action: 'process.update' } as const;
      const changed = await deps.changeProcess(tx, actor, change);
      if (changed.version === process.version) return 'unchanged';
      await deps.processChanged(tx, { subProjectId: subProject.id, processId: process.id });
      return 'changed';
    });
  } catch (error) {
    if (error instanceof CatalogueError) return error;
    // These are no fault of the process: the batch fails, and is run again.
    if (error instanceof DatabaseUnavailableError || isRetryable(error) || isStalePlan(error) || isPassing(error)) {
      throw error;
    }
    log.error({ err: error, bulk: bulk.id, process: process.id }, 'a bulk update could not change a process');
    return new CatalogueError(errorIds.updatingFailed, 'The fields could not be updated.', { cause: error });
  }
}
