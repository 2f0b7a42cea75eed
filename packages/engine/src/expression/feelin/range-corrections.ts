import { FeelDate, FeelDateTime, FeelDuration, FeelRange, FeelTime } from 'feelin';

/** Most elements a range may enumerate (`for i in 1..n`); past it the evaluation fails instead of filling the memory. */
const MAX_RANGE_ELEMENTS = 100_000;

/**
 * feelin 8.2 implements `<`, `<=`, `>`, `>=`, `between` and `in [a..b]` as membership in a range, and compares a number with
 * a string by JavaScript coercion: `"abc" >= 10` is true. DMN orders no value of one type against another: null, which stops
 * a run with an incident instead of taking a wrong branch. `for i in 1..2.5` never ends there, because it waits for equality.
 * Both are methods of the one exported class, so they are corrected on it, once, when this module is loaded.
 */
const includes = FeelRange.prototype.includes;
const map = FeelRange.prototype.map;

FeelRange.prototype.includes = function (this: FeelRange, value: unknown): boolean | null {
  const isComparable = value instanceof FeelRange || this.valueType === null || feelType(value) === this.valueType;
  return isComparable ? includes.call(this, value) : null;
};

FeelRange.prototype.map = function <T>(this: FeelRange, fn: (value: unknown) => T): T[] {
  const { start, end } = this as { start: unknown; end: unknown };
  if (typeof start !== 'number' || typeof end !== 'number') {
    return map.call(this, fn) as T[];
  }
  const length = Math.floor(Math.abs(end - start)) + 1;
  if (!(length <= MAX_RANGE_ELEMENTS)) {
    throw new Error(`the range ${this.toString()} has more than ${MAX_RANGE_ELEMENTS} elements`);
  }
  const step = start > end ? -1 : 1;
  const values = Array.from({ length }, (_, index) => start + index * step);
  return values
    .filter((value) => (value !== start || this['start included']) && (value !== end || this['end included']))
    .map((value) => fn(value));
};

function feelType(value: unknown): string | undefined {
  if (value instanceof FeelDate) return 'date';
  if (value instanceof FeelTime) return 'time';
  if (value instanceof FeelDateTime) return 'date time';
  if (value instanceof FeelDuration) return 'duration';
  return value === null ? undefined : typeof value;
}
