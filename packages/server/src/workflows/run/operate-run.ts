import type { Command, RunState } from '@millrace/engine';
import type { Access } from '../../access/authorize.js';
import type { AuditEntry } from '../../audit/records/append.js';
import { errorIds } from '../../kernel/errors/error-ids.js';
import { conflict } from '../../kernel/errors/request-errors.js';
import type { Transaction } from '../../postgres/database.js';
import { enter, type RoleOperation } from '../../sub-projects/configuration/enter.js';
import type { SubProject } from '../../sub-projects/configuration/sub-project.js';
import type { Actor, Caller } from '../../use-case/caller.js';
import type { RunRow } from '../records/run-row.js';
import { type AdvancedRun, advanceRunTo, hasEnded, type RunId } from './advance-run.js';
import { mapRejections } from './map-rejections.js';
import { lockVisibleRun } from './run-access.js';
import type { RunDeps } from './run-deps.js';
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

/** A run that is to be operated, by whom. */
export interface OperatedRun {
  readonly actor: Actor;
  readonly subProject: SubProject;
  readonly access: Access;
  readonly runId: string;
}

/** Makes the command; the run's row is locked. */
type Decide = (tx: Transaction, run: RunRow) => Promise<OperatorCommand>;

/** Runs in the same transaction once the run is written; `run` is as it was before the command. */
type Afterwards = (tx: Transaction, run: RunRow, after: RunState) => Promise<void>;

/**
 * What all operations of operators on an unfinished run have in common: everything but the command.
 *
 * @throws CatalogueError 1202, and as {@link operateIn}
 */
export async function operateRun(
  deps: WorkflowDeps,
  caller: Caller,
  operation: RoleOperation,
  request: { readonly subProjectId: string; readonly runId: string },
  decide: Decide,
  afterwards?: Afterwards,
): Promise<{ runId: RunId }> {
  const { subProject, access } = await enter(deps.subProjects, caller, request.subProjectId, operation);
  const operated = { actor: caller, subProject, access, runId: request.runId };
  return caller.write(async (tx) => {
    const { id, status } = await operateIn(tx, deps, operated, decide, afterwards);
    return { runId: { id, state: status } };
  });
}

/**
 * Locks an unfinished run and gives it the command of an operator.
 *
 * @throws CatalogueError 1209 (also for a run on a process outside the row filter), 1200 (404) for an unknown run,
 * 1009 when it has ended or the command does not fit it, and what `decide` throws
 */
export async function operateIn(
  tx: Transaction,
  deps: RunDeps,
  { actor, subProject, access, runId }: OperatedRun,
  decide: Decide,
  afterwards: Afterwards = async () => undefined,
): Promise<AdvancedRun> {
  const run = await lockVisibleRun(tx, { subProject, access, runId, outside: errorIds.mayNotCall });
  if (hasEnded(run.status)) {
    throw conflict(`The run has ended: it is ${run.status}. It can no longer be changed.`);
  }
  const { command, action, after, definitionId } = await decide(tx, run);
  const advanced = await mapRejections(() =>
    advanceRunTo(tx, deps, {
      actor,
      subProject,
      run,
      command,
      action: { action, after },
      ...(definitionId === undefined ? {} : { definitionId }),
    }),
  );
  await afterwards(tx, run, advanced.after);
  return advanced;
}
