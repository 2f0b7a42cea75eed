import { BudgetExceeded } from '../../expression/values/budget.js';
import { ExpressionError } from '../../expression/values/errors.js';
import type { Variables } from '../../state/run-state.js';
import type { Evaluation } from '../evaluation/evaluation.js';
import type { CompiledDefinitions } from '../model/compiled-definitions.js';
import { DecisionError } from '../trace/decision-error.js';
import { evaluateNode } from './evaluate-node.js';

/**
 * Evaluates a node of a model by its id or name, and converts its value, a FEEL value.
 * @throws DecisionError for everything that the model or its data cause
 */
export function evaluateGuarded<T>(
  definitions: CompiledDefinitions,
  idOrName: string,
  context: Variables,
  evaluation: Evaluation,
  convert: (value: unknown) => T,
): T {
  try {
    return convert(evaluateNode(definitions, idOrName, context, evaluation));
  } catch (error) {
    if (error instanceof DecisionError) throw error;
    if (error instanceof Error && isBudget(error)) throw evaluation.failure('budget', error.message);
    if (error instanceof ExpressionError) throw evaluation.failure('expression', error.message);
    // Values or functions that nest deeper than the stack.
    if (error instanceof RangeError)
      throw evaluation.failure('budget', `the evaluation nests too deep: ${error.message}`);
    throw error;
  }
}

/** An expression that uses up the budget names itself, and the reason is its cause. */
function isBudget(error: Error): boolean {
  let at: unknown = error;
  for (let depth = 0; at instanceof Error && depth < 10; depth += 1) {
    if (at instanceof BudgetExceeded) return true;
    at = at.cause;
  }
  return false;
}
