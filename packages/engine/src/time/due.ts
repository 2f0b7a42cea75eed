import { addDuration, type Cycle, type Duration, parseCycle, parseDateTime, parseDuration } from './iso-8601.js';

/** How a timer is written: one instant, a span of time, or a repeating interval. */
export type TimerKind = 'date' | 'duration' | 'cycle';

/** When a timer is due, and for a cycle how it goes on. */
export type Due = {
  /** Epoch milliseconds. */
  readonly due: number;
  /** Cycle: firings left after this one (-1 without end) and the interval as ISO 8601 text. */
  readonly left?: number;
  readonly every?: string;
};

/**
 * The first due time of a timer set at `now`. `source` is the definition's evaluated text.
 * @throws ExpressionError when it is no ISO 8601 text of the definition's type.
 */
export function firstDue(type: TimerKind, source: string, now: number): Due {
  if (type === 'date') return { due: parseDateTime(source) };
  if (type === 'duration') return { due: addDuration(now, parseDuration(source)) };
  const cycle: Cycle = parseCycle(source);
  const every = source.trim().split('/').at(-1) ?? '';
  const left = cycle.repetitions === null ? -1 : cycle.repetitions - 1;
  if (cycle.start === null) return { due: addDuration(now, cycle.interval), left, every };
  const due = cycle.start >= now ? cycle.start : after(cycle.start, cycle.interval, now);
  return { due, left, every };
}

/** The firing after the one at `previous`; null when there is none left. Firings missed in an outage happen once. */
export function nextDue(previous: Due, now: number): Due | null {
  const { due, left, every } = previous;
  if (left === undefined || left === 0 || every === undefined) return null;
  return { due: after(due, parseDuration(every), now), left: left === -1 ? -1 : left - 1, every };
}

function after(due: number, interval: Duration, now: number): number {
  let times = 1;
  // Months have no fixed length: 31 days is the longest, so this never jumps past `now`.
  const longest = interval.months * 31 * 86_400_000 + interval.milliseconds;
  if (now > due) times = Math.max(1, Math.floor((now - due) / longest));
  let next = addDuration(due, interval, times);
  while (next <= now) {
    times += 1;
    next = addDuration(due, interval, times);
  }
  return next;
}
