import type { CalendarException, OpenHours, ResolvedCalendar } from '@millrace/engine';
import type { Report } from '../findings/finding.js';
import type { CalendarDocument, ConfigurationDocument } from '../model/document.js';
import { type Closed, holidaysOf } from './holidays.js';
import { daysIn, readHours } from './read-calendar.js';
import { zoneOffsets } from './zone-offsets.js';

/** The years that a calendar covers around that of its deployment. */
const YEARS_BEFORE = 3;
const YEARS_AHEAD = 10;
/** Rules of countries and regions that one document may name: each takes some milliseconds for each year. */
const MOST_REGIONS = 50;
const DAY_SECONDS = 86_400;

/**
 * Writes out what differs between machines: the offsets of the zones and the holidays. Calendars that have errors are left out.
 *
 * @param error where a calendar of the document is to blame
 * @param now epoch milliseconds
 */
export async function resolveCalendars(
  { calendars = [] }: ConfigurationDocument,
  error: Report,
  now: number,
): Promise<readonly ResolvedCalendar[]> {
  const year = new Date(now).getUTCFullYear();
  const years = Array.from({ length: YEARS_BEFORE + 1 + YEARS_AHEAD }, (_, index) => year - YEARS_BEFORE + index);
  const known = new Map<string, Awaited<ReturnType<typeof holidaysOf>>>();
  const resolved: ResolvedCalendar[] = [];
  for (const [index, calendar] of calendars.entries()) {
    const closed: Closed[] = [];
    for (const [place, { date, country, name = '', ...holiday }] of (calendar.holidays ?? []).entries()) {
      const at = ['calendars', index, 'holidays', place];
      if (date !== undefined) closed.push({ date, from: 0, to: 1440, name });
      if (country === undefined) continue;
      const key = JSON.stringify([country, holiday.region, holiday.types]);
      if (!known.has(key) && known.size >= MOST_REGIONS) {
        error(at, `a document may name at most ${MOST_REGIONS} countries and regions; give dates instead`);
        return [];
      }
      const found = known.get(key) ?? (await holidaysOf({ ...holiday, country }, years));
      known.set(key, found);
      if ('problem' in found) error([...at, found.member], found.problem);
      else closed.push(...found.closed);
    }
    resolved.push(resolve(calendar, closed, years));
  }
  return resolved;
}

function resolve(calendar: CalendarDocument, closed: readonly Closed[], years: readonly number[]): ResolvedCalendar {
  const { key, name, zone, exceptions = [] } = calendar;
  const week: OpenHours[] = Array.from({ length: 7 }, () => []);
  for (const [days, hours] of Object.entries(calendar.week)) {
    for (const day of daysIn(days) ?? []) week[day] = hoursOf(hours);
  }
  const from = `${years[0] ?? 0}-01-01`;
  const until = `${(years.at(-1) ?? 0) + 1}-01-01`;
  const other = new Map(
    exceptions.map((one) => [one.date, { date: one.date, open: hoursOf(one.open), name: one.name ?? '' }]),
  );
  const dates = [...withHolidays(week, closed, other).values()].filter(({ date }) => date >= from && date < until);
  const second = (date: string) => Date.parse(`${date}T00:00:00Z`) / 1000;
  return {
    key,
    name: name ?? key,
    zone,
    from,
    until,
    offsets: zoneOffsets(zone, second(from) - 2 * DAY_SECONDS, second(until) + 2 * DAY_SECONDS),
    week,
    exceptions: dates.sort((a, b) => (a.date < b.date ? -1 : 1)),
  };
}

const hoursOf = (texts: readonly string[]): OpenHours => {
  const read = readHours(texts);
  return 'open' in read ? read.open : [];
};

/** Exceptions win over holidays. Two holidays on a date close what either closes. */
function withHolidays(
  week: readonly OpenHours[],
  closed: readonly Closed[],
  exceptions: ReadonlyMap<string, CalendarException>,
): ReadonlyMap<string, CalendarException> {
  const dates = new Map<string, CalendarException>();
  for (const { date, from, to, name } of closed) {
    const before = dates.get(date);
    const weekday = (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7;
    const names = [before?.name, name].filter((one) => one !== undefined && one !== '');
    dates.set(date, {
      date,
      open: without(before?.open ?? week[weekday] ?? [], from, to),
      name: [...new Set(names)].join(', '),
    });
  }
  return new Map([...dates, ...exceptions]);
}

const without = (hours: OpenHours, from: number, to: number): OpenHours =>
  hours.flatMap(([start, end]) =>
    [[start, Math.min(end, from)] as const, [Math.max(start, to), end] as const].filter(([a, b]) => a < b),
  );
