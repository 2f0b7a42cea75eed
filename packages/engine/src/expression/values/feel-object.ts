/** The types of FEEL values, with the names that `instance of` knows. */
export type FeelTypeName =
  | 'null'
  | 'boolean'
  | 'number'
  | 'string'
  | 'date'
  | 'time'
  | 'date and time'
  | 'days and time duration'
  | 'years and months duration'
  | 'list'
  | 'context'
  | 'range'
  | 'function';

/** A FEEL value that JSON does not have: dates, times, durations, ranges and functions. Immutable. */
export abstract class FeelObject {
  abstract readonly type: FeelTypeName;
}

/** Whether FEEL may read the members of the object: only of plain objects, so that nothing but data is reachable. */
export function isPlainObject(value: object): value is Record<string, unknown> {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** A context of FEEL: a plain object that is neither a list nor another FEEL value. */
export function isContext(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof FeelObject);
}

/** The type of a value that was admitted. */
export function typeOf(value: unknown): FeelTypeName {
  switch (typeof value) {
    case 'number':
      return 'number';
    case 'string':
      return 'string';
    case 'boolean':
      return 'boolean';
    default:
      if (value === null || value === undefined) return 'null';
      if (Array.isArray(value)) return 'list';
      return value instanceof FeelObject ? value.type : 'context';
  }
}
