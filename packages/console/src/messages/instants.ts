import type { Locale } from './locale.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const tagOf = (locale: Locale): string => (locale === 'en' ? 'en-GB' : locale);

const formats = new Map<string, unknown>();

/** A format of Intl. Making one takes longer than drawing a row of a list, so each is made once. */
function formatOf<Options, Format>(
  Kind: new (tag: string, options: Options) => Format,
  locale: Locale,
  options: Options,
): Format {
  const key = `${Kind.name} ${locale} ${JSON.stringify(options)}`;
  const known = formats.get(key) as Format | undefined;
  if (known !== undefined) return known;
  const made = new Kind(tagOf(locale), options);
  formats.set(key, made);
  return made;
}

/** Calendar days from `now` to an instant in the zone of the device: -1 is yesterday. */
export function daysFrom(instant: Date, now: Date): number {
  const midnight = (date: Date): number => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate());
  return Math.round((midnight(instant) - midnight(now)) / DAY);
}

/** "2 min ago" and "in 3 h" within a day, "yesterday", "tomorrow", then "12 Mar", with the year where it is another one. */
export function relativeTime(instant: Date, now: Date, locale: Locale): string {
  const passed = instant.getTime() - now.getTime();
  const days = daysFrom(instant, now);
  const relative = formatOf(Intl.RelativeTimeFormat, locale, { numeric: 'auto', style: 'short' } as const);
  if (Math.abs(passed) < MINUTE) return relative.format(0, 'second');
  if (Math.abs(passed) < HOUR) return relative.format(Math.trunc(passed / MINUTE), 'minute');
  if (days === 0 || Math.abs(passed) < 6 * HOUR) return relative.format(Math.trunc(passed / HOUR), 'hour');
  if (Math.abs(days) === 1) return relative.format(days, 'day');
  const year = instant.getFullYear() === now.getFullYear() ? {} : ({ year: 'numeric' } as const);
  return formatOf(Intl.DateTimeFormat, locale, { day: 'numeric', month: 'short', ...year } as const).format(instant);
}

/** The whole instant with its zone, for titles and copied text. */
export function absoluteTime(instant: Date, locale: Locale): string {
  return formatOf(Intl.DateTimeFormat, locale, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'short',
  } as const).format(instant);
}

/**
 * A day of the calendar, for example 2026-03-27, which has no zone.
 *
 * @public
 */
export function calendarDay(day: string, locale: Locale): string {
  const style = { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const;
  return formatOf(Intl.DateTimeFormat, locale, style).format(new Date(`${day}T00:00:00Z`));
}

/** A figure; amounts with a currency get its usual decimals. */
export function figure(value: number, locale: Locale, options: Intl.NumberFormatOptions = {}): string {
  return formatOf(Intl.NumberFormat, locale, options).format(value);
}
