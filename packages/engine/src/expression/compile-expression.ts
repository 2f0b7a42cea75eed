import { compileFastPath } from './fast-path/compile-fast-path.js';
import { leftToFeelin } from './fast-path/operators.js';
import { evaluateWithFeelin } from './feelin/evaluate-with-feelin.js';
import { messageOf, parseSyntax } from './syntax/parse-syntax.js';
import { collectReferences } from './syntax/references.js';
import { ExpressionError, excerpt } from './values/errors.js';
import type { Expression, FeelValue, Scope } from './values/expression-types.js';
import { toFeelValue } from './values/plain-value.js';

/**
 * Compiles a FEEL expression, given with or without the leading `=` of the Zeebe dialect. How the text is read depends on the text alone,
 * never on the data; names with spaces or operators are written in backticks. Constructs outside the fast path are evaluated by
 * feelin, with the same results.
 * @throws ExpressionSyntaxError for text that is not FEEL, calls an unknown function, or exceeds the limits of parse-syntax.ts.
 */
export function compileExpression(source: string): Expression {
  const offset = /^\s*=/.exec(source)?.[0].length ?? 0;
  const text = source.slice(offset);
  const root = parseSyntax(text, offset);
  const references = collectReferences(root, text, offset);
  const fast = compileFastPath(root, text);

  function evaluateSlowly(scope: Scope, now: Date): FeelValue {
    return finish(() => evaluateWithFeelin(text, references, scope, now).value);
  }

  function evaluate(scope: Scope, now: Date): FeelValue {
    if (fast === undefined) return evaluateSlowly(scope, now);
    let value: unknown;
    try {
      value = fast(scope);
    } catch (error) {
      if (error !== leftToFeelin) throw error;
      return evaluateSlowly(scope, now);
    }
    return typeof value === 'boolean' || typeof value === 'string' ? value : finish(() => value);
  }

  function explain(scope: Scope, now: Date): readonly string[] {
    const missing = [...references.variables].filter((name) => !scope.has(name));
    const reasons = missing.map((name) => `there is no variable "${name}"`);
    return [...reasons, ...evaluateWithFeelin(text, references, scope, now).warnings];
  }

  function finish(produce: () => unknown): FeelValue {
    try {
      return toFeelValue(produce());
    } catch (error) {
      if (error instanceof ExpressionError) throw error;
      // The remaining case is a RangeError from data that nests deeper than the stack.
      throw new ExpressionError(`The expression "${excerpt(text)}" failed: ${messageOf(error)}`, { cause: error });
    }
  }

  return Object.freeze({ source, variables: references.variables, compiled: fast !== undefined, evaluate, explain });
}
