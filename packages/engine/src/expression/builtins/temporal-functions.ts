import { dateTimeOf } from '../conversion/admit.js';
import type { Evaluation } from '../evaluation/evaluation.js';
import { spendOnTemporal } from '../operators/temporal-cost.js';
import {
  daysInMonth,
  epochDayOf,
  NANOS_PER_DAY,
  NANOS_PER_SECOND,
  weekdayOf,
  weekOfYear,
} from '../temporal/calendar.js';
import {
  parseAt,
  parseDate,
  parseDateTime,
  parseFeelDuration,
  parseTime,
  parseZone,
  zoneNameIn,
} from '../temporal/parse-temporal.js';
import { printTemporal } from '../temporal/print-temporal.js';
import { DaysDuration, FeelDate, FeelDateTime, FeelTime, MonthsDuration } from '../temporal/temporal-values.js';
import { offsetZone, UTC, type Zone } from '../temporal/zone.js';
import { Builtin, form } from './builtin.js';
import { dateTime, day, duration, nullable, number, optional, text, time } from './parameter.js';

const PARSE_STEPS = 30;
const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** Reads a text, with its cost; null with a warning when it is of another form. */
function parsed<T>(what: string, parse: (value: string) => T | null): (e: Evaluation, value: string) => T | null {
  return (e, value) => {
    e.budget.spend(PARSE_STEPS + value.length / 16);
    const zone = zoneNameIn(value);
    if (zone !== null) e.budget.spendOnZone(zone);
    return parse(value) ?? e.warn(() => `"${value.slice(0, 60)}" is no ${what}`);
  };
}

function dateOf(value: FeelDate | FeelDateTime): FeelDate {
  return value instanceof FeelDate ? value : value.date;
}

function timeOf(value: FeelDate | FeelDateTime): FeelTime {
  return value instanceof FeelDate ? new FeelTime(0, UTC) : new FeelTime(value.nanos, value.zone);
}

function timeFrom(e: Evaluation, hour: number, minute: number, second: number, zone: Zone | null): FeelTime | null {
  const [hours, minutes] = [Math.trunc(hour), Math.trunc(minute)];
  const valid = hours >= 0 && hours <= 23 && minutes >= 0 && minutes <= 59 && second >= 0 && second < 60;
  if (!valid) return e.warn(() => 'there is no such time');
  const nanos = (hours * 3_600 + minutes * 60) * NANOS_PER_SECOND + Math.round(second * NANOS_PER_SECOND);
  return new FeelTime(Math.min(nanos, NANOS_PER_DAY - 1), zone);
}

/** The zone of an offset that is given as a duration. */
function zoneOf(e: Evaluation, offset: DaysDuration | MonthsDuration): Zone | null {
  const seconds = offset instanceof DaysDuration ? Number(offset.nanos / BigInt(NANOS_PER_SECOND)) : Number.NaN;
  return offsetZone(seconds) ?? e.warn(() => 'an offset is at most 18 hours');
}

function combined(value: FeelDate | FeelDateTime, clock: FeelTime): FeelDateTime {
  return new FeelDateTime(dateOf(value), clock.nanos, clock.zone).normalised;
}

/** The same instant on a clock of another zone; a local time gets the zone. */
function inZone(e: Evaluation, value: FeelDateTime, name: string): FeelDateTime | null {
  e.budget.spendOnZone(name);
  const zone = parseZone(/^(?:[zZ]|[+-]\d)/.test(name) ? name : `@${name}`);
  if (zone === null) return e.warn(() => `there is no time zone "${name.slice(0, 60)}"`);
  return value.zone === null
    ? FeelDateTime.ofLocal(value.localNanos, zone)
    : FeelDateTime.ofEpoch(value.epochNanos, zone);
}

/** Whole months from one day to the other; the time of the day does not count. */
function monthsBetween(from: FeelDate, to: FeelDate): MonthsDuration | null {
  const months = (to.year - from.year) * 12 + to.month - from.month;
  if (months > 0 && to.day < from.day) return MonthsDuration.of(months - 1);
  return MonthsDuration.of(months < 0 && to.day > from.day ? months + 1 : months);
}

