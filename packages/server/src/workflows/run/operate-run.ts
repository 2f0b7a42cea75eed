import type { Command, RunState } from '@millrace/engine';
import type { AuditEntry } from '../../audit/records/append.js';
import { errorIds } from '../../kernel/errors/error-ids.js';
import { conflict } from '../../kernel/errors/request-errors.js';
import type { Transaction } from '../../postgres/database.js';
import { enter, type RoleOperation } from '../../sub-projects/configuration/enter.js';
import type { Caller } from '../../use-case/caller.js';
import type { RunRow } from '../records/run-row.js';
import { advanceRunTo, hasEnded, type RunId } from './advance-run.js';
import { mapRejections } from './map-rejections.js';
import { lockVisibleRun } from './run-access.js';
import type { WorkflowDeps } from './workflow-deps.js';

/** What an operator does to a run. */
export interface OperatorCommand {
  readonly command: Command;
  readonly action: AuditEntry['action'];
  /** What the audit row shows after the action, beside the state. */
  readonly after: object;
  /** The new definition of a migrated run. */
  readonly definitionId?: string;
}

/**
 * What all operations of operators on an unfinished run have in common: everything but the command.
 *
 * @param decide makes the command; the run's row is locked
 * @param afterwards runs in the same transaction once the run is written; `run` is as it was before the command
 * @throws CatalogueError 1202, 1209 (also for a run on a process outside the row filter), 1200 (404) for an unknown run,
 * 1009 when it has ended or the command does not fit it, and what `decide` throws
 */
export async function operateRun(
  deps: WorkflowDeps,
  caller: Caller,
  operation: RoleOperation,
  request: { readonly subProjectId: string; readonly runId: string },
  decide: (tx: Transaction, run: RunRow) => Promise<OperatorCommand>,
  afterwards: (tx: Transaction, run: RunRow, after: RunState) => Promise<void> = async () => undefined,
): Promise<{ runId: RunId }> {
  const { subProject, access } = await enter(deps.subProjects, caller, request.subProjectId, operation);
  return caller.write(async (tx) => {
    const run = await lockVisibleRun(tx, { subProject, access, runId: request.runId, outside: errorIds.mayNotCall });
    if (hasEnded(run.status)) {
      throw conflict(`The run has ended: it is ${run.status}. It can no longer be changed.`);
    }
    const { command, action, after, definitionId } = await decide(tx, run);
    const advanced = await mapRejections(() =>
      advanceRunTo(tx, deps, {
        actor: caller,
        subProject,
        run,
        command,
        action: { action, after },
        ...(definitionId === undefined ? {} : { definitionId }),
      }),
    );
    await afterwards(tx, run, advanced.after);
    return { runId: { id: advanced.id, state: advanced.status } };
  });
}
