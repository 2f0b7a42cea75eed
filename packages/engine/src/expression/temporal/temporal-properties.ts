import { NANOS_PER_SECOND, weekdayOf } from './calendar.js';
import { DaysDuration, FeelDate, FeelDateTime, FeelTime, MonthsDuration } from './temporal-values.js';
import type { Zone } from './zone.js';

type Property = (value: never) => unknown;

const dateProperties: ReadonlyMap<string, Property> = new Map<string, Property>([
  ['year', (date: FeelDate) => date.year],
  ['month', (date: FeelDate) => date.month],
  ['day', (date: FeelDate) => date.day],
  ['weekday', (date: FeelDate) => weekdayOf(date.epochDay)],
]);

interface Clock {
  readonly nanos: number;
  readonly zone: Zone | null;
  readonly offset: number | null;
}

const clockProperties: ReadonlyMap<string, Property> = new Map<string, Property>([
  ['hour', ({ nanos }: Clock) => Math.floor(nanos / NANOS_PER_SECOND / 3_600)],
  ['minute', ({ nanos }: Clock) => Math.floor(nanos / NANOS_PER_SECOND / 60) % 60],
  ['second', ({ nanos }: Clock) => Math.floor(nanos / NANOS_PER_SECOND) % 60],
  ['time offset', ({ offset }: Clock) => (offset === null ? null : DaysDuration.ofSeconds(offset))],
  ['timezone', ({ zone }: Clock) => (zone?.type === 'region' ? zone.id : zone?.seconds === 0 ? 'UTC' : null)],
]);

/** Parts of a negative duration are negative. */
const daysProperties: ReadonlyMap<string, Property> = new Map<string, Property>([
  ['days', ({ nanos }: DaysDuration) => part(nanos, 86_400n, null)],
  ['hours', ({ nanos }: DaysDuration) => part(nanos, 3_600n, 24n)],
  ['minutes', ({ nanos }: DaysDuration) => part(nanos, 60n, 60n)],
  ['seconds', ({ nanos }: DaysDuration) => part(nanos, 1n, 60n)],
]);

const monthsProperties: ReadonlyMap<string, Property> = new Map<string, Property>([
  ['years', ({ months }: MonthsDuration) => Math.trunc(months / 12) + 0],
  ['months', ({ months }: MonthsDuration) => (months % 12) + 0],
]);

function part(nanos: bigint, seconds: bigint, limit: bigint | null): number {
  const count = nanos / (BigInt(NANOS_PER_SECOND) * seconds);
  return Number(limit === null ? count : count % limit) + 0;
}

/** The property of a temporal value or duration; undefined when it has none of that name. */
export function temporalProperty(value: object, name: string): unknown {
  if (value instanceof FeelDate) return read(dateProperties, name, value);
  if (value instanceof FeelTime) return read(clockProperties, name, value);
  if (value instanceof FeelDateTime) {
    const ofClock = read(clockProperties, name, value);
    return ofClock === undefined ? read(dateProperties, name, value.date) : ofClock;
  }
  if (value instanceof DaysDuration) return read(daysProperties, name, value);
  return value instanceof MonthsDuration ? read(monthsProperties, name, value) : undefined;
}

function read(properties: ReadonlyMap<string, Property>, name: string, value: unknown): unknown {
  const property = properties.get(name);
  return property === undefined ? undefined : property(value as never);
}
