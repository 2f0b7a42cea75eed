import type { Budget } from './values/budget.js';
import { ExpressionError, excerpt } from './values/errors.js';
import type { Expression, FeelValue, Scope } from './values/expression-types.js';

/**
 * Evaluates a condition. As in Camunda 8, only `true` and `false` are accepted: null or any other value is an error, so that a missing
 * variable stops the run with an incident instead of taking a branch.
 * @throws ExpressionError naming the value and why it is not a boolean.
 */
export function evaluateBoolean(expression: Expression, scope: Scope, now: Date, budget?: Budget): boolean {
  const value = expression.evaluate(scope, now, budget);
  if (typeof value === 'boolean') return value;
  const reasons = expression.explain(scope, now, budget);
  const because = reasons.length === 0 ? '' : ` (${reasons.slice(0, 3).join('; ')})`;
  throw new ExpressionError(
    `The condition "${excerpt(expression.source)}" must be true or false but is ${describe(value)}${because}`,
  );
}

function describe(value: FeelValue): string {
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === 'object' && value !== null) return 'a context';
  return excerpt(JSON.stringify(value));
}
