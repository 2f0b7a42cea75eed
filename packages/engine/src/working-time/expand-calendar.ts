import { epochDayOf, weekdayOf } from '../expression/temporal/calendar.js';
import type { ResolvedCalendar } from './resolved-calendar.js';

const DAY_SECONDS = 86_400;
const MINUTE_SECONDS = 60;

/** Time during which an offset from UTC counts. Epoch seconds; `until` is exclusive. */
export interface OffsetSpan {
  readonly from: number;
  readonly until: number;
  readonly offset: number;
}

/** The open intervals of a calendar in the order of time, in epoch milliseconds. */
export interface ExpandedCalendar {
  readonly begin: number;
  readonly end: number;
  readonly starts: Float64Array;
  readonly ends: Float64Array;
  /** Working time before each interval. */
  readonly before: Float64Array;
  /** Days since 1970-01-01 that have working time, each with the positions of its intervals: the first, and after the last. */
  readonly days: Float64Array;
  readonly dayStarts: Float64Array;
  readonly dayEnds: Float64Array;
}

/** Days since 1970-01-01 of an ISO 8601 date. */
export function epochDayOfText(date: string): number {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  return epochDayOf({ year, month, day });
}

export function offsetSpans({ offsets }: ResolvedCalendar): readonly OffsetSpan[] {
  return offsets.map(([from, offset], index) => ({
    from: index === 0 ? Number.NEGATIVE_INFINITY : from,
    until: offsets[index + 1]?.[0] ?? Number.POSITIVE_INFINITY,
    offset,
  }));
}

/**
 * The instant, in epoch seconds, of a time on the clock of the zone. A time that a change of the clock skips is the instant of the
 * change; of a time that occurs twice it is the first.
 */
export function instantOfLocal(spans: readonly OffsetSpan[], localSeconds: number): number {
  for (const { from, until, offset } of spans) {
    const instant = localSeconds - offset;
    if (instant < until) return Math.max(instant, from);
  }
  return localSeconds;
}

/**
 * Every open interval. An instant is open when the clock of the zone shows a time within the hours of its date, so hours that a change
 * of the clock skips do not exist, and hours that occur twice count twice.
 */
export function expandCalendar(calendar: ResolvedCalendar, spans: readonly OffsetSpan[]): ExpandedCalendar {
  const exceptions = new Map(calendar.exceptions.map(({ date, open }) => [epochDayOfText(date), open]));
  const firstDay = epochDayOfText(calendar.from);
  const untilDay = epochDayOfText(calendar.until);
  const intervals: { readonly start: number; readonly end: number; readonly day: number }[] = [];
  let first = 0;
  for (let day = firstDay; day < untilDay; day += 1) {
    const midnight = day * DAY_SECONDS;
    // Offsets are below one day, so a span that ends two days before cannot have an instant of this date.
    while ((spans[first]?.until ?? Number.POSITIVE_INFINITY) < midnight - 2 * DAY_SECONDS) first += 1;
    for (const [from, to] of exceptions.get(day) ?? calendar.week[weekdayOf(day) - 1] ?? []) {
      for (let at = first; at < spans.length; at += 1) {
        const span = spans[at] as OffsetSpan;
        if (span.from > midnight + 2 * DAY_SECONDS) break;
        const start = Math.max(midnight + from * MINUTE_SECONDS - span.offset, span.from);
        const end = Math.min(midnight + to * MINUTE_SECONDS - span.offset, span.until);
        if (end > start) intervals.push({ start, end, day });
      }
    }
  }
  intervals.sort((a, b) => a.start - b.start);
  return {
    begin: instantOfLocal(spans, firstDay * DAY_SECONDS) * 1000,
    end: instantOfLocal(spans, untilDay * DAY_SECONDS) * 1000,
    starts: Float64Array.from(intervals, ({ start }) => start * 1000),
    ends: Float64Array.from(intervals, ({ end }) => end * 1000),
    before: sumsOf(intervals),
    ...daysOf(intervals),
  };
}

function sumsOf(intervals: readonly { readonly start: number; readonly end: number }[]): Float64Array {
  let sum = 0;
  return Float64Array.from(intervals, ({ start, end }) => {
    const before = sum;
    sum += (end - start) * 1000;
    return before;
  });
}

function daysOf(intervals: readonly { readonly day: number }[]) {
  const bounds = new Map<number, { readonly from: number; to: number }>();
  intervals.forEach(({ day }, index) => {
    const known = bounds.get(day);
    if (known === undefined) bounds.set(day, { from: index, to: index + 1 });
    else known.to = index + 1;
  });
  const days = [...bounds].sort(([a], [b]) => a - b);
  return {
    days: Float64Array.from(days, ([day]) => day),
    dayStarts: Float64Array.from(days, ([, { from }]) => from),
    dayEnds: Float64Array.from(days, ([, { to }]) => to),
  };
}
