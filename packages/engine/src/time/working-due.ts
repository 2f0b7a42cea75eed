import type { WorkingTime } from '../expression/values/working-time.js';
import { nextCron, parseCron } from './cron.js';
import { parseCycle, parseDateTime, parseWorkingDuration } from './iso-8601.js';
import type { TimerKind } from './timer-kind.js';

/** When a timer is due in the working time of a calendar, and for a cycle the firings that follow, as in `Due`. */
type WorkingDue = { readonly due: number; readonly left?: number; readonly every?: string };

const NOTHING = { months: 0, weeks: 0, days: 0, milliseconds: 0 } as const;
const ZONED = /T.*(?:Z|[+-]\d\d:?\d\d)(?:\[|$)|@/i;

/**
 * The first due time of a timer with a calendar. A date that is closed is due at the next opening; a date without offset or zone is on
 * the clock of the calendar, and so is a cron expression.
 * @throws ExpressionError when the text is no timer of that type, and outside of the years that the calendar covers
 */
export function firstWorkingDue(type: TimerKind, source: string, now: number, calendar: WorkingTime): WorkingDue {
  if (type === 'date') return { due: calendar.add(instantIn(source, calendar), NOTHING) };
  if (type === 'duration') return { due: calendar.add(now, parseWorkingDuration(source)) };
  const every = intervalOf(source);
  if (!isInterval(every)) return { due: nextWorkingCron(every, now, calendar), left: -1, every };
  const { repetitions, start } = parseCycle(source);
  const left = repetitions === null ? -1 : repetitions - 1;
  if (start === null) return { due: calendar.add(now, parseWorkingDuration(every)), left, every };
  const first = calendar.add(instantIn(source.split('/')[1] ?? '', calendar), NOTHING);
  return { due: first >= now ? first : nextWorkingDue(first, every, now, calendar), left, every };
}

/** The firing of a cycle after the one at `due`: the first after `now`. Firings missed in an outage are combined into one. */
export function nextWorkingDue(due: number, every: string, now: number, calendar: WorkingTime): number {
  if (!isInterval(every)) return nextWorkingCron(every, Math.max(due, now), calendar);
  const interval = parseWorkingDuration(every);
  const { months, weeks, days, milliseconds } = interval;
  // Of short intervals a year has many, and they add up exactly, so the missed ones are skipped at once.
  const missed = months === 0 && weeks === 0 && days === 0 && now > due ? calendar.between(due, now) / milliseconds : 0;
  let next = calendar.add(due, { ...interval, milliseconds: milliseconds * Math.max(1, Math.floor(missed)) });
  while (next <= now) next = calendar.add(next, interval);
  return next;
}

/** The interval of a cycle as ISO 8601 text, or its cron expression. */
const intervalOf = (source: string): string =>
  source.trimStart().startsWith('R') ? (source.trim().split('/').at(-1) ?? '') : source.trim();

/** Whether the text of a cycle is an interval, and no cron expression. */
export const isInterval = (every: string): boolean => /^[+-]?P/.test(every);

/** The next firing on the clock of the calendar; from closed time it moves to the next opening. */
function nextWorkingCron(every: string, after: number, calendar: WorkingTime): number {
  const cron = parseCron(every);
  let local = after + calendar.offsetAt(after) * 1000;
  for (;;) {
    local = nextCron(cron, local, every);
    const due = calendar.add(calendar.instantOfLocal(local), NOTHING);
    // The clock was set back: this time has been.
    if (due > after) return due;
  }
}

/**
 * The instant of an ISO 8601 text; without offset and zone it is on the clock of the calendar.
 * @throws ExpressionError for other text
 */
export function instantIn(source: string, calendar: WorkingTime): number {
  const instant = parseDateTime(source);
  return ZONED.test(source) ? instant : calendar.instantOfLocal(instant);
}
