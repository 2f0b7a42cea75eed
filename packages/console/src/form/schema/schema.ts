/** The part of JSON Schema (2020-12) that a form shows. The server checks the rest of it. */
export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly title?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly oneOf?: readonly JsonSchema[];
  readonly anyOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, JsonSchema>>;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
  /** A list in an object; `true` in the field of a sub-project. */
  readonly required?: readonly string[] | boolean;
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly readOnly?: boolean;
  readonly examples?: readonly unknown[];
  readonly 'x-ui'?: DisplayHints;
}

/** How a document wants a field to be shown. */
export interface DisplayHints {
  readonly order?: number;
  readonly group?: string;
  readonly summary?: number;
  readonly widget?: string;
  readonly unit?: string;
}

const DEEPEST = 8;

/** The schema with its references to itself and its parts (`allOf`) put in place; null beside another type is left out. */
export function plainSchema(schema: JsonSchema, root: JsonSchema, depth = 0): JsonSchema {
  if (depth > DEEPEST) return {};
  const { $ref, allOf, ...rest } = schema;
  const parts = [...($ref === undefined ? [] : [referred($ref, root)]), ...(allOf ?? [])];
  const merged = [...parts.map((part) => plainSchema(part, root, depth + 1)), rest].reduce(together, {});
  const alternatives = (merged.oneOf ?? merged.anyOf)?.filter(({ type }) => type !== 'null');
  const [only] = alternatives ?? [];
  if (alternatives?.length !== 1 || only === undefined) return merged;
  const { oneOf, anyOf, ...outer } = merged;
  return together(plainSchema(only, root, depth + 1), outer);
}

function referred(address: string, root: JsonSchema): JsonSchema {
  const steps = address.startsWith('#/') ? address.slice(2).split('/') : [];
  const found = steps.reduce<unknown>(
    (at, step) => (at as Record<string, unknown> | undefined)?.[step.replaceAll('~1', '/').replaceAll('~0', '~')],
    root,
  );
  return (steps.length > 0 && typeof found === 'object' && found !== null ? found : {}) as JsonSchema;
}

function together(a: JsonSchema, b: JsonSchema): JsonSchema {
  const required = [a.required, b.required].flatMap((names) => (Array.isArray(names) ? (names as string[]) : []));
  return {
    ...a,
    ...b,
    ...(a.properties && b.properties ? { properties: { ...a.properties, ...b.properties } } : {}),
    ...(required.length > 0 ? { required } : {}),
  };
}

/** The type of its values that is not null; undefined where it may be several. */
export function typeOf({ type, properties, items }: JsonSchema): string | undefined {
  const types = [type ?? []].flat().filter((each) => each !== 'null');
  if (types.length > 1) return undefined;
  return types[0] ?? (properties ? 'object' : items ? 'array' : undefined);
}
