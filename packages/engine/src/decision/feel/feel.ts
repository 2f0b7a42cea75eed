import { compileExpression } from '../../expression/compile-expression.js';
import { compileUnaryTests } from '../../expression/compile-unary-tests.js';
import type { KnownNames } from '../../expression/syntax/parse-syntax.js';
import type { FeelType } from '../../expression/values/feel-type.js';
import type { Evaluation } from '../run/evaluation.js';
import type { Frame } from '../run/frame.js';

/** What FEEL may assume: names in scope, which may contain spaces, and the types of the model. */
export type FeelContext = {
  readonly names: KnownNames;
  readonly types: (name: string) => FeelType | undefined;
};

/** A FEEL expression of a decision; its value is a FEEL value, with dates and functions. */
export type FeelExpression = {
  readonly source: string;
  /** Names of the variables that it reads. */
  readonly variables: ReadonlySet<string>;
  readonly evaluate: (frame: Frame, evaluation: Evaluation) => unknown;
};

/** Unary tests: a cell of a table, or the allowed values of a type. */
export type FeelTests = {
  readonly source: string;
  /** Names of the variables that they read, without `?`. */
  readonly variables: ReadonlySet<string>;
  /** Whether they hold for a value; null when FEEL cannot tell. */
  readonly test: (value: unknown, frame: Frame, evaluation: Pick<Evaluation, 'now' | 'budget'>) => boolean | null;
};

/** @throws ExpressionSyntaxError */
export function compileFeel(source: string, context: FeelContext): FeelExpression {
  const expression = compileExpression(source, { ...context, strict: false });
  return {
    source,
    variables: expression.variables,
    evaluate: (frame, { now, budget }) => expression.evaluateFeel(frame, now, budget),
  };
}

/** @throws ExpressionSyntaxError */
export function compileTests(source: string, context: FeelContext): FeelTests {
  const tests = compileUnaryTests(source, { ...context, strict: false });
  return {
    source,
    variables: tests.variables,
    test: (value, frame, { now, budget }) => tests.test(value, frame, now, budget),
  };
}
