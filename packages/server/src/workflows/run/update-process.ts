import type { Command } from '@millrace/engine';
import { CatalogueError } from '../../kernel/errors/catalogue-error.js';
import type { Transaction } from '../../postgres/database.js';
import { sqlState } from '../../postgres/database.js';
import type { ChangeProcess } from '../../processes/change/change-process.js';
import type { ProcessRow } from '../../processes/records/processes/process-row.js';
import type { SubProject } from '../../sub-projects/configuration/sub-project.js';
import type { Actor } from '../../use-case/caller.js';

/** The job type that changes the run's process inside the run's own transaction. */
export const PROCESS_UPDATE = 'process.update';

/** One `process.update` job of a run. */
export interface ProcessUpdate {
  readonly subProject: SubProject;
  /** Locked by this transaction. */
  readonly process: ProcessRow;
  /** The engine's number of the job. */
  readonly key: number;
  /** Input of the job: its member `updates` maps field names to values, as in updateProcessField (D17). */
  readonly input: Readonly<Record<string, unknown>>;
  /** User ids of those who entered values that this transaction passes on, beside the actor. */
  readonly enteredBy: readonly string[];
}

/**
 * Does a `process.update` job inside the run's transaction. An update that the configuration does not allow is undone and
 * becomes a failed job and so an incident with the reason. It does not fail the transaction.
 *
 * @returns the process as it is now, and the command that tells the engine
 */
export async function updateProcess(
  tx: Transaction,
  changeProcess: ChangeProcess,
  actor: Actor,
  { subProject, process, key, input, enteredBy }: ProcessUpdate,
): Promise<{ readonly process: ProcessRow; readonly command: Command }> {
  return answerUpdate({ process, key, input }, (updates) =>
    tx.attempt(() => changeProcess(tx, actor, { subProject, process, updates, action: 'process.update', enteredBy })),
  );
}

/**
 * What a `process.update` job answers when `change` makes or refuses the change.
 *
 * @returns the process as it is now, and the command that tells the engine
 */
export async function answerUpdate(
  { process, key, input }: Omit<ProcessUpdate, 'subProject' | 'enteredBy'>,
  change: (updates: Readonly<Record<string, unknown>>) => Promise<ProcessRow>,
): Promise<{ readonly process: ProcessRow; readonly command: Command }> {
  const { updates } = input;
  if (!isObject(updates)) {
    const message =
      'process.update needs an input mapping to "updates" that gives a context, e.g. ={state: "APPROVED"}.';
    return { process, command: failed(key, message) };
  }
  try {
    return { process: await change(updates), command: { type: 'completeJob', key, variables: {} } };
  } catch (error) {
    const message = reasonOf(error);
    if (message === undefined) throw error;
    return { process, command: failed(key, message) };
  }
}

const failed = (key: number, message: string): Command => ({ type: 'failJob', key, message, retries: 0 });

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Why the values were refused; undefined for failures that the values did not cause. */
function reasonOf(error: unknown): string | undefined {
  if (error instanceof CatalogueError) {
    const errors = (error.errors ?? []).map(({ pointer, detail }) => `${pointer}: ${detail}`);
    return `${error.id} ${errors.length === 0 ? error.detail : errors.join('; ')}`.slice(0, 4000);
  }
  // Class 22: a value PostgreSQL cannot store, e.g. text with NUL.
  return sqlState(error)?.startsWith('22') === true && error instanceof Error ? error.message : undefined;
}
