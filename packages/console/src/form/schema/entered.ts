import type { Locale } from '../../messages/locale.js';
import type { FormField } from './form-field.js';
import { instantOf, localText } from './instants.js';
import { numberText, readNumber } from './numbers.js';

/** What a person has entered, by pointer: texts as they were typed, `true` and `false`, and lists of texts. */
export type Entered = Readonly<Record<string, string | boolean | readonly string[]>>;
export type EnteredValue = Entered[string];
export type JsonObject = Readonly<Record<string, unknown>>;

/** What the controls show for a value; where it has none, the defaults of the schema. */
export function enteredFrom(fields: readonly FormField[], value: JsonObject, locale: Locale): Entered {
  return Object.fromEntries(fields.flatMap((field) => shown(field, value[field.name], locale)));
}

function shown(field: FormField, given: unknown, locale: Locale): [string, EnteredValue][] {
  const { kind, pointer, schema, choices } = field;
  const value = given ?? schema.default;
  if (kind === 'object') {
    return Object.entries(enteredFrom(field.fields, isObject(value) ? value : {}, locale));
  }
  if (value === undefined || value === null) return [];
  if (kind === 'boolean') return [[pointer, value === true]];
  if (kind === 'number' || kind === 'integer')
    return [[pointer, typeof value === 'number' ? numberText(value, locale) : String(value)]];
  if (kind === 'choice') return [[pointer, String(choices.findIndex((choice) => same(choice.value, value)))]];
  if (kind === 'choices' && Array.isArray(value))
    return [[pointer, value.map((item) => String(choices.findIndex((choice) => same(choice.value, item))))]];
  if (kind === 'dateTime') return [[pointer, localText(String(value))]];
  if (Array.isArray(value) && (kind === 'texts' || kind === 'files')) return [[pointer, value.map(String)]];
  return [[pointer, typeof value === 'string' && kind !== 'json' ? value : JSON.stringify(value, undefined, 2)]];
}

/** The value of one field from what was entered; undefined: nothing was. `unreadable`: it cannot be the value of the field. */
export const unreadable = Symbol('unreadable');

export function fieldValue(field: FormField, entered: Entered, locale: Locale): unknown {
  const { kind, pointer, choices, isRequired } = field;
  const raw = entered[pointer];
  if (kind === 'object') return objectOf(field.fields, entered, locale, isRequired);
  // A box that was never touched says no where the form wants an answer.
  if (kind === 'boolean') return raw === undefined ? (isRequired ? false : undefined) : raw === true;
  if (Array.isArray(raw)) return listOf(field, raw);
  if (typeof raw !== 'string' || raw.trim() === '') return undefined;
  if (kind === 'number' || kind === 'integer') return readNumber(raw, locale) ?? unreadable;
  if (kind === 'choice') return choices[Number(raw)]?.value;
  if (kind === 'dateTime') return instantOf(raw) ?? unreadable;
  return kind === 'json' ? parsed(raw) : raw;
}

function listOf({ kind, choices }: FormField, raw: readonly string[]): unknown {
  if (kind === 'choices') return raw.map((index) => choices[Number(index)]?.value);
  const texts = raw.filter((text) => text.trim() !== '');
  return texts.length === 0 ? undefined : texts;
}

/** The value of a form's object: what is empty is left out. */
export function objectOf(
  fields: readonly FormField[],
  entered: Entered,
  locale: Locale,
  isKept = true,
): JsonObject | undefined {
  const members = fields
    .map((field) => [field.name, fieldValue(field, entered, locale)] as const)
    .filter(([, value]) => value !== undefined && value !== unreadable);
  return members.length === 0 && !isKept ? undefined : Object.fromEntries(members);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return unreadable;
  }
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
