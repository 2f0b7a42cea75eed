import type { Transaction } from '../../postgres/database.js';
import type { ProcessRow } from '../../processes/records/processes/process-row.js';
import type { SubProject } from '../../sub-projects/configuration/sub-project.js';
import type { Actor } from '../../use-case/caller.js';
import type { RunDeps } from '../run/run-deps.js';

/** A rung that a clock has reached, as the job of its action says. */
export interface ReachedRung {
  /** Key and name of the clock. */
  readonly clock: string;
  readonly name: string;
  /** As the document writes it: `80%` or `+P1D`. */
  readonly rung: string;
  /** ISO 8601. */
  readonly at: string;
  /** Null for a clock of the process. */
  readonly taskId: string | null;
}

/** What a rung was to do does not fit any more. The message says why. */
export class RungRefused extends Error {
  override readonly name = 'RungRefused';
}

/** What all actions are handed. */
export interface RungWork {
  readonly tx: Transaction;
  readonly deps: RunDeps;
  readonly actor: Actor;
  readonly subProject: SubProject;
  readonly process: ProcessRow;
  readonly rung: ReachedRung;
}
