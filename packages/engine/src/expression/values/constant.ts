import { Budget } from './budget.js';
import { type Constant, type Expression, emptyScope, type FeelValue } from './expression-types.js';

/** Evaluates an expression of literals, once and for all. */
export function constantOf(evaluate: Expression['evaluate']): Constant {
  const budget = new Budget();
  const value = frozen(evaluate(emptyScope, new Date(0), budget));
  return Object.freeze({ value, steps: budget.steps, bytes: budget.bytes });
}

/**
 * The value of a constant, at the price of an evaluation.
 * @throws BudgetExceeded
 */
export function spendOn({ value, steps, bytes }: Constant, budget: Budget): FeelValue {
  budget.spend(steps);
  budget.allocate(bytes);
  return value;
}

/** Literals make lists of lists, and nothing else that could be changed. */
function frozen(value: FeelValue): FeelValue {
  if (Array.isArray(value)) for (const element of Object.freeze(value)) frozen(element);
  return value;
}