/** Without a zone, dates and local times count; with zones, instants. */
function between(e: Evaluation, from: FeelDate | FeelDateTime, to: FeelDate | FeelDateTime): MonthsDuration | null {
  spendOnTemporal(e, from, to);
  return monthsBetween(dateOf(from), dateOf(to));
}

export const temporalFunctions: readonly Builtin[] = [
  new Builtin('date', [
    form([text('from')], parsed('date', parseDate)),
    form([day('from')], (_, value) => dateOf(value)),
    form([number('year'), number('month'), number('day')], (e, year, month, dayOfMonth) => {
      const made = FeelDate.of(Math.trunc(year), Math.trunc(month), Math.trunc(dayOfMonth));
      return made ?? e.warn(() => 'there is no such day');
    }),
  ]),
  new Builtin('time', [
    form([text('from')], parsed('time', parseTime)),
    form([day('from')], (_, value) => timeOf(value)),
    form([time('from')], (_, value) => value),
    form([number('hour'), number('minute'), number('second')], (e, hour, minute, second) =>
      timeFrom(e, hour, minute, second, null),
    ),
    form(
      [number('hour'), number('minute'), number('second'), nullable(duration('offset'))],
      (e, hour, minute, second, offset) => {
        const zone = offset === null ? null : zoneOf(e, offset);
        return offset !== null && zone === null ? null : timeFrom(e, hour, minute, second, zone);
      },
    ),
  ]),
  new Builtin('date and time', [
    form([text('from')], parsed('date and time', parseDateTime)),
    form([dateTime('from')], (_, value) => value),
    form([day('date'), time('time')], (e, value, clock) => {
      spendOnTemporal(e, clock);
      return combined(value, clock);
    }),
    form([dateTime('date'), text('timezone')], inZone),
    form(
      [
        number('year'),
        number('month'),
        number('day'),
        number('hour'),
        number('minute'),
        number('second'),
        optional(duration('offset')),
      ],
      (e, year, month, dayOfMonth, hour, minute, second, offset) => {
        const made = FeelDate.of(Math.trunc(year), Math.trunc(month), Math.trunc(dayOfMonth));
        const zone = offset === null ? null : zoneOf(e, offset);
        const clock = timeFrom(e, hour, minute, second, zone);
        return made === null || clock === null || (offset !== null && zone === null) ? null : combined(made, clock);
      },
    ),
  ]),
  new Builtin('duration', [
    form([text('from')], parsed('duration', parseFeelDuration)),
    form([duration('from')], (_, value) => value),
  ]),
  new Builtin('years and months duration', [form([day('from'), day('to')], between)]),
  new Builtin('@', [form([text('from')], parsed('date, time or duration', parseAt))]),
  new Builtin('now', [form([], (e) => dateTimeOf(e.now))]),
  new Builtin('today', [form([], (e) => dateTimeOf(e.now)?.date ?? null)]),
  new Builtin('day of week', [form([day('date')], (_, value) => WEEKDAYS[weekdayOf(dateOf(value).epochDay) - 1])]),
  new Builtin('day of year', [
    form([day('date')], (_, value) => {
      const { epochDay, year } = dateOf(value);
      return epochDay - epochDayOf({ year, month: 1, day: 1 }) + 1;
    }),
  ]),
  new Builtin('week of year', [form([day('date')], (_, value) => weekOfYear(dateOf(value)))]),
  new Builtin('month of year', [form([day('date')], (_, value) => MONTHS[dateOf(value).month - 1])]),
  new Builtin('cycle', [
    form([duration('interval')], (_, interval) => `R/${printTemporal(interval)}`),
    form(
      [nullable(number('repetitions')), duration('interval')],
      (_, repetitions, interval) => `R${repetitions ?? ''}/${printTemporal(interval)}`,
    ),
  ]),
  new Builtin('last day of month', [
    form([day('date')], (_, value) => {
      const { year, month } = dateOf(value);
      return FeelDate.of(year, month, daysInMonth(year, month));
    }),
  ]),
];
