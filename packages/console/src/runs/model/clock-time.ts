import type { Locale } from '../../messages/locale.js';

/** The time of day to the second, for what happens within seconds. */
export function clockTime(instant: Date, locale: Locale): string {
  const style = { hour: '2-digit', minute: '2-digit', second: '2-digit' } as const;
  return new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : locale, style).format(instant);
}
