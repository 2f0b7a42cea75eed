import type { Type as TypeBox } from 'typebox';

type Builders = Pick<
  typeof TypeBox,
  | 'Array'
  | 'Boolean'
  | 'Enum'
  | 'Integer'
  | 'Literal'
  | 'Null'
  | 'Object'
  | 'Optional'
  | 'Record'
  | 'String'
  | 'Union'
  | 'Unknown'
>;
type Json = Readonly<Record<string, unknown>>;

/** The schemas that `Optional` made: an object does not require these members. */
const optionalSchemas = new WeakSet<object>();

function optional(schema: Json): Json {
  const copy = { ...schema };
  optionalSchemas.add(copy);
  return copy;
}

function object(properties: Readonly<Record<string, Json>>, options?: Json): Json {
  const names = Object.keys(properties).filter((name) => !optionalSchemas.has(properties[name] as Json));
  return { type: 'object', ...(names.length > 0 ? { required: names } : {}), properties, ...options };
}

const builders = {
  Array: (items: Json, options?: Json) => ({ type: 'array', items, ...options }),
  Boolean: (options?: Json) => ({ type: 'boolean', ...options }),
  Enum: (values: readonly string[], options?: Json) => ({ enum: values, ...options }),
  Integer: (options?: Json) => ({ type: 'integer', ...options }),
  Literal: (value: string | number | boolean, options?: Json) => ({ type: typeof value, const: value, ...options }),
  Null: (options?: Json) => ({ type: 'null', ...options }),
  Object: object,
  Optional: optional,
  Record: ({ pattern = '^.*$' }: { readonly pattern?: string }, value: Json, options?: Json) => ({
    type: 'object',
    patternProperties: { [pattern]: value },
    ...options,
  }),
  String: (options?: Json) => ({ type: 'string', ...options }),
  Union: (anyOf: readonly Json[], options?: Json) => ({ anyOf, ...options }),
  Unknown: (options?: Json) => ({ ...options }),
};

/**
 * Builds JSON Schemas that carry the types of TypeBox, so that `Static` derives TypeScript types from them. Only these
 * twelve builders are needed; loading TypeBox itself (373 files) would take half the time of a command of the CLI.
 */
export const Type = builders as unknown as Builders;
