import type { FieldDefinition, FieldSchema, FileLimits } from './field-definition.js';

/** Files of a list without `maxItems`. */
const MOST_FILES = 100;

/** Keywords of ours that stand beside those of JSON Schema, at the top of a field. */
export const ownKeywords: readonly string[] = Object.freeze(['x-indexed', 'x-unique', 'x-file']);

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
