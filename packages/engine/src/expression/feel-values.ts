import { Budget } from './evaluation/budget.js';
import { Evaluation } from './evaluation/evaluation.js';
import { compare, equal } from './operators/compare.js';
import { coerce } from './values/coerce.js';
import { isInstance } from './values/conforms.js';
import { emptyScope } from './values/expression-types.js';
import type { FeelType } from './values/feel-type.js';

/** What is asked about values outside of an expression, such as the outputs of decision tables. Each counts against the budget. */

/** FEEL `=`: true, false, or null when the values are of different types. */
export function feelEquals(left: unknown, right: unknown, budget: Budget = new Budget()): boolean | null {
  return equal(evaluationOf(budget), left, right);
}

/** Below, equal to or above 0; null when the values have no order. */
export function feelCompare(left: unknown, right: unknown, budget: Budget = new Budget()): number | null {
  return compare(evaluationOf(budget), left, right);
}

/** FEEL `instance of`: null is an instance of Null only. */
export function isInstanceOf(value: unknown, type: FeelType, budget: Budget = new Budget()): boolean {
  return isInstance(evaluationOf(budget), value, type);
}

/** The value converted to the type as DMN does implicitly; null when it does not conform. Null conforms to every type. */
export function coerceTo(value: unknown, type: FeelType, budget: Budget = new Budget()): unknown {
  return coerce(evaluationOf(budget), value, type);
}

function evaluationOf(budget: Budget): Evaluation {
  return new Evaluation(emptyScope, new Date(0), budget);
}
