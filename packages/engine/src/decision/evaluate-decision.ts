import type { FeelValue } from '../expression/values/expression-types.js';
import type { Variables } from '../state/run-state.js';
import type { DecisionModel } from './model/decision-model.js';
import type { DecisionTrace } from './trace/decision-trace.js';

export type DecisionResult = { readonly value: FeelValue; readonly trace: DecisionTrace };

/** Default of the budget of an evaluation: rules tested and FEEL operations, counted; about 50 ms. */
export const DEFAULT_DECISION_BUDGET = 1_000_000;

/**
 * Evaluates a decision or a decision service with the decisions that it requires.
 * @param idOrName id or name of a decision or a decision service of the model; ids win
 * @param context values of the input data by name, as JSON. Where the model declares a date, time, date and time or duration, an
 * ISO 8601 text is read as one. Names that the model does not know are ignored. For a decision service also the values of its input
 * decisions.
 * @param now epoch milliseconds, for `now()` and `today()` (UTC)
 * @param budget rules tested and FEEL operations after which the evaluation is given up; default {@link DEFAULT_DECISION_BUDGET}
 * @returns the result as JSON (dates, times and durations as ISO 8601 texts) and what happened on the way
 * @throws DecisionError when there is no result
 */
export function evaluateDecision(
  _model: DecisionModel,
  _idOrName: string,
  _context: Variables,
  _now: number,
  _budget: number = DEFAULT_DECISION_BUDGET,
): DecisionResult {
  throw new Error('not built yet');
}
