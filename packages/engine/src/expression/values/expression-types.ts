import type { Budget } from './budget.js';
import type { Calendars } from './working-time.js';

/** What an expression evaluates to: JSON values. Dates, times and durations arrive as ISO 8601 strings. */
export type FeelValue = null | boolean | number | string | FeelValue[] | { [key: string]: FeelValue };

/**
 * The variables that an expression can see. Values must be JSON values, `Date`s or values of FEEL; a name for which `has` returns false is null. An
 * evaluation reads only the names in `Expression.variables`.
 */
export interface Scope {
  get(name: string): unknown;
  has(name: string): boolean;
  names(): Iterable<string>;
  /** For `working time`; absent: there are none. */
  readonly calendars?: Calendars;
}

/** A scope without variables. */
export const emptyScope: Scope = { get: () => undefined, has: () => false, names: () => [] };

/** The value of an expression that is made of literals alone. */
export interface Constant {
  /** Frozen. */
  readonly value: FeelValue;
  /** What an evaluation spends of its budget. */
  readonly steps: number;
  readonly bytes: number;
}

/** A compiled FEEL expression. It is immutable and has no state between evaluations. */
export interface Expression {
  /** The text it was compiled from, as given. */
  readonly source: string;
  /** Names of the root variables it may read; never names of functions, loop variables or parameters. */
  readonly variables: ReadonlySet<string>;
  /** Its value, if it is the same in every scope because the expression is made of literals alone; else null. */
  readonly constant: Constant | null;
  /**
   * The value in `scope` at the instant `now`, which `now()` and `today()` return in UTC. The result may share
   * structure with the scope's values: treat both as immutable. What cannot be computed is null, as FEEL says. Evaluations that are given
   * the same `budget` share it; by default each has its own.
   * @throws ExpressionError when the budget is used up, an assertion fails, or the value is not representable (a range, a function).
   */
  evaluate(scope: Scope, now: Date, budget?: Budget): FeelValue;
  /**
   * As `evaluate`, without conversion: dates, times, durations, ranges and functions stay values of FEEL, which a scope may have too.
   * @throws ExpressionError when the budget is used up or an assertion fails
   */
  evaluateFeel(scope: Scope, now: Date, budget?: Budget): unknown;
  /** Why the value is what it is: what became null and why, and the referenced variables that are missing. For messages only. */
  explain(scope: Scope, now: Date, budget?: Budget): readonly string[];
}
