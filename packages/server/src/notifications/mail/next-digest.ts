import type { DigestTime } from '../preferences/preferences.js';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Whether `Intl`, and so this service, knows the rules of a time zone. */
export function isTimeZone(timeZone: string): boolean {
  try {
    // A new one for each question: only the name is checked.
    new Intl.DateTimeFormat('en-US', { timeZone });
    return true;
  } catch {
    return false;
  }
}

/**
 * When the next digest is due: at the time of day of the person, after now, and on another day than the last one.
 *
 * @param last when the last digest was sent; null: never
 */
export function nextDigest({ timeZone, at }: DigestTime, now: Date, last: Date | null): Date {
  const clock = clockOf(timeZone);
  const lastDay = last === null ? Number.NEGATIVE_INFINITY : dayOf(clock(last.getTime()));
  const [hour = 0, minute = 0] = at.split(':').map(Number);
  for (let day = dayOf(clock(now.getTime())); ; day += 1) {
    const due = instantAt(clock, day * DAY_MS + (hour * 60 + minute) * MINUTE_MS);
    if (due > now.getTime() && day > lastDay) return new Date(due);
  }
}

/** What a clock in a zone shows at an instant, as milliseconds since its 1 January 1970, 00:00. */
type Clock = (instant: number) => number;

const dayOf = (shown: number): number => Math.floor(shown / DAY_MS);

function clockOf(timeZone: string): Clock {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  return (instant) => {
    const parts = Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]));
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
    return Date.UTC(year, month - 1, day, hour, minute, second);
  };
}

/** When a clock shows a time; of two such instants the first, and where it leaves the time out, as much later. */
function instantAt(clock: Clock, shown: number): number {
  const offsets = [clock(shown - DAY_MS) - (shown - DAY_MS), clock(shown + DAY_MS) - (shown + DAY_MS)];
  const [before = 0, after = 0] = offsets;
  const found = [shown - before, shown - after].filter((instant) => clock(instant) === shown);
  return found.length > 0 ? Math.min(...found) : shown - before;
}
