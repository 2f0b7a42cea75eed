import type { FieldDefinition, FieldSchema } from './field-definition.js';

/**
 * The plain JSON Schema (2020-12) of a field's values: without our own keywords (D18). `required` is ours when it is a
 * boolean; as a list it is JSON Schema's, about the members of an object.
 */
export function plainSchema(schema: FieldSchema): Record<string, unknown> {
  const plain = Object.fromEntries(
    Object.entries(schema).filter(
      ([keyword, value]) =>
        keyword !== 'x-indexed' && keyword !== 'default' && !(keyword === 'required' && typeof value === 'boolean'),
    ),
  );
  return referenceOf(schema) === undefined || plain.type !== undefined ? plain : { type: 'string', ...plain };
}

/** Whether the field holds the id of a user or of a file. */
export function referenceOf(schema: FieldSchema): FieldDefinition['reference'] {
  const { format } = schema;
  return format === 'user' || format === 'file' ? format : undefined;
}

/** How filters compare the field's values (D5). */
export function comparedAs(schema: FieldSchema): FieldDefinition['type'] {
  if (referenceOf(schema) !== undefined) return 'string';
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
