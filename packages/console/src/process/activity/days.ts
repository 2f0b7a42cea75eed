import { daysFrom } from '../../messages/instants.js';
import type { Locale } from '../../messages/locale.js';

/** Whether two instants are on one day in the zone of the device. */
export const isSameDay = (a: string, b: string): boolean => daysFrom(new Date(a), new Date(b)) === 0;

/** "Today", "Yesterday", then the day. */
export function absoluteDay(
  at: string,
  locale: Locale,
  { today, yesterday }: { readonly today: string; readonly yesterday: string },
): string {
  const day = new Date(at);
  const days = daysFrom(day, new Date());
  if (days === 0) return today;
  if (days === -1) return yesterday;
  return new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : locale, { dateStyle: 'medium' }).format(day);
}
