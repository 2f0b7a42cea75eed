import type { Evaluation } from '../evaluation/evaluation.js';
import { settle } from '../numbers/decimal.js';
import { aligned, floorDivide, numberOf } from '../numbers/digits.js';
import { type RoundingMode, round } from '../numbers/rounding.js';
import { negateDuration } from '../temporal/temporal-arithmetic.js';
import { type FeelDuration, MonthsDuration } from '../temporal/temporal-values.js';
import { Builtin, form } from './builtin.js';
import { duration, number, optional } from './parameter.js';

const ROUNDING_STEPS = 60;

function rounding(name: string, mode: RoundingMode): Builtin {
  return new Builtin(name, [
    form([number('n'), optional(number('scale'))], (e, value, scale) => rounded(e, value, scale ?? 0, mode)),
  ]);
}

function rounded(e: Evaluation, value: number, scale: number, mode: RoundingMode): number | null {
  e.budget.spend(ROUNDING_STEPS);
  return round(value, scale, mode) ?? e.warn(() => `a scale of ${scale} is out of range`);
}

function whole(mode: RoundingMode): (e: Evaluation, value: number, scale: number | null) => number | null {
  return (e, value, scale) => rounded(e, value, scale ?? 0, mode);
}

/** `dividend - divisor * floor(dividend / divisor)`, exactly on decimals. */
function modulo(e: Evaluation, dividend: number, divisor: number): number | null {
  if (divisor === 0) return e.warn(() => 'the divisor is 0');
  e.budget.spend(ROUNDING_STEPS);
  const { left, right, scale } = aligned(dividend, divisor);
  return numberOf({ coefficient: left - right * floorDivide(left, right), scale });
}

function absolute(value: FeelDuration): FeelDuration {
  const isNegative = value instanceof MonthsDuration ? value.months < 0 : value.nanos < 0n;
  return isNegative ? negateDuration(value) : value;
}

function parity(isOdd: boolean): (e: Evaluation, value: number) => boolean | null {
  return (e, value) =>
    Number.isInteger(value) ? (value % 2 !== 0) === isOdd : e.warn(() => 'only whole numbers are odd or even');
}

export const numberFunctions: readonly Builtin[] = [
  new Builtin('decimal', [
    form([number('n'), number('scale')], (e, value, scale) => rounded(e, value, scale, 'half even')),
  ]),
  new Builtin('floor', [form([number('n'), optional(number('scale'))], whole('floor'))]),
  new Builtin('ceiling', [form([number('n'), optional(number('scale'))], whole('ceiling'))]),
  rounding('round up', 'up'),
  rounding('round down', 'down'),
  rounding('round half up', 'half up'),
  rounding('round half down', 'half down'),
  new Builtin('abs', [
    form([number('n')], (_, value) => Math.abs(value)),
    form([duration('n')], (_, value) => absolute(value)),
  ]),
  new Builtin('modulo', [form([number('dividend'), number('divisor')], modulo)]),
  new Builtin('sqrt', [form([number('number')], (_, value) => settle(Math.sqrt(value)))]),
  new Builtin('log', [form([number('number')], (_, value) => (value > 0 ? settle(Math.log(value)) : null))]),
  new Builtin('exp', [form([number('number')], (_, value) => settle(Math.exp(value)))]),
  new Builtin('odd', [form([number('number')], parity(true))]),
  new Builtin('even', [form([number('number')], parity(false))]),
];
