import type { Access } from '../../access/authorize.js';
import type { CatalogueError } from '../../kernel/errors/catalogue-error.js';
import { errorIds } from '../../kernel/errors/error-ids.js';
import type { Log } from '../../kernel/log.js';
import type { Transaction } from '../../postgres/database.js';
import { inSavepoint } from '../../processes/bulk/attempt-one.js';
import type { BulkRepair } from '../../processes/records/bulk/bulk-queries.js';
import type { SubProject } from '../../sub-projects/configuration/sub-project.js';
import type { Actor } from '../../use-case/caller.js';
import { migrateCommand, renameFor } from '../migration/migration.js';
import type { RepairTarget, Waits } from '../records/bulk/repair-items.js';
import { operateIn } from '../run/operate-run.js';
import { cancelCommand, retryCommand } from '../run/operator-commands.js';
import type { RunDeps } from '../run/run-deps.js';
import { instanceOf, outcomeOfRetry, type RepairOutcome } from './repair-outcome.js';

/** A repair, by whom, and what they may do now. */
export interface RepairTask {
  readonly actor: Actor;
  readonly subProject: SubProject;
  readonly access: Access;
  readonly repair: BulkRepair;
  readonly reason: string | null;
  readonly log: Log;
  /** Of the bulk operation; empty for a dry run. */
  readonly bulkId: string;
}

/**
 * Repairs one run as retryIncident, cancelWorkflowRun or migrateRun would, in a savepoint.
 *
 * @returns what became of it or what it waits for, or why it refused
 */
export async function repairOne(
  tx: Transaction,
  deps: RunDeps,
  task: RepairTask,
  { runId, incidentId, processId }: RepairTarget,
): Promise<RepairOutcome | Waits | CatalogueError> {
  if (processId === null) return 'DELETED';
  const { actor, subProject, access, repair, reason, log, bulkId } = task;
  return inSavepoint(
    tx,
    async () => {
      const operated = { actor, subProject, access, runId };
      if (repair.action === 'CANCEL') {
        await operateIn(tx, deps, operated, async () => cancelCommand(reason ?? undefined));
        return 'CANCELLED' as const;
      }
      if (repair.action === 'MIGRATE') {
        const { migration = { definitionId: '', mapping: {} } } = repair;
        await operateIn(tx, deps, operated, async (_, run) => migrateCommand(run, migration), renameFor(migration));
        return 'MIGRATED' as const;
      }
      let instanceKey = 0;
      const { status, after } = await operateIn(tx, deps, operated, async (_, run) => {
        const { retries, variables } = repair;
        const command = await retryCommand(tx, run, { incidentId: incidentId ?? '', retries, variables });
        instanceKey = instanceOf(run.state, command.command.key);
        return command;
      });
      return outcomeOfRetry(status, after, instanceKey);
    },
    {
      unexpected: { id: errorIds.internal, detail: 'The run could not be repaired.' },
      log,
      about: { bulk: bulkId, run: runId },
    },
  );
}
