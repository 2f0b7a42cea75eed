import { NANOS_PER_SECOND } from './calendar.js';
import { DaysDuration, FeelDate, FeelDateTime, FeelTime, type MonthsDuration } from './temporal-values.js';
import { printZone, type Zone } from './zone.js';

/** The ISO 8601 text of a temporal value or duration; a named zone follows after `@`, as FEEL writes it. */
export function printTemporal(value: FeelDate | FeelTime | FeelDateTime | DaysDuration | MonthsDuration): string {
  if (value instanceof FeelDate) return printDate(value);
  if (value instanceof FeelTime) return printClock(value.nanos, value.zone);
  if (value instanceof FeelDateTime) return `${printDate(value.date)}T${printClock(value.nanos, value.zone)}`;
  return value instanceof DaysDuration ? printDays(value) : printMonths(value);
}

function printDate({ year, month, day }: FeelDate): string {
  const sign = year < 0 ? '-' : '';
  return `${sign}${String(Math.abs(year)).padStart(4, '0')}-${pad(month)}-${pad(day)}`;
}

function printClock(nanos: number, zone: Zone | null): string {
  const seconds = Math.floor(nanos / NANOS_PER_SECOND);
  const clock = `${pad(Math.floor(seconds / 3_600))}:${pad(Math.floor(seconds / 60) % 60)}:${pad(seconds % 60)}`;
  return `${clock}${fraction(nanos % NANOS_PER_SECOND)}${zone === null ? '' : printZone(zone)}`;
}

function printDays({ nanos }: DaysDuration): string {
  if (nanos === 0n) return 'PT0S';
  const size = nanos < 0n ? -nanos : nanos;
  const perSecond = BigInt(NANOS_PER_SECOND);
  const seconds = size / perSecond;
  const rest = fraction(Number(size % perSecond));
  const days = seconds / 86_400n;
  const [hours, minutes, last] = [(seconds / 3_600n) % 24n, (seconds / 60n) % 60n, seconds % 60n];
  const time = [hours > 0n ? `${hours}H` : '', minutes > 0n ? `${minutes}M` : ''];
  if (last > 0n || rest !== '') time.push(`${last}${rest}S`);
  const clock = time.join('');
  return `${nanos < 0n ? '-' : ''}P${days > 0n ? `${days}D` : ''}${clock === '' ? '' : `T${clock}`}`;
}

function printMonths({ months }: MonthsDuration): string {
  if (months === 0) return 'P0M';
  const size = Math.abs(months);
  const years = Math.floor(size / 12);
  return `${months < 0 ? '-' : ''}P${years > 0 ? `${years}Y` : ''}${size % 12 > 0 ? `${size % 12}M` : ''}`;
}

function pad(count: number): string {
  return String(count).padStart(2, '0');
}

function fraction(nanos: number): string {
  return nanos === 0 ? '' : `.${String(nanos).padStart(9, '0').replace(/0+$/, '')}`;
}
