import { evaluate, unaryTest } from 'feelin';
import '../../expression/feelin/range-corrections.js';
import type { Evaluation } from '../run/evaluation.js';
import type { Frame } from '../run/frame.js';
import { DecisionError } from '../trace/decision-error.js';

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
  readonly variables: ReadonlySet<string>;
  /** Whether they hold for a value; null when FEEL cannot tell. */
  readonly test: (value: unknown, frame: Frame, evaluation: Evaluation | null) => boolean | null;
};

const noNames: ReadonlySet<string> = new Set();

/**
 * Compiles FEEL. `names` are the names in scope, which may contain spaces.
 * @throws ExpressionSyntaxError
 */
export function compileFeel(source: string, _names: ReadonlySet<string>): FeelExpression {
  return {
    source,
    variables: noNames,
    evaluate: (frame, evaluation) => {
      try {
        evaluation.spend(1);
        return evaluate(source, frame.toObject()).value ?? null;
      } catch (error) {
        if (error instanceof DecisionError) throw error;
        throw evaluation.failure('expression', `${source}: ${error instanceof Error ? error.message : String(error)}`);
      }
    },
  };
}

/** @throws ExpressionSyntaxError */
export function compileTests(source: string, _names: ReadonlySet<string>): FeelTests {
  return {
    source,
    variables: noNames,
    test: (value, frame) => {
      const result: unknown = unaryTest(source, { ...frame.toObject(), '?': value }).value;
      return typeof result === 'boolean' ? result : null;
    },
  };
}
