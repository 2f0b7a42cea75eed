import { daysFrom } from '../../messages/instants.js';
import type { Locale } from '../../messages/locale.js';
import type { InboxMessages } from '../messages/index.gen.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export type Urgency = 'overdue' | 'soon' | 'later';

/** How near a due date is: past, within a day, or further away. */
export function urgencyOf(due: Date, now: Date): Urgency {
  if (due.getTime() < now.getTime()) return 'overdue';
  return due.getTime() - now.getTime() < DAY ? 'soon' : 'later';
}

/** "overdue 2 d", "due today", "due Thu", "due 2 Apr". */
export function dueText(due: Date, now: Date, m: InboxMessages, locale: Locale): string {
  const tag = locale === 'en' ? 'en-GB' : locale;
  const days = daysFrom(due, now);
  if (due.getTime() < now.getTime()) return m.overdueSince({ time: span(now.getTime() - due.getTime(), m) });
  if (days === 0) return m.dueToday;
  if (days === 1) return m.dueTomorrow;
  const style: Intl.DateTimeFormatOptions =
    days < 7
      ? { weekday: 'short' }
      : { day: 'numeric', month: 'short', ...(due.getFullYear() === now.getFullYear() ? {} : { year: 'numeric' }) };
  return m.dueOn({ day: new Intl.DateTimeFormat(tag, style).format(due) });
}

/** The time of the day, for the head of a task. */
export const clockText = (instant: Date, locale: Locale): string =>
  new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : locale, { hour: '2-digit', minute: '2-digit' }).format(instant);

function span(ms: number, m: InboxMessages): string {
  if (ms < HOUR) return m.minutes({ count: Math.max(1, Math.floor(ms / MINUTE)) });
  return ms < DAY ? m.hours({ count: Math.floor(ms / HOUR) }) : m.days({ count: Math.floor(ms / DAY) });
}
