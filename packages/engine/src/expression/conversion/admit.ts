import { FeelDateTime } from '../temporal/temporal-values.js';
import { UTC } from '../temporal/zone.js';
import { ExpressionError } from '../values/errors.js';
import { FeelObject, isPlainObject } from '../values/feel-object.js';

const NANOS_PER_MILLISECOND = 1_000_000n;

/**
 * Data as the evaluator expects it: null instead of undefined and of numbers that JSON does not have, a `Date` as a date and time.
 * Members are admitted when they are read. `where` names the place for the error.
 * @throws ExpressionError for a value that is neither JSON nor FEEL
 */
export function admit(value: unknown, where?: string): unknown {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value;
    case 'number':
      return Number.isFinite(value) ? value : null;
    case 'undefined':
      return null;
    case 'object':
      if (value === null || Array.isArray(value) || isPlainObject(value) || value instanceof FeelObject) return value;
      if (value instanceof Date) return dateTimeOf(value);
      return refuse(value, where);
    default:
      return refuse(value, where);
  }
}

/** An instant as a date and time in UTC; null for an invalid `Date`. */
export function dateTimeOf(instant: Date): FeelDateTime | null {
  const milliseconds = instant.getTime();
  return Number.isNaN(milliseconds) ? null : FeelDateTime.ofEpoch(BigInt(milliseconds) * NANOS_PER_MILLISECOND, UTC);
}

function refuse(value: unknown, where = 'the data'): never {
  const what = typeof value === 'object' ? 'an object that is not plain data' : `a ${typeof value}`;
  throw new ExpressionError(`${where} holds ${what}; variables must hold JSON values`);
}

/** The elements of a list, admitted. Returns the same list when nothing has to change. */
export function admitAll(list: readonly unknown[]): readonly unknown[] {
  let changed: unknown[] | undefined;
  for (let index = 0; index < list.length; index++) {
    const before = list[index];
    const after = admit(before);
    if (after === before) continue;
    changed ??= [...list];
    changed[index] = after;
  }
  return changed ?? list;
}
