import { settle } from '../numbers/decimal.js';
import { digitsOf } from '../numbers/digits.js';
import { NANOS_PER_DAY, NANOS_PER_SECOND, plusMonths } from './calendar.js';
import {
  DaysDuration,
  FeelDate,
  FeelDateTime,
  type FeelDuration,
  FeelTime,
  isDuration,
  isTemporal,
  MonthsDuration,
  type Temporal,
} from './temporal-values.js';

const DAY = BigInt(NANOS_PER_DAY);

/** `left + right`; undefined when FEEL does not define it for these types, null when the result is out of range. */
export function addTemporal(left: unknown, right: unknown): unknown {
  if (isTemporal(left) && isDuration(right)) return plus(left, right);
  if (isDuration(left) && isTemporal(right)) return plus(right, left);
  return isDuration(left) && isDuration(right) ? addDurations(left, right) : undefined;
}

/** `left - right`. */
export function subtractTemporal(left: unknown, right: unknown): unknown {
  if (isDuration(right)) {
    const negative = negateDuration(right);
    return isTemporal(left) ? plus(left, negative) : isDuration(left) ? addDurations(left, negative) : undefined;
  }
  return isTemporal(left) && isTemporal(right) ? between(left, right) : undefined;
}

/** `left * right`: a duration and a number, in any order. */
export function multiplyTemporal(left: unknown, right: unknown): unknown {
  if (isDuration(left) && typeof right === 'number') return scale(left, right);
  return typeof left === 'number' && isDuration(right) ? scale(right, left) : undefined;
}

/** `left / right`: a duration and a number, or two durations of one kind. */
export function divideTemporal(left: unknown, right: unknown): unknown {
  if (isDuration(left) && typeof right === 'number') return right === 0 ? null : unscale(left, right);
  if (left instanceof MonthsDuration && right instanceof MonthsDuration) {
    return right.months === 0 ? null : settle(left.months / right.months);
  }
  if (left instanceof DaysDuration && right instanceof DaysDuration) {
    return right.nanos === 0n ? null : settle(Number(left.nanos) / Number(right.nanos));
  }
  return undefined;
}

export function negateDuration(duration: FeelDuration): FeelDuration {
  const negative =
    duration instanceof MonthsDuration ? MonthsDuration.of(-duration.months) : DaysDuration.of(-duration.nanos);
  return negative ?? duration;
}

/** The local clock in nanoseconds; the instant where a zone makes it one. */
function plus(value: Temporal, duration: FeelDuration): Temporal | null | undefined {
  if (duration instanceof MonthsDuration) {
    if (value instanceof FeelTime) return undefined;
    const date = value instanceof FeelDate ? value : value.date;
    const day = plusMonths(date, duration.months);
    const moved = day === null ? null : FeelDate.of(day.year, day.month, day.day);
    if (moved === null || value instanceof FeelDate) return moved;
    return new FeelDateTime(moved, value.nanos, value.zone).normalised;
  }
  if (value instanceof FeelDate) {
    const nanos = BigInt(value.epochDay) * DAY + duration.nanos;
    return FeelDate.ofEpochDay(Number((nanos - modulo(nanos, DAY)) / DAY));
  }
  if (value instanceof FeelTime) {
    return new FeelTime(Number(modulo(BigInt(value.nanos) + duration.nanos, DAY)), value.zone);
  }
  if (value.zone?.type === 'region') return FeelDateTime.ofEpoch(value.epochNanos + duration.nanos, value.zone);
  return FeelDateTime.ofLocal(value.localNanos + duration.nanos, value.zone);
}

/** `left - right` as days and time. A date is its midnight in UTC; a local time and one with a zone have no difference. */
function between(left: Temporal, right: Temporal): DaysDuration | null | undefined {
  if (left instanceof FeelTime || right instanceof FeelTime) {
    if (!(left instanceof FeelTime && right instanceof FeelTime)) return undefined;
    if ((left.zone === null) !== (right.zone === null)) return undefined;
    return DaysDuration.of(utcNanos(left) - utcNanos(right));
  }
  const isLocal = (value: FeelDate | FeelDateTime): boolean => value instanceof FeelDateTime && value.zone === null;
  if (isLocal(left) !== isLocal(right)) {
    const dates = left instanceof FeelDate && right instanceof FeelDate;
    if (!dates) return undefined;
  }
  return DaysDuration.of(instantOf(left) - instantOf(right));
}

export function instantOf(value: FeelDate | FeelDateTime): bigint {
  return value instanceof FeelDate ? BigInt(value.epochDay) * DAY : value.epochNanos;
}

/** Nanoseconds from midnight in UTC; below 0 and past a day where the offset leads there. */
export function utcNanos(time: FeelTime): bigint {
  return BigInt(time.nanos) - BigInt(time.offset ?? 0) * BigInt(NANOS_PER_SECOND);
}

function addDurations(left: FeelDuration, right: FeelDuration): FeelDuration | null | undefined {
  if (left instanceof MonthsDuration) {
    return right instanceof MonthsDuration ? MonthsDuration.of(left.months + right.months) : undefined;
  }
  return right instanceof DaysDuration ? DaysDuration.of(left.nanos + right.nanos) : undefined;
}

/** Fractions of a month or nanosecond are cut off. */
function scale(duration: FeelDuration, factor: number): FeelDuration | null {
  if (duration instanceof MonthsDuration)
    return MonthsDuration.of(Math.trunc(settle(duration.months * factor) ?? Number.NaN));
  return Math.abs(factor) > 1e30 ? null : DaysDuration.of(rational(duration.nanos, factor, false));
}

function unscale(duration: FeelDuration, divisor: number): FeelDuration | null {
  if (duration instanceof MonthsDuration)
    return MonthsDuration.of(Math.trunc(settle(duration.months / divisor) ?? Number.NaN));
  return Math.abs(divisor) < 1e-30 ? null : DaysDuration.of(rational(duration.nanos, divisor, true));
}

/** `nanos * number` or `nanos / number`, exact but for the fraction of the last nanosecond. */
function rational(nanos: bigint, number: number, inverse: boolean): bigint {
  const { coefficient, scale: decimals } = digitsOf(number);
  const power = 10n ** BigInt(Math.min(Math.abs(decimals), 400));
  const [numerator, denominator] = decimals >= 0 ? [coefficient, power] : [coefficient * power, 1n];
  return inverse ? (nanos * denominator) / numerator : (nanos * numerator) / denominator;
}

function modulo(value: bigint, divisor: bigint): bigint {
  return ((value % divisor) + divisor) % divisor;
}
