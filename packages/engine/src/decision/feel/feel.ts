import { compileExpression } from '../../expression/compile-expression.js';
import { compileUnaryTests } from '../../expression/compile-unary-tests.js';
import type { FeelType } from '../../expression/conversion/feel-type.js';
import type { NameContext } from '../../expression/syntax/name-context.js';
import type { Budget } from '../../expression/values/budget.js';
import { ExpressionSyntaxError } from '../../expression/values/errors.js';
import type { Scope } from '../../expression/values/expression-types.js';

/** What FEEL may assume: names in scope, which may contain spaces, and the types of the model. */
export type FeelContext = {
  readonly names: NameContext;
  readonly types: (name: string) => FeelType | undefined;
  /** What was compiled in this context, by its text: tables repeat their cells. */
  readonly compiled: Map<string, FeelExpression | FeelTests>;
  readonly file: FeelFile;
};

/** What the compilation of one file has spent. */
export type FeelFile = { characters: number };

/** Most characters of FEEL in one file, without cells of literals and repeated texts: about 5 s of work. */
const MAX_CHARACTERS = 500_000;

/** The instant and the budget of an evaluation. */
export type Spending = { readonly now: Date; readonly budget: Budget };

/** A FEEL expression of a decision; its value is a FEEL value, with dates and functions. */
export type FeelExpression = {
  readonly source: string;
  /** Names of the variables that it reads. */
  readonly variables: ReadonlySet<string>;
  readonly evaluate: (scope: Scope, budget: Spending) => unknown;
};

/** Unary tests: a cell of a table, or the allowed values of a type. */
export type FeelTests = {
  readonly source: string;
  /** Names of the variables that they read, without `?`. */
  readonly variables: ReadonlySet<string>;
  /** Whether they hold for a value; null when FEEL cannot tell. */
  readonly test: (value: unknown, scope: Scope, budget: Spending) => boolean | null;
};

/** @throws ExpressionSyntaxError */
export function compileFeel(source: string, context: FeelContext): FeelExpression {
  return remembered(context, `expression ${source}`, source, () => {
    const expression = compileExpression(source, optionsOf(context));
    return {
      source,
      variables: expression.variables,
      evaluate: (scope: Scope, { now, budget }: Spending) => expression.evaluateFeel(scope, now, budget),
    };
  });
}

/** @throws ExpressionSyntaxError */
export function compileTests(source: string, context: FeelContext): FeelTests {
  return remembered(context, `tests ${source}`, source, (): FeelTests => {
    const tests = compileUnaryTests(source, optionsOf(context));
    return {
      source,
      variables: tests.variables,
      test: (value, frame, { now, budget }) => tests.test(value, frame, now, budget),
    };
  });
}

function optionsOf({ names, types }: FeelContext) {
  // As DMN says, a call of a function that does not exist is null.
  return { names, types, strict: false };
}

function remembered<T extends FeelExpression | FeelTests>(
  { compiled, file }: FeelContext,
  key: string,
  source: string,
  compile: () => T,
): T {
  const known = compiled.get(key);
  if (known !== undefined) return known as T;
  file.characters += source.length;
  if (file.characters > MAX_CHARACTERS)
    throw new ExpressionSyntaxError(`the file has more than ${MAX_CHARACTERS} characters of FEEL: split it`);
  const made = compile();
  compiled.set(key, made);
  return made;
}
