import { type Fault, faultsOf } from '../../form/schema/check.js';
import { fieldValue } from '../../form/schema/entered.js';
import { type FormField, fieldOf } from '../../form/schema/form-field.js';
import type { JsonSchema } from '../../form/schema/schema.js';
import type { Locale } from '../../messages/locale.js';
import type { ListKey, Schema } from '../model/schema.js';

/** The field of a key as forms take it; undefined: the key is no field. */
export function formFieldOf({ fields }: Schema, { key }: ListKey): FormField | undefined {
  const field = fields.find(({ name }) => `fields.${name}` === key);
  if (field === undefined) return undefined;
  return fieldOf(field.name, { ...(field.schema as JsonSchema), required: field.required });
}

/** What was typed: the value that it is, null where nothing is left of it, or what is wrong with it. */
export type Typed = { readonly value: unknown; readonly fault?: undefined } | { readonly fault: Fault };

/** Reads what was typed for a field, numbers as the language writes them. */
export function readTyped(field: FormField, text: string, locale: Locale): Typed {
  const entered = { [field.pointer]: text.trim() };
  const [fault] = faultsOf([field], entered, locale);
  return fault === undefined ? { value: fieldValue(field, entered, locale) ?? null } : { fault };
}
