import {
  date,
  dateAndTime,
  duration,
  evaluate,
  FeelDate,
  FeelDateTime,
  FeelDuration,
  FeelFunction,
  FeelRange,
  FeelTime,
  time,
} from 'feelin';
import type { FeelValue } from '../../expression/values/expression-types.js';
import { isPlainObject, toFeelinValue, toFeelValue } from '../../expression/values/plain-value.js';
import type { SimpleTypeName } from '../types/dmn-type.js';

/** Everything that decisions need to know of the values of FEEL. */

export type TemporalName = Exclude<SimpleTypeName, 'number' | 'string' | 'boolean'>;
export type FeelKind = SimpleTypeName | 'null' | 'list' | 'context' | 'function' | 'range' | 'other';

export function kindOf(value: unknown): FeelKind {
  if (value === null || value === undefined) return 'null';
  const primitive = typeof value;
  if (primitive === 'number' || primitive === 'string' || primitive === 'boolean') return primitive;
  if (Array.isArray(value)) return 'list';
  if (value instanceof FeelDateTime) return 'date and time';
  if (value instanceof FeelDate) return 'date';
  if (value instanceof FeelTime) return 'time';
  if (value instanceof FeelDuration)
    return /^-?P[^DT]*$/.test(value.toString()) ? 'years and months duration' : 'days and time duration';
  if (value instanceof FeelRange) return 'range';
  if (typeof value === 'function' || value instanceof FeelFunction) return 'function';
  return typeof value === 'object' && isPlainObject(value) ? 'context' : 'other';
}

export function isContext(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && isPlainObject(value);
}

/** A date as the date and time of its midnight in UTC. */
export function toDateTime(value: unknown): unknown {
  return dateAndTime(`${String(value)}T00:00:00Z`);
}

/** An ISO 8601 text as a value of the type; null when it is not one. */
export function parseTemporal(name: TemporalName, text: string): unknown {
  try {
    const value = parse(name, text);
    return value !== null && kindOf(value) === name ? value : null;
  } catch {
    // feelin throws for some texts that are not ISO 8601 and returns null for others.
    return null;
  }
}

function parse(name: TemporalName, text: string): unknown {
  switch (name) {
    case 'date':
      return date(text);
    case 'time':
      return time(text);
    case 'date and time':
      return dateAndTime(text);
    default:
      return duration(text);
  }
}

/** The value as JSON. Functions and ranges, which have no JSON, become null. */
export function toJson(value: unknown): FeelValue {
  return toFeelValue(withoutFunctions(value, 0));
}

/** JSON, with `Date`s as date and time. */
export function enterFeel(value: unknown, name: string): unknown {
  return toFeelinValue(value, name);
}

function withoutFunctions(value: unknown, depth: number): unknown {
  if (depth > 200) return null;
  if (Array.isArray(value)) return value.map((item) => withoutFunctions(item, depth + 1));
  if (isContext(value))
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withoutFunctions(item, depth + 1)]));
  const kind = kindOf(value);
  if (kind === 'range') return String(value);
  return kind === 'function' || kind === 'other' ? null : value;
}

/** The elements of a list or a range of whole numbers; null for other values. */
export function elementsOf(value: unknown): readonly unknown[] | null {
  if (Array.isArray(value)) return value;
  return value instanceof FeelRange ? value.map((item) => item) : null;
}

/** Whether two values are equal as data. */
export function sameValue(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(sorted(toJson(a))) === JSON.stringify(sorted(toJson(b)));
}

function sorted(value: FeelValue): FeelValue {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const keys = Object.keys(value).sort();
  return Object.fromEntries(keys.map((key) => [key, sorted(value[key] ?? null)]));
}

/** The sum of two numbers or durations, or null. */
export function addValues(a: unknown, b: unknown): unknown {
  return evaluate('a + b', { a, b }).value ?? null;
}

/** Negative when a is before b, 0 when they are equal, null when they cannot be compared. */
export function compareValues(a: unknown, b: unknown): number | null {
  if (evaluate('a < b', { a, b }).value === true) return -1;
  if (evaluate('a > b', { a, b }).value === true) return 1;
  return evaluate('a = b', { a, b }).value === true ? 0 : null;
}
