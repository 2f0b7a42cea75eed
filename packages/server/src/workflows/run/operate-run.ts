import type { Command } from '@millrace/engine';
import type { AuditEntry } from '../../audit/records/append.js';
import { errorIds } from '../../kernel/errors/error-ids.js';
import { conflict } from '../../kernel/errors/request-errors.js';
import type { Transaction } from '../../postgres/database.js';
import { enter, type RoleOperation } from '../../sub-projects/configuration/enter.js';
import type { Caller } from '../../use-case/caller.js';
import type { RunRow } from '../records/run-row.js';
import { advanceRun, hasEnded, type RunId } from './advance-run.js';
import { refusing } from './map-rejections.js';
import { lockVisibleRun } from './run-access.js';
import type { WorkflowDeps } from './workflow-deps.js';

/** What an operator does to a run. */
export interface Operation {
  readonly command: Command;
  readonly action: AuditEntry['action'];
  /** Beside the state, in the audit row. */
  readonly after: object;
  readonly definitionId?: string;
}

/**
 * The operations of operators on one unfinished run have all but the command in common.
 *
 * @param decide makes the command, with the run's row locked
 * @throws CatalogueError 1202, 1209 (also for a run on a process outside the row filter), 1200 with 404 for an unknown run,
 * 1009 when it has ended or the command does not fit it, and what `decide` raises
 */
export async function operateRun(
  deps: WorkflowDeps,
  caller: Caller,
  operation: RoleOperation,
  request: { readonly subProjectId: string; readonly runId: string },
  decide: (tx: Transaction, run: RunRow) => Promise<Operation>,
  afterwards: (tx: Transaction, run: RunRow) => Promise<void> = async () => undefined,
): Promise<{ runId: RunId }> {
  const { subProject, access } = await enter(deps.subProjects, caller, request.subProjectId, operation);
  return caller.write(async (tx) => {
    const run = await lockVisibleRun(tx, { subProject, access, runId: request.runId, outside: errorIds.mayNotCall });
    if (hasEnded(run.status)) {
      throw conflict(`The run has ended: it is ${run.status}. Nothing of it can be changed any more.`);
    }
    const { command, action, after, definitionId } = await decide(tx, run);
    const runId = await refusing(() =>
      advanceRun(tx, deps, {
        actor: caller,
        subProject,
        run,
        command,
        action: { action, after },
        ...(definitionId === undefined ? {} : { definitionId }),
      }),
    );
    await afterwards(tx, run);
    return { runId };
  });
}
