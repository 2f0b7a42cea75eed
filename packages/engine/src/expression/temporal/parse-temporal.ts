import { NANOS_PER_DAY, NANOS_PER_SECOND } from './calendar.js';
import {
  DaysDuration,
  FeelDate,
  FeelDateTime,
  type FeelDuration,
  FeelTime,
  MonthsDuration,
} from './temporal-values.js';
import { offsetZone, regionZone, UTC, type Zone } from './zone.js';

/** XML Schema's lexical forms, with a zone's name after `@`: years of more than four digits do not begin with 0. */
const DATE = /^(-?)([1-9]\d{4,8}|\d{4})-(\d\d)-(\d\d)$/;
const TIME = /^(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?(Z|z|[+-]\d\d:\d\d(?::\d\d)?|@[\w+\-/]+)?$/;
const MONTHS = /^(-?)P(?=\d)(?:(\d+)Y)?(?:(\d+)M)?$/;
const DAYS = /^(-?)P(?=\d|T\d)(?:(\d+)D)?(?:T(?=\d)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)(?:\.(\d{0,9}))?S)?)?$/;
/** Longest text of a duration that is read; its numbers are exact. */
const LONGEST = 200;

/** Each function returns null for text of another form and for what does not exist (30 February). */
export function parseDate(text: string): FeelDate | null {
  const match = DATE.exec(text);
  if (match === null) return null;
  const year = Number(match[2]) * (match[1] === '-' ? -1 : 1);
  return FeelDate.of(year + 0, Number(match[3]), Number(match[4]));
}

interface Clock {
  readonly nanos: number;
  readonly zone: Zone | null;
  /** The end of the day, 24:00:00, which only a date and time may have. */
  readonly endOfDay: boolean;
}

export function parseTime(text: string): FeelTime | null {
  const clock = parseClock(text);
  return clock === null || clock.endOfDay ? null : new FeelTime(clock.nanos, clock.zone);
}

/** A date alone is its midnight on a local clock. */
export function parseDateTime(text: string): FeelDateTime | null {
  const at = text.indexOf('T');
  const date = parseDate(at < 0 ? text : text.slice(0, at));
  if (date === null || at < 0) return date === null ? null : new FeelDateTime(date, 0, null);
  const clock = parseClock(text.slice(at + 1));
  if (clock === null) return null;
  const day = clock.endOfDay ? FeelDate.ofEpochDay(date.epochDay + 1) : date;
  return day === null ? null : new FeelDateTime(day, clock.nanos, clock.zone).normalised;
}

export function parseFeelDuration(text: string): FeelDuration | null {
  if (text.length > LONGEST) return null;
  const months = MONTHS.exec(text);
  if (months !== null) {
    const total = Number(months[2] ?? 0) * 12 + Number(months[3] ?? 0);
    return MonthsDuration.of(months[1] === '-' ? -total : total);
  }
  const days = DAYS.exec(text);
  if (days === null) return null;
  const part = (index: number): bigint => BigInt(days[index] ?? 0);
  const seconds = ((part(2) * 24n + part(3)) * 60n + part(4)) * 60n + part(5);
  const nanos = seconds * BigInt(NANOS_PER_SECOND) + BigInt(fractionOf(days[6]));
  return DaysDuration.of(days[1] === '-' ? -nanos : nanos);
}

/** The value of `@"..."`: a date, a date and time, a time or a duration. */
export function parseAt(text: string): FeelDate | FeelDateTime | FeelTime | FeelDuration | null {
  if (/^-?P/.test(text)) return parseFeelDuration(text);
  return parseDate(text) ?? (text.includes('T') ? parseDateTime(text) : null) ?? parseTime(text);
}

/** The name of the zone that a text names, if any: reading it may cost much more than the rest. */
export function zoneNameIn(text: string): string | null {
  const at = text.indexOf('@');
  return at < 0 ? null : text.slice(at + 1);
}

function parseClock(text: string): Clock | null {
  const match = TIME.exec(text);
  if (match === null) return null;
  const [hour, minute, second] = [Number(match[1]), Number(match[2]), Number(match[3] ?? 0)];
  const fraction = fractionOf(match[4]);
  const zone = match[5] === undefined ? null : parseZone(match[5]);
  if (match[5] !== undefined && zone === null) return null;
  if (hour === 24 && minute === 0 && second === 0 && fraction === 0) return { nanos: 0, zone, endOfDay: true };
  if (hour > 23 || minute > 59 || second > 59) return null;
  const nanos = (hour * 3_600 + minute * 60 + second) * NANOS_PER_SECOND + fraction;
  return nanos < NANOS_PER_DAY ? { nanos, zone, endOfDay: false } : null;
}

/** Nanoseconds of the digits after the point. */
function fractionOf(digits: string | undefined): number {
  return digits === undefined ? 0 : Number(digits.padEnd(9, '0'));
}

export function parseZone(text: string): Zone | null {
  if (text === 'Z' || text === 'z') return UTC;
  if (text.startsWith('@')) return regionZone(text.slice(1));
  const [hours = 0, minutes = 0, seconds = 0] = text.slice(1).split(':').map(Number);
  if (minutes > 59 || seconds > 59) return null;
  const size = hours * 3_600 + minutes * 60 + seconds;
  return offsetZone(text.startsWith('-') ? -size : size);
}
