import { calendarDayOf, epochDayOf, SECONDS_PER_DAY } from './calendar.js';

/** Where a time is: at an offset from UTC in seconds, or in a named zone (`Europe/Berlin`), whose offset depends on the date. */
export type Zone =
  | { readonly type: 'offset'; readonly seconds: number }
  | { readonly type: 'region'; readonly id: string };

export const UTC: Zone = { type: 'offset', seconds: 0 };
/** Largest offset, as Java has it. */
const MAX_OFFSET = 18 * 3_600;
/** Most zones with a prepared formatter; preparing one takes about 50 microseconds. */
const MAX_FORMATTERS = 64;

type Formatter = NonNullable<ReturnType<typeof makeFormatter>>;

/** Formatters by zone; null for what is no zone. The zone data of the JavaScript engine is fixed, so this holds no state. */
const formatters = new Map<string, Formatter | null>();

/** The zone of an offset; null outside of 18 hours. */
export function offsetZone(seconds: number): Zone | null {
  if (!Number.isInteger(seconds) || Math.abs(seconds) > MAX_OFFSET) return null;
  return seconds === 0 ? UTC : { type: 'offset', seconds };
}

/** The named zone; null when there is none of that name. */
export function regionZone(id: string): Zone | null {
  return /^[A-Za-z][\w+\-/]*$/.test(id) && formatterOf(id) !== null ? { type: 'region', id } : null;
}

/** Offset in seconds at a local time, given in seconds since 1970-01-01T00:00 on the clock of the zone. */
export function offsetAtLocal(zone: Zone, localSeconds: number): number {
  if (zone.type === 'offset') return zone.seconds;
  // In the gap of a change of the clock, the offset before the change counts; in an overlap, the earlier instant.
  const before = offsetAtInstant(zone, localSeconds - SECONDS_PER_DAY);
  const after = offsetAtInstant(zone, localSeconds + SECONDS_PER_DAY);
  const first = offsetAtInstant(zone, localSeconds - before);
  if (first === before || before === after) return first;
  const second = offsetAtInstant(zone, localSeconds - first);
  return second === first ? first : before;
}

/** Offset in seconds at an instant, given in seconds since 1970-01-01T00:00Z. */
export function offsetAtInstant(zone: Zone, epochSeconds: number): number {
  if (zone.type === 'offset') return zone.seconds;
  const formatter = formatterOf(zone.id);
  if (formatter === null) return 0;
  const seconds = withinDates(epochSeconds);
  // 12/31/2026, 23:59:59, in this order in every engine: formatting as a text takes a third of the time of formatting in parts.
  const parts = formatter
    .format(seconds * 1_000)
    .split(/\D+/)
    .map(Number);
  const [month = 1, day = 1, year = 1970, hour = 0, minute = 0, second = 0] = parts;
  const local = epochDayOf({ year, month, day }) * SECONDS_PER_DAY + hour * 3_600 + minute * 60 + second;
  return local - seconds;
}

/** An instant of the years 1 to 9999 with the same place in the cycle of 400 years, because formatters print an era before year 1. */
function withinDates(epochSeconds: number): number {
  const seconds = Math.floor(epochSeconds);
  const { year } = calendarDayOf(Math.floor(seconds / SECONDS_PER_DAY));
  if (year >= 2 && year <= 9_990) return seconds;
  const cycle = 146_097 * SECONDS_PER_DAY;
  const target = year < 2 ? 1_600 : 2_400;
  return seconds - Math.floor((year - target) / 400) * cycle;
}

function formatterOf(id: string): Formatter | null {
  const known = formatters.get(id);
  if (known !== undefined) return known;
  if (formatters.size >= MAX_FORMATTERS) formatters.clear();
  const made = makeFormatter(id);
  formatters.set(id, made);
  return made;
}

/** Only the rules of the zone are taken from the machine: locale, calendar and digits are given. */
function makeFormatter(timeZone: string) {
  try {
    // biome-ignore lint/style/noRestrictedGlobals: the only source of the rules of time zones; nothing depends on the locale
    return new Intl.DateTimeFormat('en-US', {
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
  } catch {
    return null;
  }
}

/** `Z`, `+02:00`, `+05:30:15` or `@Europe/Berlin`. */
export function printZone(zone: Zone): string {
  if (zone.type === 'region') return `@${zone.id}`;
  if (zone.seconds === 0) return 'Z';
  const size = Math.abs(zone.seconds);
  const pad = (count: number): string => String(count).padStart(2, '0');
  const seconds = size % 60 === 0 ? '' : `:${pad(size % 60)}`;
  return `${zone.seconds < 0 ? '-' : '+'}${pad(Math.floor(size / 3_600))}:${pad(Math.floor(size / 60) % 60)}${seconds}`;
}
