import { FeelDate, FeelDateTime, FeelDuration, FeelFunction, FeelRange, FeelTime, toFeel } from 'feelin';
import { ExpressionError } from './errors.js';
import type { FeelValue } from './expression-types.js';

type Leaf = (value: object | ((...args: never[]) => unknown) | bigint | symbol, path: string) => unknown;

/** Whether FEEL may read the members of the object: only of plain objects, so that nothing but data is reachable. */
export function isPlainObject(value: object): value is Record<string, unknown> {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/**
 * The result of an expression as JSON. Returns the same reference when nothing has to change.
 * @throws ExpressionError for a value that has no JSON form
 */
export function toFeelValue(value: unknown): FeelValue {
  return convert(value, 'the result', leaveFeel) as FeelValue;
}

/**
 * A variable as feelin needs it: contexts with the ordinary prototype, `Date`s as FEEL date-times.
 * @throws ExpressionError for a value that is not JSON
 */
export function toFeelinValue(value: unknown, name: string): unknown {
  return convert(value, `variable "${name}"`, enterFeel);
}

function convert(value: unknown, path: string, leaf: Leaf): unknown {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value;
    case 'number':
      // JSON has no NaN, infinities or -0. Writing and reading the state must not change values.
      return Number.isFinite(value) ? (value === 0 ? 0 : value) : null;
    case 'undefined':
      return null;
    case 'object':
      if (value === null) return null;
      if (Array.isArray(value)) return convertList(value, path, leaf);
      return isPlainObject(value) ? convertContext(value, path, leaf) : leaf(value, path);
    default:
      return leaf(value as Parameters<Leaf>[0], path);
  }
}

function convertList(list: readonly unknown[], path: string, leaf: Leaf): unknown {
  let changed: unknown[] | undefined;
  for (let index = 0; index < list.length; index++) {
    const before = list[index];
    const after = convert(before, path, leaf);
    if (!Object.is(after, before)) changed ??= [...list];
    if (changed !== undefined) changed[index] = after;
  }
  return changed ?? list;
}

function convertContext(context: Record<string, unknown>, path: string, leaf: Leaf): unknown {
  const keys = Object.keys(context);
  let entries: [string, unknown][] | undefined = Object.getPrototypeOf(context) === Object.prototype ? undefined : [];
  keys.forEach((key, index) => {
    const before = context[key];
    const after = convert(before, path, leaf);
    if (!Object.is(after, before)) entries ??= keys.slice(0, index).map((known) => [known, context[known]]);
    entries?.push([key, after]);
  });
  // fromEntries defines own properties: a key named __proto__ stays data.
  return entries === undefined ? context : Object.fromEntries(entries);
}

const enterFeel: Leaf = (value, path) => {
  if (value instanceof Date) return toFeel(value);
  throw new ExpressionError(`${path} holds ${describe(value)}; variables must hold JSON values`);
};

const leaveFeel: Leaf = (value, path) => {
  if (value instanceof FeelDateTime || value instanceof FeelTime) return isoWithOffset(value);
  if (value instanceof FeelDate || value instanceof FeelDuration) return value.toString();
  if (value instanceof Date) return String(toFeel(value));
  throw new ExpressionError(
    `${path} holds ${describe(value)}, which is not a JSON value; use it inside the expression only`,
  );
};

function describe(value: unknown): string {
  if (value instanceof FeelRange) return `the range ${value.toString()}`;
  if (typeof value === 'function' || value instanceof FeelFunction) return 'a function';
  return typeof value === 'object' ? 'an object that is not plain data' : `a ${typeof value}`;
}

/** FEEL prints a named zone as `@Europe/Paris`, which ISO 8601 does not have: it is replaced by its offset at that instant. */
function isoWithOffset(value: FeelDateTime | FeelTime): string {
  if (value.zone === null || !value.iso.includes('@')) return value.iso;
  const offset = value['time offset'];
  const minutes = Math.round(offset.hours * 60 + offset.minutes + offset.seconds / 60);
  const sign = minutes < 0 ? '-' : '+';
  const pad = (n: number) => String(Math.trunc(n)).padStart(2, '0');
  return `${value.unwrap().toString()}${sign}${pad(Math.abs(minutes) / 60)}:${pad(Math.abs(minutes) % 60)}`;
}
