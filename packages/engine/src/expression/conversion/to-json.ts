import { printTemporal } from '../temporal/print-temporal.js';
import { isDuration, isTemporal } from '../temporal/temporal-values.js';
import type { Budget } from '../values/budget.js';
import { ExpressionError } from '../values/errors.js';
import type { FeelValue } from '../values/expression-types.js';
import { FeelObject } from '../values/feel-object.js';
import { FeelRange } from '../values/feel-range.js';
import { admit } from './admit.js';

const BYTES_PER_VALUE = 8;
/** Deepest nesting of lists and contexts in a result. */
const MAX_DEPTH = 1_000;

/**
 * An evaluated value as JSON: dates, times and durations become texts of ISO 8601. A value that is JSON already is returned as it is.
 * Parts that occur several times count each time, because JSON writes them each time. Without a budget nothing is counted: for what was
 * given and not made.
 * @throws ExpressionError for a range, a function, and past the limits
 */
export function toJson(value: unknown, budget: Budget | null): FeelValue {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value;
    case 'number':
      // JSON has no -0. Writing and reading the state must not change values.
      return value === 0 ? 0 : value;
    default:
      return value === null ? null : (convert(value, budget, 0) as FeelValue);
  }
}

function convert(raw: unknown, budget: Budget | null, depth: number): unknown {
  const value = admit(raw, 'the result');
  budget?.spend(1);
  budget?.allocate(typeof value === 'string' ? value.length : BYTES_PER_VALUE);
  if (typeof value === 'number') return value === 0 ? 0 : value;
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= MAX_DEPTH) throw new ExpressionError(`the result nests deeper than ${MAX_DEPTH} levels`);
  if (Array.isArray(value)) return convertList(value, budget, depth);
  if (value instanceof FeelObject) return leaf(value);
  return convertContext(value as Record<string, unknown>, budget, depth);
}

function convertList(list: readonly unknown[], budget: Budget | null, depth: number): unknown {
  let changed: unknown[] | undefined;
  for (let index = 0; index < list.length; index++) {
    const before = list[index];
    const after = convert(before, budget, depth + 1);
    if (!Object.is(after, before)) changed ??= [...list];
    if (changed !== undefined) changed[index] = after;
  }
  return changed ?? list;
}

function convertContext(context: Record<string, unknown>, budget: Budget | null, depth: number): unknown {
  const keys = Object.keys(context);
  let entries: [string, unknown][] | undefined = Object.getPrototypeOf(context) === Object.prototype ? undefined : [];
  for (let index = 0; index < keys.length; index++) {
    const key = keys[index] as string;
    budget?.allocate(key.length);
    const before = context[key];
    const after = convert(before, budget, depth + 1);
    if (!Object.is(after, before)) entries ??= keys.slice(0, index).map((known) => [known, context[known]]);
    entries?.push([key, after]);
  }
  // fromEntries defines own properties: a key named __proto__ stays data.
  return entries === undefined ? context : Object.fromEntries(entries);
}

/** A named zone stays a name, after `@`: an offset would lose it. */
function leaf(value: FeelObject): string {
  if (isTemporal(value) || isDuration(value)) return printTemporal(value);
  const what = value instanceof FeelRange ? 'a range' : 'a function';
  throw new ExpressionError(`the result holds ${what}, which is not a JSON value; use it inside the expression only`);
}
