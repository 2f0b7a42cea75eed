import { labelOf } from './label.js';
import { type JsonSchema, plainSchema, typeOf } from './schema.js';

/** What a person fills a value in with. `json`: what has no control of its own is written as JSON. */
export type ControlKind =
  | 'text'
  | 'longText'
  | 'number'
  | 'integer'
  | 'boolean'
  | 'choice'
  | 'choices'
  | 'date'
  | 'dateTime'
  | 'texts'
  | 'file'
  | 'files'
  | 'user'
  | 'object'
  | 'json';

export interface Choice {
  readonly value: unknown;
  readonly label: string;
}

/** A value of a form, with what its control must know. */
export interface FormField {
  readonly name: string;
  /** Where it stands in the value of the form (RFC 6901), for example /address/street. */
  readonly pointer: string;
  readonly kind: ControlKind;
  readonly label: string;
  readonly hint?: string;
  readonly isRequired: boolean;
  readonly schema: JsonSchema;
  readonly choices: readonly Choice[];
  /** Members of an object. */
  readonly fields: readonly FormField[];
}

const escaped = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

/** The fields of an object's schema, in the order that the document wants. */
export function fieldsOf(schema: JsonSchema, root: JsonSchema = schema, at = ''): FormField[] {
  const plain = plainSchema(schema, root);
  const required = Array.isArray(plain.required) ? (plain.required as string[]) : [];
  return Object.entries(plain.properties ?? {})
    .map(([name, part]) => fieldOf(name, part, root, `${at}/${escaped(name)}`, required.includes(name)))
    .sort((a, b) => orderOf(a) - orderOf(b));
}

const orderOf = ({ schema }: FormField): number => schema['x-ui']?.order ?? Number.MAX_SAFE_INTEGER;

/** One value: also a field of a sub-project, whose schema stands alone. */
export function fieldOf(
  name: string,
  schema: JsonSchema,
  root: JsonSchema = schema,
  pointer = `/${escaped(name)}`,
  isRequired = schema.required === true,
): FormField {
  const plain = plainSchema(schema, root);
  const choices = choicesOf(plain);
  const kind = kindOf(plain, choices.length);
  return {
    name,
    pointer,
    kind,
    label: labelOf(name, plain),
    hint: plain.description,
    isRequired,
    schema: plain,
    choices: kind === 'choices' ? choicesOf(plain.items ?? {}) : choices,
    fields: kind === 'object' ? fieldsOf(plain, root, pointer) : [],
  };
}

function choicesOf({ enum: values, oneOf, const: only }: JsonSchema): Choice[] {
  if (values !== undefined)
    return values.filter((value) => value !== null).map((value) => ({ value, label: String(value) }));
  if (only !== undefined) return [{ value: only, label: String(only) }];
  const named = oneOf?.filter((part) => part.const !== undefined) ?? [];
  return named.length === oneOf?.length
    ? named.map((part) => ({ value: part.const, label: part.title ?? String(part.const) }))
    : [];
}

function kindOf(schema: JsonSchema, choices: number): ControlKind {
  if (choices > 0) return 'choice';
  const type = typeOf(schema);
  if (type === 'number' || type === 'integer' || type === 'boolean') return type;
  if (type === 'string') return textKind(schema);
  if (type === 'object' && Object.keys(schema.properties ?? {}).length > 0) return 'object';
  return type === 'array' ? listKind(schema.items ?? {}) : 'json';
}

const LONG = 200;

function textKind({ format, maxLength = 0, 'x-ui': hints }: JsonSchema): ControlKind {
  if (format === 'date') return 'date';
  if (format === 'date-time') return 'dateTime';
  if (format === 'file' || format === 'user') return format;
  return hints?.widget === 'multiline' || (hints?.widget === undefined && maxLength > LONG) ? 'longText' : 'text';
}

function listKind(items: JsonSchema): ControlKind {
  if (choicesOf(items).length > 0) return 'choices';
  if (items.format === 'file') return 'files';
  return typeOf(items) === 'string' ? 'texts' : 'json';
}
