import { builtins } from './builtins/registry.js';
import { failureOf } from './compile-expression.js';
import { type CompileOptions, compileRoot } from './compiler/compile-root.js';
import { Evaluation } from './evaluation/evaluation.js';
import { Budget } from './values/budget.js';
import type { Scope } from './values/expression-types.js';

/** Compiled unary tests, as in a cell of a decision table. Immutable and without state between evaluations. */
export interface UnaryTests {
  /** The text they were compiled from. */
  readonly source: string;
  /** Names of the root variables that they may read, without `?`. */
  readonly variables: ReadonlySet<string>;
  /**
   * Whether `input` passes: true, false, or null when that cannot be said (another type, a null).
   * @throws ExpressionError when evaluation fails, also on the budget
   */
  test(input: unknown, scope: Scope, now: Date, budget?: Budget): boolean | null;
}

/**
 * Compiles unary tests: `-`, values, ranges and comparisons with commas between them, `not(...)`, and conditions on the input `?`.
 * @throws ExpressionSyntaxError as compileExpression does
 */
export function compileUnaryTests(source: string, options: CompileOptions = {}): UnaryTests {
  const { code, variables, weight, text } = compileRoot(source, 'UnaryTests', builtins, options);

  function test(input: unknown, scope: Scope, now: Date, budget = new Budget()): boolean | null {
    try {
      budget.spend(weight);
      return code(new Evaluation(scope, now, budget), { value: input ?? null, up: null }) as boolean | null;
    } catch (error) {
      throw failureOf(text, error);
    }
  }

  return Object.freeze({ source, variables, test });
}
