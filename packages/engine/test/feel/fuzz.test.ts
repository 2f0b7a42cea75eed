import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compileExpression } from '../../src/expression/compile-expression.js';
import { anyProgram } from '../../src/expression/testing/arbitrary-program.js';
import { scopeOf } from '../../src/expression/testing/scope-of.js';
import { Budget } from '../../src/expression/values/budget.js';
import { ExpressionError, ExpressionSyntaxError } from '../../src/expression/values/errors.js';

const RUNS = Number(process.env.FEEL_RUNS ?? 1_500);
/** Longest time of the processor for one evaluation on a busy machine, in milliseconds. It stops what is not counted at all. */
const PATIENCE = 400;

const range = (count: number) => Array.from({ length: count }, (_, index) => index);
const scope = scopeOf({
  list: range(5_000),
  objects: range(1_000).map((a) => ({ a, x: `x${a}` })),
  texts: range(1_000).map((at) => `item ${at}`),
  big: 'ab '.repeat(20_000),
  n: 2.5,
  a: { a: [1, 2], x: null },
});

test('[FEEL-2] no expression takes long, and none fails with anything but an ExpressionError', () => {
  const property = fc.property(anyProgram, (source) => {
    const begun = process.cpuUsage();
    try {
      compileExpression(source).evaluate(scope, new Date(0));
    } catch (error) {
      expect(error instanceof ExpressionError || error instanceof ExpressionSyntaxError, String(error)).toBe(true);
    }
    const { user, system } = process.cpuUsage(begun);
    expect((user + system) / 1_000, source).toBeLessThan(PATIENCE);
  });
  fc.assert(property, { numRuns: RUNS });
}, 120_000);

test('[FEEL-2] the same expression gives the same value or failure again, and spends the same', () => {
  const once = (source: string) => {
    const budget = new Budget();
    try {
      return {
        value: JSON.stringify(compileExpression(source).evaluate(scope, new Date(0), budget)),
        ...spent(budget),
      };
    } catch (error) {
      return { failure: String(error), ...spent(budget) };
    }
  };
  fc.assert(
    fc.property(anyProgram, (source) => {
      expect(once(source)).toEqual(once(source));
    }),
    { numRuns: Math.ceil(RUNS / 5) },
  );
}, 120_000);

function spent({ steps, bytes }: Budget) {
  return { steps, bytes };
}
