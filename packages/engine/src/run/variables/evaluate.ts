import { evaluateBoolean } from '../../expression/evaluate-boolean.js';
import type { Expression, FeelValue, Scope } from '../../expression/values/expression-types.js';
import type { Value } from '../../model/node.js';
import { Failure } from '../core/failure.js';
import type { Run } from '../core/run.js';

/**
 * The value of an expression.
 * @throws ExpressionError which `attempt` returns as a Failure
 */
export function evaluate(run: Run, expression: Expression, scope: Scope): FeelValue {
  return run.expressions.lend((budget) => expression.evaluate(scope, run.date, budget));
}

/**
 * The value of a condition.
 * @throws ExpressionError for every value but true and false
 */
export function decide(run: Run, expression: Expression, scope: Scope): boolean {
  return run.expressions.lend((budget) => evaluateBoolean(expression, scope, run.date, budget));
}

/**
 * A required text; a number is converted to text. `what` names it in the incident.
 * @throws Failure when it is empty or of another type
 */
export function textOf(run: Run, value: Value, scope: Scope, what: string): string {
  const text = optionalText(run, value, scope, what);
  if (text === null || text === '') throw new Failure('expression', `${what} is empty${explain(value)}`);
  return text;
}

/** An optional text: null when the expression gives null or the attribute is absent. */
export function optionalText(run: Run, value: Value | null, scope: Scope, what: string): string | null {
  if (value === null) return null;
  if (value.type === 'literal') return value.text;
  const result = evaluate(run, value.expression, scope);
  if (result === null || typeof result === 'string') return result;
  if (typeof result === 'number') return String(result);
  throw new Failure('expression', `${what} must be a text${explain(value)}`);
}

/** A list of texts: a FEEL list, or one text with commas. */
export function optionalList(run: Run, value: Value | null, scope: Scope, what: string): readonly string[] | null {
  if (value === null) return null;
  const result = value.type === 'literal' ? value.text : evaluate(run, value.expression, scope);
  if (result === null) return null;
  if (typeof result === 'string') return splitList(result);
  if (Array.isArray(result) && result.every((entry) => typeof entry === 'string')) return result;
  throw new Failure('expression', `${what} must be a list of texts${explain(value)}`);
}

/** The entries of a text with commas. */
export function splitList(text: string): readonly string[] {
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}

/** A whole number within bounds, both included. */
export function wholeNumber(run: Run, value: Value, scope: Scope, what: string, least: number, most: number): number {
  const result = value.type === 'literal' ? Number(value.text) : evaluate(run, value.expression, scope);
  const number = typeof result === 'string' ? Number(result) : result;
  if (typeof number === 'number' && Number.isInteger(number) && number >= least && number <= most) return number;
  throw new Failure('expression', `${what} must be a whole number from ${least} to ${most}${explain(value)}`);
}

function explain(value: Value): string {
  return value.type === 'feel' ? ` (${value.expression.source.trim().slice(0, 80)})` : '';
}
