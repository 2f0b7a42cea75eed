import type { OpenHours } from '@millrace/engine';

/** Weekdays as documents name them. */
export const WEEKDAYS: readonly string[] = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'];

const DAYS = /^(MON|TUE|WED|THU|FRI|SAT|SUN)(?:-(MON|TUE|WED|THU|FRI|SAT|SUN))?$/;
const HOURS = /^([01]\d|2[0-4]):([0-5]\d)-([01]\d|2[0-4]):([0-5]\d)$/;
const DAY_MINUTES = 1440;

/** Positions of weekdays that a text such as `MON-FRI` names; it may go on over Sunday. Undefined: it names none. */
export function daysIn(text: string): readonly number[] | undefined {
  const [, first = '', last = first] = DAYS.exec(text) ?? [];
  const from = WEEKDAYS.indexOf(first);
  const to = WEEKDAYS.indexOf(last);
  if (from < 0) return undefined;
  const count = ((to - from + 7) % 7) + 1;
  return Array.from({ length: count }, (_, index) => (from + index) % 7);
}

/** Opening hours such as `09:00-12:00`, or what is wrong with them. */
export function readHours(texts: readonly string[]): { readonly open: OpenHours } | { readonly problem: string } {
  const open: [number, number][] = [];
  for (const text of texts) {
    const [, ...parts] = HOURS.exec(text) ?? [];
    const [hour = 0, minute = 0, toHour = 0, toMinute = 0] = parts.map(Number);
    const [from, to] = [hour * 60 + minute, toHour * 60 + toMinute];
    if (parts.length === 0 || from >= DAY_MINUTES || to > DAY_MINUTES) {
      return {
        problem: `"${text.slice(0, 40)}" is no time of day; write for example 09:00-12:30, and 24:00 for the end of the day`,
      };
    }
    if (to <= from) {
      return {
        problem: `"${text}" ends before it begins; write ${text.slice(0, 5)}-24:00, and the rest on the next day`,
      };
    }
    if (from < (open.at(-1)?.[1] ?? 0))
      return { problem: `"${text}" begins before the hours before it end; put them in order` };
    open.push([from, to]);
  }
  return { open };
}

/** Whether the text is an ISO 8601 date that exists. */
export function isDate(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

/** Whether the text names a time zone of the IANA database. */
export function isZone(text: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+)*$/.test(text)) return false;
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: text });
    return true;
  } catch {
    return false;
  }
}
