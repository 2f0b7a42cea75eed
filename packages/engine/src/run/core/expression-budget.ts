import { Budget, MAX_BYTES, MAX_STEPS } from '../../expression/values/budget.js';

/** Steps of expressions after which no further token moves in this step: what is left is done in a later one. */
const SOFT_STEPS = MAX_STEPS;
/** Most steps of all expressions of one step. What begins below the soft limit may always take as much as one expression may. */
const HARD_STEPS = 2 * MAX_STEPS;

/** What the expressions of one step of a run have spent together. */
export class ExpressionBudget {
  #steps = 0;

  /** Whether the step should end, because it has evaluated so much. */
  get isUsedUp(): boolean {
    return this.#steps >= SOFT_STEPS;
  }

  /**
   * Lends an evaluation its budget, and counts what it spent.
   * @throws whatever `work` throws
   */
  lend<T>(work: (budget: Budget) => T): T {
    const budget = new Budget({ steps: Math.min(MAX_STEPS, HARD_STEPS - this.#steps), bytes: MAX_BYTES });
    try {
      return work(budget);
    } finally {
      this.#steps += budget.steps;
    }
  }
}
