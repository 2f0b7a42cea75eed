import type { FieldDefinition, FieldSchema, FileLimits } from './field-definition.js';

/** Files of a list without `maxItems`. */
const MOST_FILES = 100;

/** Keywords of ours that stand beside those of JSON Schema, at the top of a field. */
export const ownKeywords: readonly string[] = Object.freeze([
  'x-indexed',
  'x-unique',
  'x-searchable',
  'x-file',
  'x-ui',
]);

/**
 * The plain JSON Schema (2020-12) of a field's values: without our own keywords (D18). `required` is ours when it is a
 * boolean; as a list it is JSON Schema's, about the members of an object.
 */
export function plainSchema(schema: FieldSchema): Record<string, unknown> {
  const plain = Object.fromEntries(
    Object.entries(schema).filter(
      ([keyword, value]) =>
        !ownKeywords.includes(keyword) &&
        keyword !== 'default' &&
        !(keyword === 'required' && typeof value === 'boolean'),
    ),
  );
  if (isFileList(schema)) {
    return { maxItems: MOST_FILES, uniqueItems: true, ...plain, items: { type: 'string', ...itemsOf(schema) } };
  }
  return referenceOf(schema) === undefined || plain.type !== undefined ? plain : { type: 'string', ...plain };
}

/**
 * The schema for people and forms: without the keywords that answers say in members of their own, and without the unit when
 * it names a field that the caller does not know.
 */
export function describedSchema(schema: FieldSchema, isKnown: (name: string) => boolean): Record<string, unknown> {
  const { 'x-indexed': _indexed, 'x-unique': _unique, required, 'x-ui': hints, ...rest } = schema;
  return {
    ...rest,
    ...(required === undefined || typeof required === 'boolean' ? {} : { required }),
    ...(hints === undefined ? {} : { 'x-ui': knownHints(hints as FieldSchema, isKnown) }),
  };
}

function knownHints({ unit, ...hints }: FieldSchema, isKnown: (name: string) => boolean): Record<string, unknown> {
  return typeof unit === 'string' && isKnown(unit) ? { ...hints, unit } : hints;
}

const itemsOf = ({ items }: FieldSchema): FieldSchema =>
  typeof items === 'object' && items !== null && !Array.isArray(items) ? (items as FieldSchema) : {};

/** Whether the field holds a list of files: `type: array` whose `items` have `format: file`. */
export const isFileList = (schema: FieldSchema): boolean =>
  declaredTypes(schema).includes('array') && itemsOf(schema).format === 'file';

/** What `x-file` says of the files of a field; undefined when it says nothing. */
export function fileLimitsOf({ 'x-file': limits }: FieldSchema): FileLimits | undefined {
  if (typeof limits !== 'object' || limits === null) return undefined;
  const { maximumSize, mimeTypes } = limits as {
    readonly maximumSize?: number;
    readonly mimeTypes?: readonly string[];
  };
  return Object.freeze({ maximumSize, mimeTypes: mimeTypes?.map((type) => type.toLowerCase()) });
}

/** Whether the field holds the id of a user or of a file, or ids of files. */
export function referenceOf(schema: FieldSchema): FieldDefinition['reference'] {
  if (isFileList(schema)) return 'file';
  const { format } = schema;
  return format === 'user' || format === 'file' ? format : undefined;
}

/**
 * Whether search looks at the field: a text with `x-searchable`, and without a word about it one that is indexed or unique.
 * Ids of users and files are no texts.
 */
export function isSearchable(schema: FieldSchema): boolean {
  if (comparedAs(schema) !== 'string' || referenceOf(schema) !== undefined) return false;
  const searchable = schema['x-searchable'];
  return typeof searchable === 'boolean' ? searchable : schema['x-indexed'] === true || schema['x-unique'] === true;
}

/** How filters compare the field's values (D5). */
export function comparedAs(schema: FieldSchema): FieldDefinition['type'] {
  if (referenceOf(schema) !== undefined) return isFileList(schema) ? 'json' : 'string';
  const types = declaredTypes(schema).filter((type) => type !== 'null');
  const [type] = types;
  if (types.length !== 1) return 'json';
  if (type === 'integer' || type === 'number') return 'number';
  return type === 'string' || type === 'boolean' ? type : 'json';
}

function declaredTypes(schema: FieldSchema): string[] {
  const { type } = schema;
  if (typeof type === 'string') return [type];
  if (Array.isArray(type)) return type.filter((one) => typeof one === 'string');
  const values = Array.isArray(schema.enum) ? schema.enum : 'const' in schema ? [schema.const] : [];
  return [...new Set(values.map((value) => (value === null ? 'null' : typeof value)))];
}
