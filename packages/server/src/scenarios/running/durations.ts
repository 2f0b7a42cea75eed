import { ExpressionError, startTimerDue } from '@millrace/engine';

const UNITS: Readonly<Record<string, readonly ['date' | 'time', string]>> = {
  year: ['date', 'Y'],
  month: ['date', 'M'],
  week: ['date', 'W'],
  day: ['date', 'D'],
  hour: ['time', 'H'],
  minute: ['time', 'M'],
  second: ['time', 'S'],
};

const PART = /(\d{1,9})\s*(year|month|week|day|hour|minute|second)s?(?=[\s,]|$)/g;
const ORDER = Object.keys(UNITS);

/**
 * The time that is a duration after another: `3 days`, `1 hour 30 minutes`, or ISO 8601 such as `P3D`, as timers take it.
 *
 * @param now epoch milliseconds
 * @throws Error for other text
 */
export function timeAfter(now: number, text: string): number {
  const value = { type: 'literal', text: isoDuration(text) ?? text.trim() } as const;
  try {
    const due = startTimerDue({ elementId: '', part: 0, kind: 'timer', timer: { type: 'duration', value } }, now);
    if (due !== null && due.due >= now) return due.due;
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
  }
  throw new Error(`"${text}" is not a duration; write 3 days, 1 hour 30 minutes, or ISO 8601 such as P3D or PT90M`);
}

/** ISO 8601 for a duration in words; undefined for other text. */
function isoDuration(text: string): string | undefined {
  const parts = [...text.trim().toLowerCase().matchAll(PART)].map(([, count = '', unit = '']) => ({ count, unit }));
  const rest = text
    .toLowerCase()
    .replace(PART, '')
    .replace(/\band\b/g, '')
    .replace(/[\s,]/g, '');
  if (parts.length === 0 || rest !== '' || new Set(parts.map(({ unit }) => unit)).size !== parts.length)
    return undefined;
  const write = (kind: 'date' | 'time') =>
    parts
      .filter(({ unit }) => UNITS[unit]?.[0] === kind)
      .sort((a, b) => ORDER.indexOf(a.unit) - ORDER.indexOf(b.unit))
      .map(({ count, unit }) => `${count}${UNITS[unit]?.[1] ?? ''}`)
      .join('');
  const time = write('time');
  return `P${write('date')}${time === '' ? '' : `T${time}`}`;
}

const DATE_TIME = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d))?$/;

/**
 * A date and time with its zone, or a date at midnight in UTC, as epoch milliseconds.
 *
 * @throws Error for other text
 */
export function instantOf(text: string): number {
  const time = DATE_TIME.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time)) throw new Error(`"${text}" is not a date and time; write for example 2026-01-08T09:00:00Z`);
  return time;
}
