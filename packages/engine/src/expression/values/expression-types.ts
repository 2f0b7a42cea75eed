/** What an expression evaluates to: JSON values. Dates, times and durations arrive as ISO 8601 strings. */
export type FeelValue = null | boolean | number | string | FeelValue[] | { [key: string]: FeelValue };

/**
 * The variables an expression can see. `get` of a name that `has` denies is treated as `null`; values must be JSON values
 * or `Date`s. An evaluation reads only the names in `Expression.variables`.
 */
export interface Scope {
  get(name: string): unknown;
  has(name: string): boolean;
  names(): Iterable<string>;
}

/** A scope without variables. */
export const emptyScope: Scope = { get: () => undefined, has: () => false, names: () => [] };

/** A compiled FEEL expression; immutable, holds no state between evaluations. */
export interface Expression {
  /** The text it was compiled from, as given. */
  readonly source: string;
  /** Names of the root variables it may read; never names of functions, loop variables or parameters. */
  readonly variables: ReadonlySet<string>;
  /** Whether evaluation normally avoids feelin (well under a microsecond instead of 45 to 360). */
  readonly compiled: boolean;
  /**
   * The value in `scope` at the instant `now` (the only clock: `now()` and `today()` read it, in UTC). The result may share
   * structure with the scope's values: treat both as immutable.
   * @throws ExpressionError when evaluation fails or the value is not representable (a range, a function).
   */
  evaluate(scope: Scope, now: Date): FeelValue;
  /** Why the value is what it is: feelin's warnings and the referenced variables that are missing. For messages only. */
  explain(scope: Scope, now: Date): readonly string[];
}
