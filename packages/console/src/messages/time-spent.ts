import { figure } from './instants.js';
import type { Locale } from './locale.js';

const units = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

type Unit = 'year' | 'month' | 'week' | 'day' | 'hour' | 'minute' | 'second';

const inUnit = (
  value: number,
  unit: Unit,
  locale: Locale,
  maximumFractionDigits = 0,
  display: 'short' | 'long' = 'short',
) => figure(value, locale, { style: 'unit', unit, unitDisplay: display, maximumFractionDigits });

/** How long something took as people say it, in its largest unit: 2.4 days, 35 min. */
export function timeSpent(seconds: number, locale: Locale): string {
  const [unit, size] = units.find(([, length]) => seconds >= length) ?? (['second', 1] as const);
  return inUnit(seconds / size, unit, locale, unit === 'second' ? 0 : 1);
}

/** Working time: it has no days, which would be 24 hours to one and eight to the other. */
export function hoursAndMinutes(minutes: number, locale: Locale): string {
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  return [
    ...(hours > 0 ? [inUnit(hours, 'hour', locale)] : []),
    ...(rest > 0 || hours === 0 ? [inUnit(rest, 'minute', locale)] : []),
  ].join(' ');
}

const durationUnits: readonly Unit[] = ['year', 'month', 'week', 'day', 'hour', 'minute', 'second'];
const durationText = /^P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:([\d.]+)S)?)?$/;

/** An ISO 8601 duration as people say it: "2 days 4 hours"; one that cannot be read stays. */
export function spokenDuration(text: string, locale: Locale): string {
  const parts = durationText.exec(text)?.slice(1) ?? [];
  const said = durationUnits.flatMap((unit, index) => {
    const value = Number(parts[index] ?? 0);
    return value === 0 ? [] : [inUnit(value, unit, locale, 3, 'long')];
  });
  return said.length === 0 ? text : said.join(' ');
}
