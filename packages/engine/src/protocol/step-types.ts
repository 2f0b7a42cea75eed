import type { ExecutableModel } from '../model/executable-model.js';
import type { RunState, RunStatus, Variables } from '../state/run-state.js';
import type { Command } from './command.js';
import type { Effect } from './effect.js';

/** Models by the ids the server gave them; must hold every id of `modelsOf(state)` and of the command. */
export type ModelResolver = ReadonlyMap<string, ExecutableModel>;

export type StepInput = {
  readonly models: ModelResolver;
  /** Null only for `start`. Never mutated. */
  readonly state: RunState | null;
  readonly command: Command;
  /** Epoch milliseconds. */
  readonly now: number;
  /** The live process, readable in every expression as `process`; never stored in the state. */
  readonly process: Variables;
  /** Element activations before the step gives up its turn (scheduleContinue); default 1,000. */
  readonly budget?: number;
};

export type StepResult = {
  readonly state: RunState;
  readonly effects: readonly Effect[];
  readonly status: RunStatus;
};
