import type { Budget } from '../values/budget.js';
import type { Scope } from '../values/expression-types.js';

/** Most warnings kept for one evaluation. */
const MAX_WARNINGS = 20;

/** What one evaluation works with. */
export class Evaluation {
  readonly scope: Scope;
  readonly now: Date;
  readonly budget: Budget;
  /** What became null and why; null when nobody asks. */
  readonly warnings: string[] | null;

  constructor(scope: Scope, now: Date, budget: Budget, warnings: string[] | null = null) {
    this.scope = scope;
    this.now = now;
    this.budget = budget;
    this.warnings = warnings;
  }

  /** The same instant, budget and warnings with other variables: those around the definition of a function. */
  within(scope: Scope): Evaluation {
    return scope === this.scope ? this : new Evaluation(scope, this.now, this.budget, this.warnings);
  }

  /** FEEL's answer to an error is null; the reason is a warning. */
  warn(reason: () => string): null {
    const { warnings } = this;
    if (warnings === null || warnings.length >= MAX_WARNINGS) return null;
    const text = reason();
    if (!warnings.includes(text)) warnings.push(text);
    return null;
  }
}

/** The variables that an expression itself binds (loops, parameters, entries of contexts), innermost first. */
export interface Env {
  value: unknown;
  readonly up: Env | null;
}

/** A compiled node: returns an admitted value, never undefined. */
export type Code = (evaluation: Evaluation, env: Env | null) => unknown;
