import { calendarDayOf, epochDayOf, plusMonths } from '../expression/temporal/calendar.js';
import { ExpressionError } from '../expression/values/errors.js';
import type { WorkingDuration, WorkingTime } from '../expression/values/working-time.js';
import {
  type ExpandedCalendar,
  expandCalendar,
  instantOfLocal,
  type OffsetSpan,
  offsetSpans,
} from './expand-calendar.js';
import type { ResolvedCalendar } from './resolved-calendar.js';

const DAY_MS = 86_400_000;

/** An instant within working time, and the position of its interval. */
type Place = { readonly at: number; readonly index: number };

/**
 * The working time of a calendar: pure, and the same on every machine. It expands on first use, to about 90 kilobytes for ten years; every
 * question then takes a few binary searches.
 */
export class WorkingCalendar implements WorkingTime {
  readonly resolved: ResolvedCalendar;
  readonly #spans: readonly OffsetSpan[];
  #expanded: ExpandedCalendar | undefined;

  constructor(resolved: ResolvedCalendar) {
    this.resolved = resolved;
    this.#spans = offsetSpans(resolved);
  }

  get #open(): ExpandedCalendar {
    this.#expanded ??= expandCalendar(this.resolved, this.#spans);
    return this.#expanded;
  }

  /** @throws ExpressionError outside of the years that it covers */
  isOpen(at: number): boolean {
    this.#check(at);
    return (this.#open.starts[this.#after(at)] ?? Number.POSITIVE_INFINITY) <= at;
  }

  /** The first open instant at or after `at`. @throws ExpressionError outside of the years that it covers */
  opening(at: number): number {
    return this.#opening(at).at;
  }

  /** When the working time that `at` is in ends, across midnight too; null when `at` is closed. */
  closing(at: number): number | null {
    if (!this.isOpen(at)) return null;
    const { starts, ends } = this.#open;
    let index = this.#after(at);
    while (index + 1 < starts.length && starts[index + 1] === ends[index]) index += 1;
    return ends[index] ?? null;
  }

  /** The open intervals between two instants, in order. @throws ExpressionError outside of the years that it covers */
  intervals(from: number, to: number): readonly { readonly start: number; readonly end: number }[] {
    this.#check(from);
    this.#check(to);
    const { starts, ends } = this.#open;
    const found: { readonly start: number; readonly end: number }[] = [];
    for (let index = this.#after(from); index < starts.length && (starts[index] as number) < to; index += 1) {
      found.push({ start: Math.max(from, starts[index] as number), end: Math.min(to, ends[index] as number) });
    }
    return found;
  }

  /**
   * Years and months and weeks move along the calendar; days are working days at the same local time; hours, minutes and seconds are
   * working time. In this order.
   */
  add(from: number, { months, weeks, days, milliseconds }: WorkingDuration): number {
    this.#check(from);
    let at = this.#addDates(from, months, weeks);
    if (days !== 0) at = this.#addDays(at, days);
    if (milliseconds < 0) return this.#subtract(at, -milliseconds);
    return milliseconds === 0 && days !== 0 ? at : this.#addTime(at, milliseconds);
  }

  between(from: number, to: number): number {
    return this.#worked(to) - this.#worked(from);
  }

  offsetAt(at: number): number {
    const seconds = at / 1000;
    return this.#spans.find(({ until }) => seconds < until)?.offset ?? 0;
  }

  instantOfLocal(local: number): number {
    const seconds = Math.floor(local / 1000);
    return instantOfLocal(this.#spans, seconds) * 1000 + (local - seconds * 1000);
  }

  #addDates(from: number, months: number, weeks: number): number {
    if (months === 0 && weeks === 0) return from;
    const local = from + this.offsetAt(from) * 1000;
    const day = Math.floor(local / DAY_MS);
    const moved = plusMonths(calendarDayOf(day), months);
    const target = moved === null ? Number.NaN : epochDayOf(moved) + weeks * 7;
    const at = this.instantOfLocal(target * DAY_MS + (local - day * DAY_MS));
    this.#check(at);
    return at;
  }

  /** The same local time so many working days later, within the hours of that day. From closed time it counts from the next opening. */
  #addDays(from: number, count: number): number {
    const { days, dayStarts, dayEnds, starts, ends } = this.#open;
    const { at } = count > 0 ? this.#opening(from) : this.#lastOpen(from);
    const local = at + this.offsetAt(at) * 1000;
    // The last open instant may be midnight, the end of the day before.
    const today = count < 0 && local % DAY_MS === 0 ? local / DAY_MS - 1 : Math.floor(local / DAY_MS);
    const position = firstAtLeast(days, today) + count;
    const day = days[position];
    if (day === undefined) throw this.#outside();
    const wanted = this.instantOfLocal(day * DAY_MS + (local - today * DAY_MS));
    const first = dayStarts[position] as number;
    let index = (dayEnds[position] as number) - 1;
    while (index > first && (starts[index] as number) > wanted) index -= 1;
    return Math.min(Math.max(wanted, starts[index] as number), ends[index] as number);
  }

  #addTime(from: number, milliseconds: number): number {
    const { starts, before } = this.#open;
    const { at, index } = this.#opening(from);
    if (milliseconds === 0) return at;
    const wanted = (before[index] as number) + (at - (starts[index] as number)) + milliseconds;
    // The last interval that begins before the wanted time has passed holds it, at its end at the latest.
    const found = firstAtLeast(before, wanted) - 1;
    const due = (starts[found] as number) + wanted - (before[found] as number);
    if (due > (this.#open.ends[found] as number)) throw this.#outside();
    return due;
  }

  #subtract(from: number, milliseconds: number): number {
    const { starts, before } = this.#open;
    const { at, index } = this.#lastOpen(from);
    const wanted = (before[index] as number) + (at - (starts[index] as number)) - milliseconds;
    if (wanted < 0) throw this.#outside();
    const found = firstAfter(before, wanted) - 1;
    return (starts[found] as number) + wanted - (before[found] as number);
  }

  #worked(at: number): number {
    this.#check(at);
    const { starts, ends, before } = this.#open;
    const index = this.#after(at);
    if (index === starts.length) {
      const last = index - 1;
      return last < 0 ? 0 : (before[last] as number) + (ends[last] as number) - (starts[last] as number);
    }
    return (before[index] as number) + Math.max(0, at - (starts[index] as number));
  }

  #opening(at: number): Place {
    this.#check(at);
    const index = this.#after(at);
    const start = this.#open.starts[index];
    if (start === undefined) throw this.#outside();
    return { at: Math.max(at, start), index };
  }

  /** The last instant up to `at` that ends or is in working time. */
  #lastOpen(at: number): Place {
    this.#check(at);
    const { starts, ends } = this.#open;
    const index = firstAtLeast(starts, at) - 1;
    if (index < 0) throw this.#outside();
    return { at: Math.min(at, ends[index] as number), index };
  }

  /** Position of the first interval that ends after `at`. */
  #after(at: number): number {
    return firstAfter(this.#open.ends, at);
  }

  #check(at: number): void {
    if (!(at >= this.#open.begin && at <= this.#open.end)) throw this.#outside();
  }

  #outside(): ExpressionError {
    const { key, from, until } = this.resolved;
    return new ExpressionError(
      `The calendar "${key}" covers ${from} until ${until}, and the time is outside of it; deploy the sub-project again to extend it`,
    );
  }
}

/** Position of the first entry that is at least `value`. */
function firstAtLeast(sorted: Float64Array, value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] as number) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Position of the first entry that is more than `value`. */
function firstAfter(sorted: Float64Array, value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] as number) <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}
