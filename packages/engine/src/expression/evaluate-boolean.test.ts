import { describe, expect, it } from 'vitest';
import { compileExpression } from './compile-expression.js';
import { evaluateBoolean } from './evaluate-boolean.js';
import { scopeOf } from './testing/scope-of.js';
import { ExpressionError } from './values/errors.js';

const NOW = new Date(0);

function decide(source: string, variables: Record<string, unknown>) {
  return evaluateBoolean(compileExpression(source), scopeOf(variables), NOW);
}

describe('conditions', () => {
  it('[D24] only true and false decide', () => {
    expect(decide('=approved', { approved: true })).toBe(true);
    expect(decide('=approved', { approved: false })).toBe(false);
    expect(decide('=contains(name, "x")', { name: 'axb' })).toBe(true);
  });

  it.each<[source: string, variables: Record<string, unknown>, message: RegExp]>([
    ['=approved', {}, /"=approved" must be true or false but is null \(there is no variable "approved"\)/],
    ['=approved', { approved: null }, /but is null$/],
    ['=approved', { approved: 'yes' }, /but is "yes"/],
    ['=amount', { amount: 1 }, /but is 1/],
    ['=order', { order: {} }, /but is a context/],
    ['=order', { order: [1, 2] }, /but is a list of 2/],
    ['=amount > 10', { amount: 'many' }, /but is null/],
    ['=order.total > 10', { order: {} }, /there is no "total" in the context/],
  ])('[D24] %s over %j is an error, not a branch', (source, variables, message) => {
    expect(() => decide(source, variables)).toThrow(ExpressionError);
    expect(() => decide(source, variables)).toThrow(message);
  });
});
