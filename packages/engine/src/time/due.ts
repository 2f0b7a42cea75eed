import { nextCron, parseCron } from './cron.js';
import { addDuration, type Cycle, type Duration, parseCycle, parseDateTime, parseDuration } from './iso-8601.js';

/** How a timer is written: one instant, a span of time, or a repeating interval or cron expression. */
export type TimerKind = 'date' | 'duration' | 'cycle';

/** When a timer is due, and for a cycle the firings that follow. */
export type Due = {
  /** Epoch milliseconds. */
  readonly due: number;
  /** Cycle: firings left after this one (-1: without end). `every` is the interval as ISO 8601 text, or a cron expression. */
  readonly left?: number;
  readonly every?: string;
};

/**
 * The first due time of a timer set at `now`. `source` is the definition's evaluated text.
 * @throws ExpressionError when it is not an ISO 8601 text of that type, and for a cycle no cron expression either.
 */
export function firstDue(type: TimerKind, source: string, now: number): Due {
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
export function nextDue(previous: Due, now: number): Due | null {
  const { due, left, every } = previous;
  if (left === undefined || left === 0 || every === undefined) return null;
  if (!isInterval(every)) return { due: nextCron(parseCron(every), Math.max(due, now), every), left: -1, every };
  return { due: after(due, parseDuration(every), now), left: left === -1 ? -1 : left - 1, every };
}

/** Whether the text of a cycle is an interval, and no cron expression. */
const isInterval = (every: string): boolean => /^[+-]?P/.test(every);

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
