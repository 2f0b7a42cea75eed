import type { FeelValue } from '../expression/values/expression-types.js';
import type { Variables } from '../state/run-state.js';
import { Evaluation } from './evaluation/evaluation.js';
import type { DecisionModel } from './model/decision-model.js';
import { evaluateGuarded } from './run/evaluate-guarded.js';
import type { DecisionTrace } from './trace/decision-trace.js';

export type DecisionResult = { readonly value: FeelValue; readonly trace: DecisionTrace };

/** Default of the budget of an evaluation: rules tested and FEEL operations, counted; about 50 ms. */
export const DEFAULT_DECISION_BUDGET = 250_000;

/**
 * Evaluates a decision with the decisions that it requires, a decision service, or a business knowledge model.
 * @param idOrName id or name of one of them in the model; ids win
 * @param context values by name, as JSON: of the input data, of the parameters of a service or function, and of other variables that
 * expressions read. Where the model declares a date, time, date and time or duration, an ISO 8601 text is read as one. Inputs of
 * imported files have the name of the import in front (`{"risk.amount": 1}` or `{"risk": {"amount": 1}}`). A value for a required
 * decision replaces that decision. An input that is missing or not of its type is null.
 * @param now epoch milliseconds, for `now()` and `today()` (UTC)
 * @param budget rules tested and FEEL operations after which the evaluation is given up; default {@link DEFAULT_DECISION_BUDGET}
 * @returns the result as JSON (dates, times and durations as ISO 8601 texts) and what happened on the way
 * @throws DecisionError when there is no result
 */
export function evaluateDecision(
  model: DecisionModel,
  idOrName: string,
  context: Variables,
  now: number,
  budget: number = DEFAULT_DECISION_BUDGET,
): DecisionResult {
  const evaluation = new Evaluation(now, budget);
  const value = evaluateGuarded(model.compiled, idOrName, context, evaluation, (result) =>
    evaluation.recorder.json(result),
  );
  return { value, trace: evaluation.recorder.trace() };
}
