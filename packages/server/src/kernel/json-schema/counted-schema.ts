import { stepKeyword } from './ajv-keywords.js';
import { isObject, type SchemaObject, walkSchema } from './schema-walk.js';

/** Sub-schemas in a schema, itself included. */
export function countSubSchemas(schema: unknown): number {
  let count = 0;
  walkSchema(schema, () => {
    count += 1;
  });
  return count;
}

/**
 * A copy of a schema in which every sub-schema counts. JSON pointers into it stay as they are.
 *
 * @throws Error when a reference leads outside, where nothing counts, or back to itself without end
 */
export function countedSchema(schema: SchemaObject): Record<string, unknown> {
  const copy: Record<string, unknown> = structuredClone({ ...schema });
  checkReferences(copy);
  const schemas = new Set<SchemaObject>();
  walkSchema(copy, (inner) => schemas.add(inner));
  for (const inner of schemas) {
    Reflect.set(inner, stepKeyword, inner.type ?? true);
    Reflect.deleteProperty(inner, 'type');
  }
  return copy;
}

function checkReferences(schema: SchemaObject): void {
  const places = new Map<string, SchemaObject>();
  walkSchema(schema, (inner, at) => {
    places.set(['#', ...at.map((part) => String(part).replaceAll('~', '~0').replaceAll('/', '~1'))].join('/'), inner);
    for (const keyword of ['$anchor', '$dynamicAnchor']) {
      if (typeof inner[keyword] === 'string') places.set(`#${inner[keyword]}`, inner);
    }
  });
  const states = new Map<SchemaObject, 'open' | 'done'>();
  const visit = (inner: SchemaObject, by: string): void => {
    const state = states.get(inner);
    if (state === 'done') return;
    if (state === 'open') throw new Error(`the schema refers to itself without end: "$ref": "${by}"`);
    states.set(inner, 'open');
    for (const reference of referencesOf(inner)) {
      const target = places.get(decode(reference));
      if (target === undefined) {
        throw new Error(
          `"$ref": "${reference.slice(0, 100)}" names no part of this schema; refer to a member of "$defs", such as #/$defs/name`,
        );
      }
      visit(target, reference.slice(0, 100));
    }
    for (const other of inPlace(inner)) visit(other, by);
    states.set(inner, 'done');
  };
  for (const inner of places.values()) visit(inner, '#');
}

const referencesOf = (schema: SchemaObject): string[] =>
  [schema.$ref, schema.$dynamicRef].filter((reference) => typeof reference === 'string');

/** The sub-schemas that are applied to the same value as the schema that holds them. */
const inPlace = (schema: SchemaObject): SchemaObject[] =>
  [
    ...['not', 'if', 'then', 'else'].map((keyword) => schema[keyword]),
    ...['allOf', 'anyOf', 'oneOf'].flatMap((keyword) => schema[keyword]),
    ...['dependentSchemas', 'dependencies'].flatMap((keyword) => Object.values(schema[keyword] ?? {})),
  ].filter(isObject);

function decode(reference: string): string {
  try {
    return decodeURIComponent(reference);
  } catch {
    return reference;
  }
}
