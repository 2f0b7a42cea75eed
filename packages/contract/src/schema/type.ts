import type { TSchema, Type as TypeBox } from 'typebox';

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

const isText = ({ const: value }: Json): boolean => typeof value === 'string';

/** A choice in the form that generators of clients read best: of texts an `enum`, of a plain value and null both types. */
function union(options: readonly Json[], more?: Json): Json {
  const values = options.filter(({ type }) => type !== 'null');
  if (values.every(isText)) {
    const texts = { type: 'string', enum: values.map((value) => value.const) };
    return values.length === options.length ? { ...texts, ...more } : union([texts, builders.Null()], more);
  }
  const [value] = values;
  if (value === undefined || values.length > 1 || values.length === options.length || value.title !== undefined)
    return { anyOf: [...values, ...options.filter(({ type }) => type === 'null')], ...more };
  return {
    ...value,
    type: [value.type, 'null'],
    ...(Array.isArray(value.enum) ? { enum: [...value.enum, null] } : {}),
    ...more,
  };
}

const builders = {
  Array: (items: Json, options?: Json) => ({ type: 'array', items, ...options }),
  Boolean: (options?: Json) => ({ type: 'boolean', ...options }),
  Enum: (values: readonly string[], options?: Json) => ({ type: 'string', enum: values, ...options }),
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
  Union: union,
  Unknown: (options?: Json) => ({ ...options }),
};

/**
 * Builds JSON Schemas that carry the types of TypeBox, so that `Static` derives TypeScript types from them. Only these
 * twelve builders are needed; loading TypeBox itself (373 files) would take half the time of a command of the CLI.
 */
export const Type = builders as unknown as Builders;

/** Marks a use of a model with a description of its own: the schema with the description of the model. */
const MODEL = Symbol('model');

/** A model (a schema with a title) with what it is for in one place. */
export const describedAs = <Schema extends TSchema>(schema: Schema, description: string): Schema => ({
  ...schema,
  description,
  [MODEL]: schema,
});

/** The schema that {@link describedAs} took, of other schemas they themselves. */
export const modelOf = (schema: TSchema): TSchema => (schema as { readonly [MODEL]?: TSchema })[MODEL] ?? schema;
