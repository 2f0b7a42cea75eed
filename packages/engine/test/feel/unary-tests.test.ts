import { describe, expect, it } from 'vitest';
import { compileExpression } from '../../src/expression/compile-expression.js';
import { compileUnaryTests } from '../../src/expression/compile-unary-tests.js';
import { FeelFunction } from '../../src/expression/functions/feel-function.js';
import { scopeOf } from '../../src/expression/testing/scope-of.js';
import { Budget } from '../../src/expression/values/budget.js';
import { ExpressionError, ExpressionSyntaxError } from '../../src/expression/values/errors.js';

const NOW = new Date(0);
const names = { 'Applicant Age': null, limit: null, items: null, 'Monthly-Fee': { 'Due Date': null } };

function test(source: string, input: unknown, variables: Record<string, unknown> = {}): boolean | null {
  return compileUnaryTests(source, { names }).test(input, scopeOf(variables), NOW);
}

describe('unary tests', () => {
  it.each<[source: string, input: unknown, expected: boolean | null]>([
    ['-', 1, true],
    ['-', null, true],
    ['1, 2', 2, true],
    ['1, 2', 3, false],
    ['"a", "b"', 'b', true],
    ['> 5', 6, true],
    ['> 5', 'x', null],
    ['> 5', null, null],
    ['[1..5]', 5, true],
    ['[1..5)', 5, false],
    ['< 1, > 9', 10, true],
    ['not(1, 2)', 3, true],
    ['not(1, 2)', 2, false],
    ['not(> 5)', null, null],
    ['not("a")', null, true],
    ['null', null, true],
    ['null', 1, false],
    ['true', true, true],
    ['false', true, false],
    ['? > 5 and ? < 9', 7, true],
    ['count(?) > 1', [1, 2], true],
    ['? * 2 = 10', 5, true],
    ['limit', 10, true],
    ['> limit', 11, true],
    ['items', 'x', true],
    ['items', 'z', false],
    ['limit > 5', 'anything', true],
    ['date("2026-01-01")', '2026-01-01', false],
    ['= 1', 1, true],
    ['!= 1', 2, true],
    ['< Applicant Age', 17, true],
    ['[1, 2]', [1, 2], true],
    ['contains(?, "b")', 'abc', true],
  ])('[FEEL-12] %s of %j is %j', (source, input, expected) => {
    expect(test(source, input, { limit: 10, items: ['x', 'y'], 'Applicant Age': 18 })).toBe(expected);
  });

  it('[FEEL-12] text that is no list of tests is refused', () => {
    expect(() => compileUnaryTests('1 2')).toThrow(ExpressionSyntaxError);
    expect(() => compileUnaryTests('unknown(?)')).toThrow(/no function "unknown"/);
  });
});

describe('names and values of a decision model', () => {
  it('[FEEL-10] names with spaces and operators are read when they are known, also of members', () => {
    const scope = scopeOf({ 'Applicant Age': 20, 'Monthly-Fee': { 'Due Date': 3 } });
    const value = (source: string) => compileExpression(source, { names }).evaluate(scope, NOW);
    expect(value('Applicant Age + 1')).toBe(21);
    expect(value('Monthly-Fee.Due Date')).toBe(3);
    expect([...compileExpression('Monthly-Fee.Due Date > Applicant Age', { names }).variables].sort()).toEqual([
      'Applicant Age',
      'Monthly-Fee',
    ]);
  });

  it('[FEEL-10] a scope may have functions, called by position and by name, and values of FEEL', () => {
    const sum = new FeelFunction([{ name: 'first one' }, { name: 'b' }], (_, [a, b]) => Number(a) - Number(b));
    const day = compileExpression('date("2026-01-31")').evaluateFeel(scopeOf({}), NOW);
    const scope = scopeOf({ minus: sum, day });
    const options = { names: { minus: null, day: null } };
    const value = (source: string) => compileExpression(source, options).evaluate(scope, NOW);
    expect(value('minus(5, 3)')).toBe(2);
    expect(value('minus(b: 5, first one: 3)')).toBe(-2);
    expect(value('minus(5)')).toBe(null);
    expect(value('minus(5, x: 1)'.replace('5, ', 'first one: 5, '))).toBe(null);
    expect(value('day + duration("P1M")')).toBe('2026-02-28');
  });

  it('[FEEL-10] without strictness an unknown function gives null', () => {
    expect(() => compileExpression('unknown(1)')).toThrow(ExpressionSyntaxError);
    expect(compileExpression('unknown(1)', { strict: false }).evaluate(scopeOf({}), NOW)).toBe(null);
  });

  it('[FEEL-2] evaluations can share a budget', () => {
    const expression = compileExpression('count(for i in 1..1000 return i)');
    const budget = new Budget({ steps: 5_000 });
    expect(expression.evaluate(scopeOf({}), NOW, budget)).toBe(1_000);
    expect(budget.steps).toBeGreaterThan(1_000);
    expect(() => {
      for (let time = 0; time < 5; time++) expression.evaluate(scopeOf({}), NOW, budget);
    }).toThrow(ExpressionError);
  });
});
