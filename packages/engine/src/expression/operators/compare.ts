import { admit } from '../conversion/admit.js';
import type { Evaluation } from '../evaluation/evaluation.js';
import { instantOf, utcNanos } from '../temporal/temporal-arithmetic.js';
import { DaysDuration, FeelDate, FeelDateTime, FeelTime, MonthsDuration } from '../temporal/temporal-values.js';
import { isContext, typeOf } from '../values/feel-object.js';
import { FeelRange } from '../values/feel-range.js';
import { spendOnTemporal } from './temporal-cost.js';

export type OrderOperator = '<' | '<=' | '>' | '>=';

/** FEEL `=`: null equals only null, values of different types are incomparable (null). */
export function equal(e: Evaluation, left: unknown, right: unknown): boolean | null {
  if (left === null || right === null) return left === right;
  if (typeof left !== 'object' || typeof right !== 'object') {
    return typeof left === typeof right ? left === right : incomparable(e, left, right);
  }
  return equalObjects(e, left, right);
}

function equalObjects(e: Evaluation, left: object, right: object): boolean | null {
  e.budget.spend(2);
  if (left === right) return true;
  if (Array.isArray(left)) return Array.isArray(right) ? equalLists(e, left, right) : incomparable(e, left, right);
  if (left instanceof FeelRange)
    return right instanceof FeelRange ? equalRanges(e, left, right) : incomparable(e, left, right);
  if (isContext(left)) return isContext(right) ? equalContexts(e, left, right) : incomparable(e, left, right);
  if (typeOf(left) !== typeOf(right)) return incomparable(e, left, right);
  spendOnTemporal(e, left, right);
  if (left instanceof FeelDateTime && right instanceof FeelDateTime && (left.zone === null) !== (right.zone === null)) {
    return false;
  }
  if (left instanceof FeelTime && right instanceof FeelTime && (left.zone === null) !== (right.zone === null)) {
    return false;
  }
  const result = compareObjects(left, right);
  return result === null ? null : result === 0;
}

function equalLists(e: Evaluation, left: readonly unknown[], right: readonly unknown[]): boolean {
  if (left.length !== right.length) return false;
  e.budget.spend(left.length);
  return left.every((element, index) => equal(e, admit(element), admit(right[index])) === true);
}

function equalContexts(e: Evaluation, left: Record<string, unknown>, right: Record<string, unknown>): boolean {
  const keys = Object.keys(left);
  const others = Object.keys(right).length;
  e.budget.spend(2 + keys.length * 3 + others);
  if (keys.length !== others) return false;
  return keys.every((key) => Object.hasOwn(right, key) && equal(e, admit(left[key]), admit(right[key])) === true);
}

function equalRanges(e: Evaluation, left: FeelRange, right: FeelRange): boolean {
  return (
    left.startIncluded === right.startIncluded &&
    left.endIncluded === right.endIncluded &&
    equal(e, left.start, right.start) === true &&
    equal(e, left.end, right.end) === true
  );
}

/** FEEL `<`, `<=`, `>`, `>=`: within one type of numbers, texts, dates, times and durations; anything else is null. */
export function order(e: Evaluation, operator: OrderOperator, left: unknown, right: unknown): boolean | null {
  const result = compare(e, left, right);
  if (result === null) return incomparable(e, left, right);
  switch (operator) {
    case '<':
      return result < 0;
    case '<=':
      return result <= 0;
    case '>':
      return result > 0;
    case '>=':
      return result >= 0;
  }
}

/** Below, equal or above 0; null when the values have no order. */
export function compare(e: Evaluation, left: unknown, right: unknown): number | null {
  if (typeof left === 'number') return typeof right === 'number' ? left - right : null;
  if (typeof left === 'string') {
    if (typeof right !== 'string') return null;
    return left < right ? -1 : left > right ? 1 : 0;
  }
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return null;
  spendOnTemporal(e, left, right);
  return compareObjects(left, right);
}

function compareObjects(left: object, right: object): number | null {
  if (left instanceof FeelDate && right instanceof FeelDate) return left.epochDay - right.epochDay;
  if (left instanceof FeelDateTime && right instanceof FeelDateTime) {
    return (left.zone === null) === (right.zone === null) ? sign(instantOf(left) - instantOf(right)) : null;
  }
  if (left instanceof FeelTime && right instanceof FeelTime) {
    return (left.zone === null) === (right.zone === null) ? sign(utcNanos(left) - utcNanos(right)) : null;
  }
  if (left instanceof DaysDuration && right instanceof DaysDuration) return sign(left.nanos - right.nanos);
  if (left instanceof MonthsDuration && right instanceof MonthsDuration) return left.months - right.months;
  return null;
}

function sign(difference: bigint): number {
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

export function incomparable(e: Evaluation, left: unknown, right: unknown): null {
  return e.warn(() =>
    left === null || right === null
      ? 'null has no order'
      : `a ${typeOf(left)} cannot be compared with a ${typeOf(right)}`,
  );
}
