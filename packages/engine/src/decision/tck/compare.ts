import type { Evaluation as FeelEvaluation } from '../../expression/evaluation/evaluation.js';
import { equal } from '../../expression/operators/compare.js';
import { isContext, typeOf } from '../../expression/values/feel-object.js';
import { UntypedText } from './untyped-text.js';

/**
 * Whether a result is the expected FEEL value. Numbers are compared to 8 significant digits, or to the digits after the decimal point
 * that the test gives when these are fewer but at least 6: the expected results of the TCK are rounded.
 */
export function isExpected(feel: FeelEvaluation, actual: unknown, expected: unknown, decimals: number): boolean {
  if (expected instanceof UntypedText) {
    const type = typeOf(actual);
    const isSimple =
      type !== 'list' && type !== 'context' && type !== 'range' && type !== 'function' && type !== 'null';
    return isSimple && isExpected(feel, actual, expected.as(type), decimals);
  }
  if (typeof expected === 'number' && typeof actual === 'number') {
    const rounding = decimals >= 6 ? 0.5 * 10 ** -decimals : 0;
    return Math.abs(actual - expected) <= Math.max(rounding * 1.0001, 1e-8 * Math.max(1, Math.abs(expected)));
  }
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual) || actual.length !== expected.length) return false;
    return expected.every((item, at) => isExpected(feel, actual[at] ?? null, item, decimals));
  }
  if (isContext(expected)) {
    if (!isContext(actual)) return false;
    const names = Object.keys(expected);
    if (Object.keys(actual).length !== names.length) return false;
    return names.every(
      (name) => Object.hasOwn(actual, name) && isExpected(feel, actual[name] ?? null, expected[name], decimals),
    );
  }
  if (expected === null) return actual === null || typeOf(actual) === 'function';
  return typeOf(actual) === typeOf(expected) && equal(feel, actual, expected) === true;
}
