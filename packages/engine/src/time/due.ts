import { ExpressionError, excerpt } from '../expression/values/errors.js';
import type { Calendars, WorkingTime } from '../expression/values/working-time.js';
import { nextCron, parseCron } from './cron.js';
import { addDuration, type Cycle, type Duration, parseCycle, parseDateTime, parseDuration } from './iso-8601.js';
import type { TimerKind } from './timer-kind.js';
import { firstWorkingDue, isInterval, nextWorkingDue } from './working-due.js';

/** When a timer is due, and for a cycle the firings that follow. */
export type Due = {
  /** Epoch milliseconds. */
  readonly due: number;
  /** Cycle: firings left after this one (-1: without end). `every` is the interval as ISO 8601 text, or a cron expression. */
  readonly left?: number;
  readonly every?: string;
  /** Cycle: the key of the calendar whose working time counts. */
  readonly calendar?: string;
};

/** The calendar of a timer by its key, and all calendars. */
export type TimerCalendar = { readonly key: string; readonly calendars: Calendars };

/**
 * The first due time of a timer set at `now`. `source` is the definition's evaluated text.
 * @param calendar whose working time counts; absent: all time counts
 * @throws ExpressionError when it is not an ISO 8601 text of that type, and for a cycle no cron expression either.
 */
export function firstDue(type: TimerKind, source: string, now: number, calendar?: TimerCalendar): Due {
  if (calendar !== undefined) {
    const due = firstWorkingDue(type, source, now, calendarOf(calendar));
    return due.every === undefined ? due : { ...due, calendar: calendar.key };
  }
  if (type === 'date') return { due: parseDateTime(source) };
  if (type === 'duration') return { due: addDuration(now, parseDuration(source)) };
  if (!source.trimStart().startsWith('R')) {
    const every = source.trim();
    return { due: nextCron(parseCron(every), now, every), left: -1, every };
  }
  const cycle: Cycle = parseCycle(source);
  const every = source.trim().split('/').at(-1) ?? '';
  const left = cycle.repetitions === null ? -1 : cycle.repetitions - 1;
  if (cycle.start === null) return { due: addDuration(now, cycle.interval), left, every };
  const due = cycle.start >= now ? cycle.start : after(cycle.start, cycle.interval, now);
  return { due, left, every };
}

/** The firing after `previous`; null after the last one. Firings missed in an outage are combined into one. */
export function nextDue(previous: Due, now: number, calendars: Calendars): Due | null {
  const { due, left, every, calendar: key } = previous;
  if (left === undefined || left === 0 || every === undefined) return null;
  if (key !== undefined) {
    const next = nextWorkingDue(due, every, now, calendarOf({ key, calendars }));
    return { due: next, left: left === -1 ? -1 : left - 1, every, calendar: key };
  }
  if (!isInterval(every)) return { due: nextCron(parseCron(every), Math.max(due, now), every), left: -1, every };
  return { due: after(due, parseDuration(every), now), left: left === -1 ? -1 : left - 1, every };
}

/** @throws ExpressionError when there is no such calendar */
function calendarOf({ key, calendars }: TimerCalendar): WorkingTime {
  const calendar = calendars.get(key);
  if (calendar !== undefined) return calendar;
  throw new ExpressionError(
    `The sub-project has no calendar "${excerpt(key)}"; declare it under "calendars" in the document of the sub-project`,
  );
}

function after(due: number, interval: Duration, now: number): number {
  let times = 1;
  // Months have no fixed length: 31 days is the longest, so this count never passes `now`.
  const longest = interval.months * 31 * 86_400_000 + interval.milliseconds;
  if (now > due) times = Math.max(1, Math.floor((now - due) / longest));
  let next = addDuration(due, interval, times);
  while (next <= now) {
    times += 1;
    next = addDuration(due, interval, times);
  }
  return next;
}
