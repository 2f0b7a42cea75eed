import fc from 'fast-check';
import { evaluate as feelin } from 'feelin';
import { expect, test } from 'vitest';
import { compileExpression } from '../../src/expression/compile-expression.js';
import { typedVariables } from '../../src/expression/testing/arbitrary-data.js';
import { typedExpression } from '../../src/expression/testing/arbitrary-expression.js';
import { scopeOf } from '../../src/expression/testing/scope-of.js';

const RUNS = Number(process.env.FEEL_RUNS ?? 1_500);

/** Where feelin 8.2 has another value on purpose or by a defect, so that nothing can be compared. */
const differences: readonly { readonly because: string; readonly found: (source: string) => boolean }[] = [
  {
    because: 'it compares with a range, also of values of different types',
    found: (source) => /[<>]|between/.test(source),
  },
  { because: 'it reads what follows `in` or `!=` as a test of its own', found: (source) => /!=| in /.test(source) },
  { because: 'a missing member differs from no value', found: (source) => source.includes('o.') },
  { because: 'it swaps the ends of a range that are not in order', found: (source) => source.includes('..') },
  { because: 'any condition but false and null takes the branch then', found: (source) => source.includes('if ') },
  {
    because: 'its powers and remainders of large numbers differ in the last digits',
    found: (source) => source.includes('**'),
  },
];

/** A variable that is missing would be the built-in function of its name. */
const absent: Readonly<Record<string, unknown>> = { n: null, m: null, s: null, t: null, p: null, q: null, o: null };

test('[FEEL-1] well-typed expressions have the value that feelin gives them, where feelin does not differ', () => {
  let compared = 0;
  const property = fc.property(typedExpression, typedVariables, (source, variables) => {
    if (differences.some(({ found }) => found(source)) || !isPlainData(variables)) return;
    const plain = JSON.parse(JSON.stringify(variables)) as Record<string, unknown>;
    const expected: unknown = feelin(source, { ...absent, ...plain }).value;
    const actual = compileExpression(source).evaluate(scopeOf(variables), new Date(0));
    compared += 1;
    if (typeof actual === 'number' && typeof expected === 'number') expect(actual).toBeCloseTo(expected, 6);
    else expect(actual).toEqual(expected);
  });
  fc.assert(property, { numRuns: RUNS });
  expect(compared).toBeGreaterThan(RUNS / 40);
});

/** JSON with small numbers and plain names: others the two treat differently. */
function isPlainData(value: unknown): boolean {
  if (typeof value === 'number') return Math.abs(value) < 1e9;
  if (typeof value !== 'object' || value === null) return value !== undefined;
  if (Array.isArray(value) || value instanceof Date) return false;
  return Object.entries(value).every(([key, member]) => /^\w+$/.test(key) && isPlainData(member));
}
