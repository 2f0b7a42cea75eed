/** Keywords of JSON Schema 2020-12 by what they hold; everything else holds data. */
const oneSchema = [
  'items',
  'contains',
  'additionalProperties',
  'propertyNames',
  'unevaluatedItems',
  'unevaluatedProperties',
  'not',
  'if',
  'then',
  'else',
] as const;
const schemaList = ['allOf', 'anyOf', 'oneOf', 'prefixItems'] as const;
const schemaMap = ['properties', 'patternProperties', 'dependentSchemas', '$defs'] as const;
/** Of earlier versions; Ajv follows them, fields do not support them. */
const earlierMaps = ['definitions', 'dependencies'] as const;
const plain = [
  '$ref',
  '$anchor',
  '$comment',
  'type',
  'enum',
  'const',
  'multipleOf',
  'maximum',
  'exclusiveMaximum',
  'minimum',
  'exclusiveMinimum',
  'maxLength',
  'minLength',
  'pattern',
  'maxItems',
  'minItems',
  'uniqueItems',
  'maxContains',
  'minContains',
  'maxProperties',
  'minProperties',
  'required',
  'dependentRequired',
  'format',
  'title',
  'description',
  'default',
  'deprecated',
  'readOnly',
  'writeOnly',
  'examples',
] as const;

/** Every keyword a field's schema may use, ours apart. */
export const schemaKeywords: readonly string[] = Object.freeze([...plain, ...oneSchema, ...schemaList, ...schemaMap]);

export type SchemaObject = Readonly<Record<string, unknown>>;

/** Visits a schema and every schema in it. `at` is the path from the outermost one. */
export function walkSchema(
  schema: unknown,
  visit: (schema: SchemaObject, at: readonly (string | number)[]) => void,
  at: readonly (string | number)[] = [],
): void {
  if (!isObject(schema)) return;
  visit(schema, at);
  for (const keyword of oneSchema) walkSchema(schema[keyword], visit, [...at, keyword]);
  for (const keyword of schemaList) {
    const list = schema[keyword];
    if (!Array.isArray(list)) continue;
    for (const [index, inner] of list.entries()) walkSchema(inner, visit, [...at, keyword, index]);
  }
  for (const keyword of [...schemaMap, ...earlierMaps]) {
    const map = schema[keyword];
    if (!isObject(map)) continue;
    for (const [name, inner] of Object.entries(map)) walkSchema(inner, visit, [...at, keyword, name]);
  }
}

export const isObject = (value: unknown): value is SchemaObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
