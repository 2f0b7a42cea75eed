import { builtins } from './builtins/registry.js';
import { type CompileOptions, compileRoot } from './compiler/compile-root.js';
import { Budget, BudgetExceeded } from './evaluation/budget.js';
import { Evaluation } from './evaluation/evaluation.js';
import { messageOf } from './syntax/parse-syntax.js';
import { ExpressionError, excerpt } from './values/errors.js';
import type { Expression, FeelValue, Scope } from './values/expression-types.js';
import { toJson } from './values/to-json.js';

/**
 * Compiles a FEEL expression, given with or without the leading `=` of the Zeebe dialect. How the text is read depends on the text and
 * `options` alone, never on the data; names with spaces or operators are written in backticks or given as `options.names`.
 * @throws ExpressionSyntaxError for text that is not FEEL, calls an unknown function, or exceeds the limits of parse-syntax.ts.
 */
export function compileExpression(source: string, options: CompileOptions = {}): Expression {
  const { code, variables, weight, text } = compileRoot(source, 'Expression', builtins, options);

  function evaluateFeel(scope: Scope, now: Date, budget = new Budget()): unknown {
    return guarded(text, () => {
      budget.spend(weight);
      return code(new Evaluation(scope, now, budget), null);
    });
  }

  function evaluate(scope: Scope, now: Date, budget = new Budget()): FeelValue {
    return guarded(text, () => {
      budget.spend(weight);
      return toJson(code(new Evaluation(scope, now, budget), null), budget);
    });
  }

  function explain(scope: Scope, now: Date, budget = new Budget()): readonly string[] {
    const warnings: string[] = [];
    for (const name of variables) if (!scope.has(name)) warnings.push(`there is no variable "${name}"`);
    try {
      code(new Evaluation(scope, now, budget, warnings), null);
    } catch (error) {
      warnings.push(messageOf(error));
    }
    return warnings;
  }

  return Object.freeze({ source, variables, evaluate, evaluateFeel, explain });
}

/** What fails says which expression failed. */
export function guarded<T>(text: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof BudgetExceeded) throw error.in(text);
    if (error instanceof ExpressionError && error.message.startsWith('variable "')) throw error;
    // Else the stack overflowed: a RangeError, from an expression or data that nests too deep.
    const reason = error instanceof RangeError ? 'it or its data nests too deep' : messageOf(error);
    if (!(error instanceof ExpressionError || error instanceof RangeError)) throw error;
    throw new ExpressionError(`The expression "${excerpt(text)}" failed: ${reason}`, { cause: error });
  }
}
