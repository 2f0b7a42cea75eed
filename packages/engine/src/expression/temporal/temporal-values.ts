import { FeelObject } from '../values/feel-object.js';
import {
  type CalendarDay,
  calendarDayOf,
  epochDayOf,
  isCalendarDay,
  MAX_YEAR,
  NANOS_PER_DAY,
  NANOS_PER_SECOND,
  SECONDS_PER_DAY,
} from './calendar.js';
import { offsetAtInstant, offsetAtLocal, type Zone } from './zone.js';

/** Longest duration of days and time, in nanoseconds: the span of all dates. */
const MAX_NANOS = BigInt(2 * MAX_YEAR + 2) * 366n * BigInt(NANOS_PER_DAY);
/** Longest duration of years and months, in months. */
const MAX_MONTHS = (2 * MAX_YEAR + 2) * 12;

/** A day of the calendar. */
export class FeelDate extends FeelObject implements CalendarDay {
  override readonly type = 'date';
  readonly year: number;
  readonly month: number;
  readonly day: number;
  /** Days since 1970-01-01. */
  readonly epochDay: number;

  private constructor(day: CalendarDay) {
    super();
    this.year = day.year;
    this.month = day.month;
    this.day = day.day;
    this.epochDay = epochDayOf(day);
  }

  /** Null for a day that does not exist. */
  static of(year: number, month: number, day: number): FeelDate | null {
    const date = { year, month, day };
    return isCalendarDay(date) ? new FeelDate(date) : null;
  }

  /** Null past the first or last year. */
  static ofEpochDay(epochDay: number): FeelDate | null {
    const day = calendarDayOf(epochDay);
    return Math.abs(day.year) <= MAX_YEAR ? new FeelDate(day) : null;
  }
}

/** A time of the day, at an offset, in a named zone, or local. */
export class FeelTime extends FeelObject {
  override readonly type = 'time';
  /** Nanoseconds since midnight, below one day. */
  readonly nanos: number;
  readonly zone: Zone | null;

  constructor(nanos: number, zone: Zone | null) {
    super();
    this.nanos = nanos;
    this.zone = zone;
  }

  /** Offset in seconds, for a named zone that of 1970-01-01, because a time has no date; null when local. */
  get offset(): number | null {
    return this.zone === null ? null : offsetAtLocal(this.zone, Math.floor(this.nanos / NANOS_PER_SECOND));
  }
}

/** A time on a day, at an offset, in a named zone, or local. */
export class FeelDateTime extends FeelObject {
  override readonly type = 'date and time';
  readonly date: FeelDate;
  /** Nanoseconds since midnight, below one day. */
  readonly nanos: number;
  readonly zone: Zone | null;
  /** Offset in seconds, null when local. Kept because a local time occurs twice when a zone's clock is set back. */
  readonly offset: number | null;

  constructor(date: FeelDate, nanos: number, zone: Zone | null, offset?: number) {
    super();
    this.date = date;
    this.nanos = nanos;
    this.zone = zone;
    const seconds = date.epochDay * SECONDS_PER_DAY + Math.floor(nanos / NANOS_PER_SECOND);
    this.offset = zone === null ? null : (offset ?? offsetAtLocal(zone, seconds));
  }

  /** Nanoseconds since 1970-01-01T00:00 on the local clock. */
  get localNanos(): bigint {
    return BigInt(this.date.epochDay) * BigInt(NANOS_PER_DAY) + BigInt(this.nanos);
  }

  /** Nanoseconds since 1970-01-01T00:00Z; a local time counts as UTC. */
  get epochNanos(): bigint {
    return this.localNanos - BigInt(this.offset ?? 0) * BigInt(NANOS_PER_SECOND);
  }

  /** The local time on a clock of `zone`. Null past the first or last year. */
  static ofLocal(localNanos: bigint, zone: Zone | null, offset?: number): FeelDateTime | null {
    const perDay = BigInt(NANOS_PER_DAY);
    const rest = ((localNanos % perDay) + perDay) % perDay;
    const date = FeelDate.ofEpochDay(Number((localNanos - rest) / perDay));
    return date === null ? null : new FeelDateTime(date, Number(rest), zone, offset);
  }

  /** The instant on a clock of `zone`. Null past the first or last year. */
  static ofEpoch(epochNanos: bigint, zone: Zone): FeelDateTime | null {
    const seconds = Number(epochNanos / BigInt(NANOS_PER_SECOND));
    const offset = offsetAtInstant(zone, seconds);
    return FeelDateTime.ofLocal(epochNanos + BigInt(offset) * BigInt(NANOS_PER_SECOND), zone, offset);
  }

  /** A local time in a gap of the zone's clock does not exist: it becomes the time after the gap. */
  get normalised(): FeelDateTime {
    if (this.zone?.type !== 'region') return this;
    return FeelDateTime.ofEpoch(this.epochNanos, this.zone) ?? this;
  }
}

/** A duration of days, hours, minutes and seconds. */
export class DaysDuration extends FeelObject {
  override readonly type = 'days and time duration';
  readonly nanos: bigint;

  private constructor(nanos: bigint) {
    super();
    this.nanos = nanos;
  }

  /** Null past the span of all dates. */
  static of(nanos: bigint): DaysDuration | null {
    return nanos > MAX_NANOS || nanos < -MAX_NANOS ? null : new DaysDuration(nanos);
  }

  static ofSeconds(seconds: number): DaysDuration {
    return new DaysDuration(BigInt(seconds) * BigInt(NANOS_PER_SECOND));
  }
}

/** A duration of years and months. */
export class MonthsDuration extends FeelObject {
  override readonly type = 'years and months duration';
  readonly months: number;

  private constructor(months: number) {
    super();
    this.months = months;
  }

  /** Null for a fraction of a month, and past the span of all dates. */
  static of(months: number): MonthsDuration | null {
    return Number.isInteger(months) && Math.abs(months) <= MAX_MONTHS ? new MonthsDuration(months + 0) : null;
  }
}

export type Temporal = FeelDate | FeelTime | FeelDateTime;
export type FeelDuration = DaysDuration | MonthsDuration;

export function isDuration(value: unknown): value is FeelDuration {
  return value instanceof DaysDuration || value instanceof MonthsDuration;
}

export function isTemporal(value: unknown): value is Temporal {
  return value instanceof FeelDate || value instanceof FeelTime || value instanceof FeelDateTime;
}
