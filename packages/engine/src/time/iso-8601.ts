import { parseDateTime as parseZonedDateTime } from '../expression/temporal/parse-temporal.js';
import { ExpressionError, excerpt } from '../expression/values/errors.js';
import type { WorkingDuration } from '../expression/values/working-time.js';

/** An ISO 8601 duration. Years are 12 months; weeks and days are 7 and 1 times 24 hours, as timers count in UTC. */
export interface Duration {
  readonly months: number;
  readonly milliseconds: number;
}

/** An ISO 8601 repeating interval. */
export interface Cycle {
  /** How often it fires, at least once; null without end. */
  readonly repetitions: number | null;
  /** When it first fires, in epoch milliseconds; null: one interval after the timer is set. */
  readonly start: number | null;
  readonly interval: Duration;
}

const NANOS_PER_MS = 1_000_000n;
const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const DURATION =
  /^([+-])?P(?=[+-]?\d|T[+-]?\d)(?:([+-]?\d+)Y)?(?:([+-]?\d+)M)?(?:([+-]?\d+)W)?(?:([+-]?\d+)D)?(?:T(?=[+-]?\d)(?:([+-]?\d+)H)?(?:([+-]?\d+)M)?(?:([+-]?\d+)(?:[.,](\d{1,9}))?S)?)?$/;
const DATE_TIME =
  /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(?:(Z)|([+-])(\d\d):?(\d\d))?(?:\[[\w/+-]+\])?)?$/i;

/**
 * Reads an ISO 8601 duration such as `PT2S`, `P1DT2H`, `P1M`, `-PT5M`. Only seconds may have a fraction, kept to milliseconds. As in
 * Camunda 8, each part may have a sign of its own (`PT-5M`).
 * @throws ExpressionError for other text, and for durations past the range of dates.
 */
export function parseDuration(text: string): Duration {
  const { months, weeks, days, milliseconds } = parseWorkingDuration(text);
  return { months, milliseconds: weeks * 7 * DAY_MS + days * DAY_MS + milliseconds };
}

/**
 * As {@link parseDuration}, with weeks, days and time apart: a calendar counts them differently.
 * @throws ExpressionError for other text, and for durations past the range of dates.
 */
export function parseWorkingDuration(text: string): WorkingDuration {
  const match = DURATION.exec(text.trim());
  if (match === null) {
    throw new ExpressionError(
      `"${excerpt(text)}" is not an ISO 8601 duration; write for example PT2S, PT1H30M, P1DT2H or P1M`,
    );
  }
  const part = (index: number) => Number(match[index] ?? 0);
  const sign = match[1] === '-' ? -1 : 1;
  const months = part(2) * 12 + part(3);
  const [weeks, days] = [part(4), part(5)];
  const fraction = Math.trunc(Number(`0.${match[9] ?? 0}`) * SECOND_MS) * (match[8]?.startsWith('-') ? -1 : 1);
  const milliseconds = part(6) * HOUR_MS + part(7) * MINUTE_MS + part(8) * SECOND_MS + fraction;
  // Dates span 200 million days. Whether a sum is in range is checked where the duration is added.
  const all = weeks * 7 * DAY_MS + days * DAY_MS + milliseconds;
  if (Math.abs(months) > 12 * 275_000 || Math.abs(all) > 1e8 * DAY_MS) {
    throw new ExpressionError(`The duration "${excerpt(text)}" is outside the range of dates; use a shorter one`);
  }
  return {
    months: signed(sign, months),
    weeks: signed(sign, weeks),
    days: signed(sign, days),
    milliseconds: signed(sign, milliseconds),
  };
}

/**
 * Reads an ISO 8601 repeating interval: `R3/PT10S`, `R/PT1H` (without end), `R5/2026-01-01T00:00:00Z/PT1H`.
 * @throws ExpressionError for other text, zero repetitions, and intervals that are not positive.
 */
