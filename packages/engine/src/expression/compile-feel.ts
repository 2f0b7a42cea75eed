import { compileExpression } from './compile-expression.js';

/** A FEEL expression, compiled. The value is JSON; durations are texts of ISO 8601. */
export type FeelExpression = (variables: Readonly<Record<string, unknown>>, now: Date) => unknown;

type Options = Parameters<typeof compileExpression>[1];

/**
 * Compiles a FEEL expression, with or without the leading `=`, over variables that are given by name.
 *
 * @returns evaluates it; throws ExpressionError as every expression does, also when its budget is used up
 * @throws ExpressionSyntaxError for text that is not FEEL, or calls an unknown function
 */
export function compileFeel(source: string, options?: Options): FeelExpression {
  const expression = compileExpression(source, options);
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
