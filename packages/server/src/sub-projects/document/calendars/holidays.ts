import { once } from '../../../kernel/once.js';
import { didYouMean } from '../findings/did-you-mean.js';
import type { CalendarDocument } from '../model/document.js';

/** What is closed of a date, in minutes of the local day, and why. */
export interface Closed {
  readonly date: string;
  readonly from: number;
  readonly to: number;
  readonly name: string;
}

type CountryHolidays = NonNullable<CalendarDocument['holidays']>[number] & { readonly country: string };

const MINUTE_MS = 60_000;
const DAY_MINUTES = 1440;
const DAY_MS = DAY_MINUTES * MINUTE_MS;
const START = /^(\d{4}-\d\d-\d\d) (\d\d):(\d\d)/;

/** The rules of all countries take some megabytes, so only a document that needs them loads them. */
const library = once(async () => (await import('date-holidays')).default);

/** The holidays of a country or region in some years, or why there are none of that name. */
export async function holidaysOf(
  { country, region, types = ['public'] }: CountryHolidays,
  years: readonly number[],
): Promise<
  { readonly closed: readonly Closed[] } | { readonly member: 'country' | 'region'; readonly problem: string }
> {
  const Holidays = await library();
  const all = new Holidays();
  const countries = Object.keys(all.getCountries('en'));
  if (!countries.includes(country)) {
    return { member: 'country', problem: `no holidays are known of "${country}"${didYouMean(country, countries)}` };
  }
  const regions = Object.keys(all.getStates(country, 'en') ?? {});
  if (region !== undefined && !regions.includes(region)) {
    const known = regions.length === 0 ? 'the country has no regions' : `write one of ${regions.join(', ')}`;
    return { member: 'region', problem: `no holidays are known of "${region}" in ${country}; ${known}` };
  }
  const rules = region === undefined ? new Holidays(country) : new Holidays(country, region);
  const found = years
    .flatMap((year) => rules.getHolidays(year))
    .filter(({ type }) => types.some((one) => one === type));
  return {
    closed: found.flatMap(({ date, start, end, name }) => closedBy(date, end.getTime() - start.getTime(), name)),
  };
}

/** @param begins local time. A change of the clock may make a day an hour longer or shorter. */
function closedBy(begins: string, length: number, name: string): readonly Closed[] {
  const [, first = '', hour = 0, minute = 0] = START.exec(begins) ?? [];
  const from = Number(hour) * 60 + Number(minute);
  const minutes = from === 0 && length >= DAY_MS / 2 ? Math.round(length / DAY_MS) * DAY_MINUTES : length / MINUTE_MS;
  const midnight = Date.parse(`${first}T00:00:00Z`);
  const days = Math.max(1, Math.ceil((from + minutes) / DAY_MINUTES));
  return Array.from({ length: days }, (_, index) => ({
    date: new Date(midnight + index * DAY_MS).toISOString().slice(0, 10),
    from: index === 0 ? from : 0,
    to: Math.min(DAY_MINUTES, from + minutes - index * DAY_MINUTES),
    name,
  }));
}
