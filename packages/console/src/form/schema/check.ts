import type { Locale } from '../../messages/locale.js';
import { type Entered, fieldValue, unreadable } from './entered.js';
import type { FormField } from './form-field.js';
import type { JsonSchema } from './schema.js';

/** What the console can say itself about a value before it is sent; the server has the last word. */
export interface Fault {
  readonly pointer: string;
  readonly kind:
    | 'missing'
    | 'number'
    | 'integer'
    | 'time'
    | 'json'
    | 'least'
    | 'most'
    | 'above'
    | 'below'
    | 'short'
    | 'long'
    | 'pattern'
    | 'few'
    | 'many';
  /** The limit that it breaks. */
  readonly limit?: number;
}

/** The faults of everything that was entered, in the order of the form. */
export const faultsOf = (fields: readonly FormField[], entered: Entered, locale: Locale): Fault[] =>
  fields.flatMap((field) =>
    field.kind === 'object' && (field.isRequired || fieldValue(field, entered, locale) !== undefined)
      ? faultsOf(field.fields, entered, locale)
      : field.kind === 'object'
        ? []
        : faultOf(field, fieldValue(field, entered, locale)),
  );

function faultOf({ pointer, kind, isRequired, schema }: FormField, value: unknown): Fault[] {
  if (value === undefined) return isRequired ? [{ pointer, kind: 'missing' }] : [];
  if (value === unreadable)
    return [{ pointer, kind: kind === 'dateTime' ? 'time' : kind === 'json' ? 'json' : 'number' }];
  const found = broken(schema, value);
  return found === undefined ? [] : [{ pointer, ...found }];
}

function broken(schema: JsonSchema, value: unknown): Omit<Fault, 'pointer'> | undefined {
  if (typeof value === 'number') return brokenNumber(schema, value);
  if (typeof value === 'string') return brokenText(schema, value);
  if (!Array.isArray(value)) return undefined;
  if (schema.minItems !== undefined && value.length < schema.minItems) return { kind: 'few', limit: schema.minItems };
  if (schema.maxItems !== undefined && value.length > schema.maxItems) return { kind: 'many', limit: schema.maxItems };
  return undefined;
}

function brokenNumber(schema: JsonSchema, value: number): Omit<Fault, 'pointer'> | undefined {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  if (schema.type === 'integer' && !Number.isInteger(value)) return { kind: 'integer' };
  if (minimum !== undefined && value < minimum) return { kind: 'least', limit: minimum };
  if (maximum !== undefined && value > maximum) return { kind: 'most', limit: maximum };
  if (exclusiveMinimum !== undefined && value <= exclusiveMinimum) return { kind: 'above', limit: exclusiveMinimum };
  if (exclusiveMaximum !== undefined && value >= exclusiveMaximum) return { kind: 'below', limit: exclusiveMaximum };
  return undefined;
}

function brokenText({ minLength, maxLength, pattern }: JsonSchema, value: string): Omit<Fault, 'pointer'> | undefined {
  const length = [...value].length;
  if (minLength !== undefined && length < minLength) return { kind: 'short', limit: minLength };
  if (maxLength !== undefined && length > maxLength) return { kind: 'long', limit: maxLength };
  return pattern !== undefined && !matches(pattern, value) ? { kind: 'pattern' } : undefined;
}

/** A pattern that this browser cannot read is left to the server. */
function matches(pattern: string, value: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(value);
  } catch {
    return true;
  }
}
