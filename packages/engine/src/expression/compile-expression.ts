import { builtins } from './builtins/registry.js';
import { type CompileOptions, compileRoot } from './compiler/compile-root.js';
import { toJson } from './conversion/to-json.js';
import { Evaluation } from './evaluation/evaluation.js';
import { messageOf } from './syntax/parse-syntax.js';
import { Budget, BudgetExceeded } from './values/budget.js';
import { constantOf, spendOn } from './values/constant.js';
import { ExpressionError, excerpt } from './values/errors.js';
import type { Constant, Expression, FeelValue, Scope } from './values/expression-types.js';

/**
 * Compiles a FEEL expression, given with or without the leading `=` of the Zeebe dialect. How the text is read depends on the text and
 * `options` alone, never on the data; names with spaces or operators are written in backticks or given as `options.names`.
 * @throws ExpressionSyntaxError for text that is not FEEL, calls an unknown function, or exceeds the limits of parse-syntax.ts.
 */
export function compileExpression(source: string, options: CompileOptions = {}): Expression {
  const { code, variables, weight, text, isPath, isConstant } = compileRoot(
    source,
    'Expression',
    options.builtins ?? builtins,
    options,
  );
  const constant = isConstant ? constantOf(calculate) : null;

  function run(scope: Scope, now: Date, budget: Budget): unknown {
    budget.spend(weight);
    return code(new Evaluation(scope, now, budget), null);
  }

  function evaluateFeel(scope: Scope, now: Date, budget = new Budget()): unknown {
    try {
      return run(scope, now, budget);
    } catch (error) {
      throw failureOf(text, error);
    }
  }

  function calculate(scope: Scope, now: Date, budget: Budget): FeelValue {
    return toJson(run(scope, now, budget), isPath ? null : budget);
  }

  function evaluate(scope: Scope, now: Date, budget = new Budget()): FeelValue {
    if (constant !== null) return evaluateConstant(source, constant, budget);
    try {
      return calculate(scope, now, budget);
    } catch (error) {
      throw failureOf(text, error);
    }
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

  return Object.freeze({ source, variables, constant, evaluate, evaluateFeel, explain });
}

/**
 * Evaluates an expression of literals, which needs nothing that was compiled.
 * @throws ExpressionError when the budget is used up
 */
export function evaluateConstant(source: string, constant: Constant, budget = new Budget()): FeelValue {
  try {
    return spendOn(constant, budget);
  } catch (error) {
    throw failureOf(source.replace(/^\s*=/, ''), error);
  }
}

/** The failure of an evaluation, with the expression that failed. Errors that are defects of the evaluator stay what they are. */
export function failureOf(text: string, error: unknown): unknown {
  if (error instanceof BudgetExceeded) return error.in(text);
  // The stack overflowed, from an expression, functions or data that nest too deep.
  if (error instanceof RangeError) return failed(text, 'it or its data nests too deep', error);
  if (!(error instanceof ExpressionError)) return error;
  // These name their place, and an evaluation inside of this one may have named its expression.
  const isNamed = error.message.startsWith('variable "') || error.message.startsWith('The expression "');
  return isNamed ? error : failed(text, error.message, error);
}

function failed(text: string, reason: string, cause: unknown): ExpressionError {
  return new ExpressionError(`The expression "${excerpt(text)}" failed: ${reason}`, { cause });
}
