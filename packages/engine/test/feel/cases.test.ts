import { describe, expect, test } from 'vitest';
import { compileExpression } from '../../src/expression/compile-expression.js';
import { emptyScope } from '../../src/expression/values/expression-types.js';
import { contexts } from './cases/contexts.js';
import { control } from './cases/control.js';
import { decided } from './cases/decided.js';
import { lists } from './cases/lists.js';
import { numbers } from './cases/numbers.js';
import { patterns } from './cases/patterns.js';
import { ranges } from './cases/ranges.js';
import { temporal } from './cases/temporal.js';
import { texts } from './cases/texts.js';
import { types } from './cases/types.js';
import { type FeelCase, printed } from './printed.js';

/** The value of an expression as a decision model evaluates it: an unknown function gives null. */
function printedValue(source: string): string {
  return printed(compileExpression(source, { strict: false }).evaluateFeel(emptyScope, new Date(0)));
}

function check(cases: readonly FeelCase[]): void {
  const wrong = cases.filter(([source, expected]) => printedValue(source) !== expected);
  expect(wrong.map(([source, expected]) => `${source} is ${printedValue(source)}, not ${expected}`)).toEqual([]);
}

describe('expressions and their values, the same in other engines of DMN', () => {
  test('[FEEL-4] numbers', () => check(numbers));
  test('[FEEL-1] texts', () => check(texts));
  test('[FEEL-5] regular expressions', () => check(patterns));
  test('[FEEL-1] lists', () => check(lists));
  test('[FEEL-1] contexts', () => check(contexts));
  test('[FEEL-9] ranges', () => check(ranges));
  test('[FEEL-6] [FEEL-7] dates, times and durations', () => check(temporal));
  test('[FEEL-1] types and functions', () => check(types));
  test('[FEEL-1] conditions and loops', () => check(control));
});

test.each(decided)('[FEEL-8] where engines of DMN differ: $because', ({ cases }) => check(cases));
