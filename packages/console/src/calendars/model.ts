import type { AnswerOf } from '../api/call.js';

export type Calendar = AnswerOf<'getCalendars'>['calendars'][number];

const DAY_MS = 86_400_000;
/** Days of the week from Monday, as calendars name them. */
export const weekdays = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'] as const;

/** A day of the year view. */
export interface Day {
  /** 2026-04-03. */
  readonly date: string;
  readonly number: number;
  /** `open` and `closed` are as usual; `holiday`: closed by exception; `other`: other hours by exception. */
  readonly kind: 'open' | 'closed' | 'holiday' | 'other';
  readonly open: readonly string[];
  /** Of an exception; may be empty. */
  readonly name: string;
}

/** The weeks of a month from Monday to Sunday; undefined: a day of another month. */
export function weeksOf(calendar: Calendar, year: number, month: number): readonly (readonly (Day | undefined)[])[] {
  const hours = new Map(calendar.week.map(({ day, open }) => [day, open]));
  const exceptions = new Map(calendar.exceptions.map((exception) => [exception.date, exception]));
  const first = Date.UTC(year, month, 1);
  const weeks: (Day | undefined)[][] = [];
  for (let at = first; new Date(at).getUTCMonth() === month; at += DAY_MS) {
    const place = (new Date(at).getUTCDay() + 6) % 7;
    if (weeks.length === 0 || place === 0) weeks.push(Array.from({ length: 7 }, () => undefined));
    const date = new Date(at).toISOString().slice(0, 10);
    const exception = exceptions.get(date);
    const open = exception?.open ?? hours.get(weekdays[place] ?? 'MON') ?? [];
    const usual = open.length > 0 ? 'open' : 'closed';
    const kind = exception === undefined ? usual : open.length > 0 ? 'other' : 'holiday';
    const week = weeks.at(-1);
    if (week !== undefined) {
      week[place] = { date, number: new Date(at).getUTCDate(), kind, open, name: exception?.name ?? '' };
    }
  }
  return weeks;
}
