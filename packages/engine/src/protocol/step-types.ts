import type { DecisionModel } from '../decision/model/decision-model.js';
import type { Calendars } from '../expression/values/working-time.js';
import type { ExecutableModel } from '../model/executable-model.js';
import type { RunState, RunStatus, Variables } from '../state/run-state.js';
import type { Command } from './command.js';
import type { Effect } from './effect.js';

/** Models by the ids the server gave them. Must contain every id of `modelsOf(state)` and of the command. */
export type ModelResolver = ReadonlyMap<string, ExecutableModel>;

/** Decision models by the ids the server gave them. Must contain the id of a `decisionResolved` command. */
export type DecisionResolver = ReadonlyMap<string, DecisionModel>;

/** What a step needs to know. */
export type StepInput = {
  readonly models: ModelResolver;
  /** Needed for `decisionResolved` only. */
  readonly decisions?: DecisionResolver;
  /** Null only for `start`. The step does not change it. */
  readonly state: RunState | null;
  readonly command: Command;
  /** Epoch milliseconds. */
  readonly now: number;
  /** The live process, readable in every expression as `process`; never stored in the state. */
  readonly process: Variables;
  /** Calendars of the sub-project by key, for timers and `working time`. Default: none. */
  readonly calendars?: Calendars;
  /** Element activations after which the step ends with scheduleContinue; default 1,000. */
  readonly budget?: number;
};

/** The run after the step, what the server must do (in order), and the status as clients see it (D21). */
export type StepResult = {
  readonly state: RunState;
  readonly effects: readonly Effect[];
  readonly status: RunStatus;
};
