import { compileExpression } from './compile-expression.js';
import { compileOnce } from './compile-once.js';
import type { Expression } from './values/expression-types.js';

/** A FEEL expression, compiled. The value is JSON; durations are texts of ISO 8601. */
export type FeelExpression = (variables: Readonly<Record<string, unknown>>, now: Date) => unknown;

type Options = Parameters<typeof compileExpression>[1];

/**
 * Compiles FEEL expressions, with or without the leading `=`, over variables that are given by name; each text once.
 *
 * @returns compiles one. What that returns evaluates it, and throws ExpressionError as every expression does, also when its budget is used up
 * @throws ExpressionSyntaxError for text that is not FEEL, or calls an unknown function
 */
export const feelCompiler = (options?: Options): ((source: string) => FeelExpression) =>
  compileOnce((source) => overNames(compileExpression(source, options)));

/** Of expressions without functions beside those of FEEL: see {@link feelCompiler}. */
export const compileFeel = feelCompiler();

function overNames(expression: Expression): FeelExpression {
  return (variables, now) =>
    expression.evaluate(
      {
        get: (name) => (Object.hasOwn(variables, name) ? variables[name] : undefined),
        has: (name) => Object.hasOwn(variables, name),
        names: () => Object.keys(variables),
      },
      now,
    );
}