export function parseCycle(text: string): Cycle {
  const [head, ...rest] = text.trim().split('/');
  const repeat = /^R(\d{0,9})$/.exec(head ?? '');
  const last = rest.at(-1);
  if (repeat === null || last === undefined || rest.length > 2) {
    throw new ExpressionError(
      `"${excerpt(text)}" is not a cycle; write R3/PT10S, R/PT1H or R5/2026-01-01T00:00:00Z/PT1H`,
    );
  }
  const interval = parseDuration(last);
  const { months, milliseconds } = interval;
  if (months < 0 || milliseconds < 0 || months + milliseconds === 0) {
    throw new ExpressionError(`The interval of the cycle "${excerpt(text)}" must be longer than zero`);
  }
  const repetitions = repeat[1] === '' ? null : Number(repeat[1]);
  if (repetitions === 0) {
    throw new ExpressionError(`The cycle "${excerpt(text)}" never fires; write R1 or more, or R for no end`);
  }
  const first = rest.length === 2 ? rest[0] : undefined;
  return { repetitions, start: first === undefined ? null : parseDateTime(first), interval };
}

/**
 * Reads an ISO 8601 date-time into epoch milliseconds: `2026-01-01T09:00:00Z`, with an offset (`+02:00`), or local, which is UTC.
 * A named zone may stand after `@`. A date alone is its midnight in UTC; a zone in brackets is ignored beside an offset and refused without one.
 * @throws ExpressionError for other text and for dates that do not exist.
 */
export function parseDateTime(text: string): number {
  const trimmed = text.trim();
  if (trimmed.includes('@')) return zonedInstant(text, trimmed);
  const match = DATE_TIME.exec(trimmed);
  if (match === null) throw notADateTime(text);
  const part = (index: number) => Number(match[index] ?? 0);
  const [hour, minute, second] = [part(4), part(5), part(6)];
  const hasZone = match[8] !== undefined || match[9] !== undefined;
  if (hour > 23 || minute > 59 || second > 59 || part(10) > 23 || part(11) > 59) throw notADateTime(text);
  if (trimmed.includes('[') && !hasZone) throw notADateTime(text);
  const midnight = utcDay(part(1), part(2) - 1, part(3));
  const day = new Date(midnight);
  if (day.getUTCMonth() !== part(2) - 1 || day.getUTCDate() !== part(3)) throw notADateTime(text);
  const fraction = Math.trunc(Number(`0.${match[7] ?? 0}`) * SECOND_MS);
  const offset = (part(10) * HOUR_MS + part(11) * MINUTE_MS) * (match[9] === '-' ? -1 : 1);
  return midnight + hour * HOUR_MS + minute * MINUTE_MS + second * SECOND_MS + fraction - offset;
}

/** A local time in a named zone, as FEEL writes it: `2026-01-01T09:00:00@Europe/Berlin`. */
function zonedInstant(text: string, trimmed: string): number {
  const value = parseZonedDateTime(trimmed);
  const milliseconds = value === null ? Number.NaN : Number(value.epochNanos / NANOS_PER_MS);
  if (Number.isNaN(new Date(milliseconds).getTime())) throw notADateTime(text);
  return milliseconds;
}

/**
 * The instant `times` durations after `epochMs`, both in epoch milliseconds. Months keep the day of the month, or use the
 * last day of a shorter month (31 January + P1M is the end of February); `times` counts from the same day, so cycles do not drift.
 * @throws ExpressionError when the result is outside the range of dates.
 */
export function addDuration(epochMs: number, duration: Duration, times = 1): number {
  const moved = addMonths(epochMs, duration.months * times) + duration.milliseconds * times;
  if (Number.isNaN(new Date(moved).getTime())) {
    throw new ExpressionError('The result of adding the duration is outside the range of dates; use a shorter one');
  }
  return moved;
}

function addMonths(epochMs: number, months: number): number {
  if (months === 0) return epochMs;
  const from = new Date(epochMs);
  const timeOfDay = epochMs - utcDay(from.getUTCFullYear(), from.getUTCMonth(), from.getUTCDate());
  const month = from.getUTCMonth() + months;
  const lastDay = new Date(utcDay(from.getUTCFullYear(), month + 1, 0)).getUTCDate();
  return utcDay(from.getUTCFullYear(), month, Math.min(from.getUTCDate(), lastDay)) + timeOfDay;
}

/** Date.UTC reads the years 0 to 99 as 1900 to 1999; setUTCFullYear does not. */
function utcDay(year: number, month: number, day: number): number {
  return new Date(0).setUTCFullYear(year, month, day);
}

/** No -0: durations are stored as JSON. */
function signed(sign: number, amount: number): number {
  return amount === 0 ? 0 : sign * amount;
}

function notADateTime(text: string): ExpressionError {
  return new ExpressionError(
    `"${excerpt(text)}" is not a date-time; write for example 2026-01-01T09:00:00Z or 2026-01-01T09:00:00+02:00`,
  );
}
