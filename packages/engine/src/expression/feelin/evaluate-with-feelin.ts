import { evaluate, parseDate, toFeel } from 'feelin';
import './range-corrections.js';
import { FEEL_DIALECT, messageOf } from '../syntax/parse-syntax.js';
import type { References } from '../syntax/references.js';
import { ExpressionError, excerpt } from '../values/errors.js';
import type { Scope } from '../values/expression-types.js';
import { toFeelinValue } from '../values/plain-value.js';

interface Outcome {
  readonly value: unknown;
  /** What feelin turned into null and why. */
  readonly warnings: readonly string[];
}

/**
 * Evaluates FEEL text (without the leading `=`) with feelin. Returns the raw FEEL value, with temporal objects.
 * @throws ExpressionError when feelin fails
 */
export function evaluateWithFeelin(text: string, references: References, scope: Scope, now: Date): Outcome {
  try {
    const { value, warnings } = evaluate(text, feelinContext(references, scope, now), FEEL_DIALECT);
    return { value, warnings: warnings.map((warning) => warning.message) };
  } catch (error) {
    if (error instanceof ExpressionError) throw error;
    throw new ExpressionError(`The expression "${excerpt(text)}" failed: ${messageOf(error)}`, { cause: error });
  }
}

/**
 * The context in which feelin evaluates: the referenced variables only. It is a function without prototype, because feelin's parser reads
 * the keys of object contexts and lets them change how the text is read (a key `a - b` turns the subtraction `x.a - b` into a path).
 * The parser does not look into functions, and the interpreter reads their properties. A missing variable is present as null, because
 * feelin would otherwise return the built-in function of that name (`count`, `min`).
 */
function feelinContext(references: References, scope: Scope, now: Date): Record<string, unknown> {
  const none: Record<string, unknown> = {};
  const context = Object.assign(() => null, none);
  for (const own of Reflect.ownKeys(context)) Reflect.deleteProperty(context, own);
  Object.setPrototypeOf(context, null);
  if (references.functions.has('now')) define(context, 'now', constantFunction(toFeel(now)));
  if (references.functions.has('today'))
    define(context, 'today', constantFunction(parseDate(now.toISOString().slice(0, 10))));
  for (const name of references.variables) {
    define(context, name, scope.has(name) ? toFeelinValue(scope.get(name), name) : null);
  }
  return context;
}

function define(context: Record<string, unknown>, name: string, value: unknown): void {
  Object.defineProperty(context, name, { value, enumerable: true, configurable: true, writable: true });
}

/** feelin reads the parameter names of a function from `$args`. */
function constantFunction(value: unknown): () => unknown {
  return Object.assign(() => value, { $args: [] });
}
