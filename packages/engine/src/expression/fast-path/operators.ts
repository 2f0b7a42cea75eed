import type { Scope } from '../values/expression-types.js';
import { isPlainObject } from '../values/plain-value.js';

/** Returns what feelin would return, or throws leftToFeelin. Never returns undefined. */
export type Evaluator = (scope: Scope) => unknown;

/**
 * Thrown by the fast path for a value that it does not handle (a list, a context in a comparison, a Date): feelin then repeats the whole
 * evaluation. One shared instance, because capturing a stack costs microseconds.
 */
export const leftToFeelin = new Error('this evaluation is left to feelin');

export type OrderOperator = '<' | '<=' | '>' | '>=';
export type ArithmeticOperator = '+' | '-' | '*' | '/' | '**';

/** FEEL `=`: null equals only null, values of different types are incomparable (null). */
export function equal(left: unknown, right: unknown): boolean | null {
  if (left === null || right === null) return left === right;
  if (typeof left === 'object' || typeof right === 'object') throw leftToFeelin;
  return typeof left === typeof right ? left === right : null;
}

/** FEEL `<`, `<=`, `>`, `>=`: numbers with numbers, strings with strings, anything else null. */
export function order(operator: OrderOperator, left: unknown, right: unknown): boolean | null {
  if (right === null) return null;
  if (typeof right !== 'number' && typeof right !== 'string') throw leftToFeelin;
  if (left === null) return null;
  if (typeof left === 'object') throw leftToFeelin;
  if (typeof left === 'number' && typeof right === 'number') return compare(operator, left, right);
  if (typeof left === 'string' && typeof right === 'string') return compare(operator, left, right);
  return null;
}

/** FEEL `x between low and high`, which is the closed range, in either direction. */
export function between(value: unknown, low: unknown, high: unknown): boolean | null {
  if (low === null || high === null) return null;
  if (typeof low !== typeof high || (typeof low !== 'number' && typeof low !== 'string')) throw leftToFeelin;
  return inRange(value, low, high as number | string, true, true);
}

/** Membership in a range of non-null bounds of one type; a descending range counts as its reverse. */
export function inRange(
  value: unknown,
  start: number | string,
  end: number | string,
  startIncluded: boolean,
  endIncluded: boolean,
): boolean | null {
  if (value === null) return null;
  if (typeof value === 'object') throw leftToFeelin;
  if (typeof value !== typeof start) return null;
  const point = value as number | string;
  return start > end
    ? inRange(value, end, start, endIncluded, startIncluded)
    : (startIncluded ? !(point < start) : point > start) && (endIncluded ? !(point > end) : point < end);
}

/** FEEL `+ - * / **`: numbers, and strings with `+`; any other pair, and division by zero, is null. */
export function calculate(operator: ArithmeticOperator, left: unknown, right: unknown): number | string | null {
  if (typeof left === 'number' && typeof right === 'number') return calculateNumbers(operator, left, right);
  if ((typeof left === 'object' && left !== null) || (typeof right === 'object' && right !== null)) throw leftToFeelin;
  return operator === '+' && typeof left === 'string' && typeof right === 'string' ? left + right : null;
}

/** The own member `name` of a context, or null. */
export function member(target: unknown, name: string): unknown {
  if (target === null || typeof target !== 'object') return null;
  if (!isPlainObject(target)) throw leftToFeelin;
  if (Object.hasOwn(target, name)) return admit(target[name]);
  // feelin also finds keys that differ from the name by surrounding white space only.
  for (const key in target) {
    if (key.length > name.length && key.trim() === name) throw leftToFeelin;
  }
  return null;
}

/** A value as the operators expect it: null instead of undefined, and only JSON values. */
export function admit(value: unknown): unknown {
  switch (typeof value) {
    case 'undefined':
      return null;
    case 'number':
      if (!Number.isFinite(value)) throw leftToFeelin;
      return value;
    case 'bigint':
    case 'function':
    case 'symbol':
      throw leftToFeelin;
    default:
      return value;
  }
}

function compare(operator: OrderOperator, left: number | string, right: number | string): boolean {
  switch (operator) {
    case '<':
      return left < right;
    case '<=':
      return !(left > right);
    case '>':
      return left > right;
    case '>=':
      return !(left < right);
  }
}

function calculateNumbers(operator: ArithmeticOperator, left: number, right: number): number | null {
  switch (operator) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    case '/':
      return right === 0 || Number.isNaN(right) ? null : left / right;
    case '**':
      return left ** right;
  }
}
