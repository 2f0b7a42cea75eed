import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { compileExpression } from '../../src/expression/compile-expression.js';
import { MAX_NESTING, MAX_SOURCE_LENGTH } from '../../src/expression/syntax/parse-syntax.js';
import { Budget, MAX_BYTES, MAX_STEPS } from '../../src/expression/values/budget.js';
import { emptyScope } from '../../src/expression/values/expression-types.js';

const guide = readFileSync(fileURLToPath(new URL('../../../../docs/guide/expressions.md', import.meta.url)), 'utf8');

test('[FEEL-1] every expression of the guide can be read', () => {
  const sources = [...guide.matchAll(/(?<!`)`(=[^`]+)`|`` (=.+?) ``/g)].map(
    ([, plain, ticked]) => plain ?? ticked ?? '',
  );
  expect(sources.length).toBeGreaterThan(9);
  for (const source of sources) expect(() => compileExpression(source), source).not.toThrow();
});

test('[FEEL-4] [FEEL-6] [FEEL-7] what the guide says of values is so', () => {
  const value = (source: string) => compileExpression(source).evaluate(emptyScope, new Date(0));
  expect(value('0.1 + 0.2 = 0.3')).toBe(true);
  expect(value('decimal(2.5, 0)')).toBe(2);
  expect(value('duration("P1Y") = duration("P365D")')).toBe(null);
  expect(value('date and time("2026-07-31T09:00:00@Europe/Berlin")')).toBe('2026-07-31T09:00:00@Europe/Berlin');
  expect(value('date and time(@"2026-07-31T09:00:00@Europe/Berlin", "Z")')).toBe('2026-07-31T07:00:00Z');
});

test('[FEEL-2] the limits of the guide are those of the engine', () => {
  const grouped = (count: number) => String(count).replace(/\B(?=(\d{3})+$)/g, ',');
  expect(guide).toContain(`| steps of one evaluation | ${grouped(MAX_STEPS)} |`);
  expect(guide).toContain(`| data that one evaluation makes | ${MAX_BYTES / 1_000_000} million bytes |`);
  expect(guide).toContain(`| length of an expression | ${grouped(MAX_SOURCE_LENGTH)} characters |`);
  expect(guide).toContain(`| nesting | ${MAX_NESTING} levels |`);
  const budget = new Budget();
  compileExpression('sum(for i in 1..10000 return i * 2)').evaluate(emptyScope, new Date(0), budget);
  expect(guide).toContain(`takes ${grouped(Math.round(budget.steps / 10_000) * 10_000)}.`);
});
