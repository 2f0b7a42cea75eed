import type { Evaluation } from '../evaluation/evaluation.js';
import { add, divide, multiply, power, subtract } from '../numbers/decimal.js';
import {
  addTemporal,
  divideTemporal,
  multiplyTemporal,
  negateDuration,
  subtractTemporal,
} from '../temporal/temporal-arithmetic.js';
import { isDuration } from '../temporal/temporal-values.js';
import { typeOf } from '../values/feel-object.js';
import { spendOnTemporal } from './temporal-cost.js';

export type ArithmeticOperator = '+' | '-' | '*' | '/' | '**';

/** Quotients and powers are mostly rounded, which takes longer. */
const INEXACT_STEPS = 8;

/** FEEL's arithmetic: numbers, texts with `+`, dates and durations; any other pair, and division by zero, is null. */
export function calculate(e: Evaluation, operator: ArithmeticOperator, left: unknown, right: unknown): unknown {
  if (typeof left === 'number' && typeof right === 'number') {
    if (operator === '/' || operator === '**') e.budget.spend(INEXACT_STEPS);
    const result = calculateNumbers(operator, left, right);
    return result ?? e.warn(() => `${left} ${operator} ${right} has no result`);
  }
  if (typeof left === 'string' && typeof right === 'string' && operator === '+') {
    const length = left.length + right.length;
    e.budget.spend(length / 256);
    e.budget.allocate(length * 2);
    return left + right;
  }
  if (typeof left !== 'object' && typeof right !== 'object') return unfit(e, operator, left, right);
  spendOnTemporal(e, left, right);
  const result = calculateTemporal(operator, left, right);
  return result === undefined
    ? unfit(e, operator, left, right)
    : (result ?? e.warn(() => 'the result is out of range'));
}

function calculateNumbers(operator: ArithmeticOperator, left: number, right: number): number | null {
  switch (operator) {
    case '+':
      return add(left, right);
    case '-':
      return subtract(left, right);
    case '*':
      return multiply(left, right);
    case '/':
      return divide(left, right);
    case '**':
      return power(left, right);
  }
}

function calculateTemporal(operator: ArithmeticOperator, left: unknown, right: unknown): unknown {
  switch (operator) {
    case '+':
      return addTemporal(left, right);
    case '-':
      return subtractTemporal(left, right);
    case '*':
      return multiplyTemporal(left, right);
    case '/':
      return divideTemporal(left, right);
    case '**':
      return undefined;
  }
}

/** FEEL `-x`. */
export function negate(e: Evaluation, value: unknown): unknown {
  if (typeof value === 'number') return 0 - value;
  if (isDuration(value)) return negateDuration(value);
  return e.warn(() => `a ${typeOf(value)} cannot be negated`);
}

function unfit(e: Evaluation, operator: ArithmeticOperator, left: unknown, right: unknown): null {
  return e.warn(() => `${operator} does not fit a ${typeOf(left)} and a ${typeOf(right)}`);
}
