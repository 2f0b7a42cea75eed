import type { WorkingCalendar } from '@millrace/engine';

/** Most days of an explanation. */
const MOST_DAYS = 31;
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/** What a calendar says of an instant, and of the time from there to another one. */
export interface CalendarAnswer {
  readonly at: number;
  readonly opening: number;
  /** Null when it is closed. */
  readonly closing: number | null;
  readonly duration: string | undefined;
  readonly due: number | null;
  readonly to: number | null;
  /** From `at` to `to`, in milliseconds. */
  readonly worked: number | null;
}

/**
 * A calendar's answer in words: the instant, each day of the time that counts, and the result.
 *
 * @throws ExpressionError outside of the years that the calendar covers
 */
export function calendarWords(calendar: WorkingCalendar, answer: CalendarAnswer): string[] {
  const { at, opening, closing, duration, due, to, worked } = answer;
  const clock = (instant: number) => localTime(calendar, instant);
  const state = closing === null ? `closed; it opens at ${clock(opening)}` : `open until ${clock(closing)}`;
  const end = due ?? to;
  return [
    `At ${clock(at)} (${calendar.resolved.zone}) the calendar is ${state}.`,
    ...(end === null ? [] : daysBetween(calendar, Math.min(at, end), Math.max(at, end))),
    ...(due === null || duration === undefined
      ? []
      : [`${duration} of working time ${due < at ? 'earlier' : 'later'} is ${clock(due)}.`]),
    ...(to === null || worked === null ? [] : [`Working time until ${clock(to)}: ${length(worked)}.`]),
  ];
}

function daysBetween(calendar: WorkingCalendar, from: number, to: number): string[] {
  const intervals = calendar.intervals(from, to);
  const names = new Map(calendar.resolved.exceptions.map(({ date, name }) => [date, name]));
  const first = Math.floor(local(calendar, from) / DAY_MS);
  const last = Math.floor(local(calendar, to) / DAY_MS);
  const shown = Math.min(last, first + MOST_DAYS - 1);
  const lines: string[] = [];
  for (let day = first; day <= shown; day += 1) {
    const date = new Date(day * DAY_MS).toISOString().slice(0, 10);
    const name = names.get(date) ?? '';
    const counted = intervals.filter(({ start }) => Math.floor(local(calendar, start) / DAY_MS) === day);
    const parts = counted.map(({ start, end }) => `${timeOf(calendar, start)}-${timeOf(calendar, end)}`);
    const sum = counted.reduce((total, { start, end }) => total + end - start, 0);
    const what = parts.length === 0 ? 'nothing counts' : `${parts.join(', ')} count, ${length(sum)}`;
    lines.push(`${WEEKDAYS[new Date(day * DAY_MS).getUTCDay()]} ${date}${name === '' ? '' : ` (${name})`}: ${what}`);
  }
  return last > shown ? [...lines, `… and ${last - shown} more days`] : lines;
}

const local = (calendar: WorkingCalendar, instant: number): number => instant + calendar.offsetAt(instant) * 1000;

const localTime = (calendar: WorkingCalendar, instant: number): string =>
  new Date(local(calendar, instant)).toISOString().slice(0, 16).replace('T', ' ');

/** The end of a day is 24:00 of it. */
function timeOf(calendar: WorkingCalendar, instant: number): string {
  return localTime(calendar, instant).slice(11);
}

/** `7 hours`, `30 minutes`, `1 hour 5 minutes`. */
function length(milliseconds: number): string {
  const sign = milliseconds < 0 ? 'minus ' : '';
  const minutes = Math.floor(Math.abs(milliseconds) / MINUTE_MS);
  const hours = Math.floor(minutes / 60);
  const parts = [counted(hours, 'hour'), counted(minutes % 60, 'minute')].filter((part) => part !== '');
  return sign + (parts.length === 0 ? 'less than a minute' : parts.join(' '));
}

const counted = (count: number, unit: string): string =>
  count === 0 ? '' : `${count} ${unit}${count === 1 ? '' : 's'}`;
