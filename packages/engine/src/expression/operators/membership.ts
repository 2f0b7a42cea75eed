import { admit } from '../conversion/admit.js';
import type { Code, Env, Evaluation } from '../evaluation/evaluation.js';
import { FeelRange } from '../values/feel-range.js';
import { compare, equal, incomparable } from './compare.js';

/** Whether the range includes the value: null for another type. */
export function includes(e: Evaluation, range: FeelRange, value: unknown): boolean | null {
  if (value === null) return e.warn(() => 'null is in no range');
  if (range.start === null && range.end === null) return e.warn(() => 'the range has no ends');
  let inside = true;
  if (range.start !== null) {
    const low = compare(e, value, range.start);
    if (low === null) return incomparable(e, value, range.start);
    inside = low > 0 || (low === 0 && range.startIncluded);
  }
  if (range.end !== null) {
    const high = compare(e, value, range.end);
    if (high === null) return incomparable(e, value, range.end);
    inside &&= high < 0 || (high === 0 && range.endIncluded);
  }
  return inside;
}

/**
 * Whether a value is in what stands after `in`, or in a unary test: equal to it, in the range, or one of the list, whose elements may be
 * ranges. A value of another type is not equal: false, not unknown.
 */
export function isIn(e: Evaluation, value: unknown, candidate: unknown): boolean | null {
  if (candidate instanceof FeelRange) {
    return value instanceof FeelRange ? equal(e, value, candidate) : includes(e, candidate, value);
  }
  if (!Array.isArray(candidate)) return equal(e, value, candidate) === true;
  e.budget.spend(candidate.length);
  let unknown = false;
  for (const raw of candidate) {
    const element = admit(raw);
    const result =
      element instanceof FeelRange && !(value instanceof FeelRange)
        ? includes(e, element, value)
        : equal(e, value, element) === true;
    if (result === true) return true;
    unknown ||= result === null;
  }
  if (Array.isArray(value) && equal(e, value, candidate) === true) return true;
  return unknown ? null : false;
}

/** Three-valued `or` over tests, as far as they have to be evaluated. */
export function passesAny(tests: readonly Code[], e: Evaluation, env: Env): boolean | null {
  let unknown = false;
  for (const test of tests) {
    const result = test(e, env);
    if (result === true) return true;
    unknown ||= result === null;
  }
  return unknown ? null : false;
}
