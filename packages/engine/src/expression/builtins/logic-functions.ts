import type { Evaluation } from '../evaluation/evaluation.js';
import { equal } from '../operators/compare.js';
import { spendOnTemporal } from '../operators/temporal-cost.js';
import { FeelDateTime, FeelTime } from '../temporal/temporal-values.js';
import { typeOf } from '../values/feel-object.js';
import { Builtin, form } from './builtin.js';
import { any } from './parameter.js';

/** `is(a, b)`: the same type and the same value in every part; the same instant in two zones is not. */
function isSame(e: Evaluation, left: unknown, right: unknown): boolean {
  if (typeOf(left) !== typeOf(right)) return false;
  if (
    (left instanceof FeelDateTime || left instanceof FeelTime) &&
    (right instanceof FeelDateTime || right instanceof FeelTime)
  ) {
    spendOnTemporal(e, left, right);
    if (!sameZone(left, right)) return false;
  }
  return equal(e, left, right) === true;
}

function sameZone({ zone: left }: FeelDateTime | FeelTime, { zone: right }: FeelDateTime | FeelTime): boolean {
  if (left === null || right === null) return left === right;
  if (left.type === 'region') return right.type === 'region' && left.id === right.id;
  return right.type === 'offset' && left.seconds === right.seconds;
}

export const logicFunctions: readonly Builtin[] = [
  new Builtin('not', [
    form([any('negand')], (e, value) =>
      typeof value === 'boolean' ? !value : e.warn(() => `not needs true or false, not a ${typeOf(value)}`),
    ),
  ]),
  new Builtin('is', [form([any('value1'), any('value2')], isSame)]),
];
