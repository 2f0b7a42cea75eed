import { readFileSync } from 'node:fs';

/** A JSON Schema of the published contract, as far as the tests look into it. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly minLength?: number;
  readonly $ref?: string;
}

/** Who may call an operation, as its security requirement says. */
type Permission = 'public' | 'authenticated' | 'session' | 'role' | 'admin';

/** One operation as `docs/openapi.json` publishes it. */
export interface OperationDescription {
  readonly id: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly permission: Permission;
  readonly required: readonly string[];
  /** Members of the JSON body, or the query parameters. */
  readonly members: Readonly<Record<string, Schema>>;
  readonly answer: Schema;
  /** The published example request. */
  readonly example: Readonly<Record<string, unknown>>;
  /** The answer is text, sent in pieces. */
  readonly streamed: boolean;
  /** Numeric ids of the errors it lists. */
  readonly errors: readonly number[];
  /** The same errors with each status that it lists for them. */
  readonly answers: readonly { readonly id: number; readonly status: number }[];
}

interface RawOperation {
  readonly operationId: string;
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters: readonly { name: string; in: string; required: boolean; schema: Schema; example?: unknown }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, RawBody>> };
  readonly responses: Readonly<Record<string, RawResponse>>;
}

interface RawBody {
  readonly schema: Schema;
  readonly example?: Readonly<Record<string, unknown>>;
}

interface RawResponse {
  readonly $ref?: string;
  readonly description: string;
  readonly content?: Readonly<Record<string, { readonly schema: Schema & { readonly patternProperties?: Problems } }>>;
}

/** What the schema of an error narrows: the ids that it may have. */
type Problems = Readonly<Record<string, { readonly enum: readonly number[] }>>;

interface RawDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, RawOperation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly responses: Readonly<Record<string, RawResponse>>;
  };
}

/** The published contract, read as a client generator would read it. */
export const openApi = JSON.parse(
  readFileSync(new URL('../../../docs/openapi.json', import.meta.url), 'utf8'),
) as RawDocument;

/** Every operation of the contract; the tables of this suite are compared with it, so a new one cannot be forgotten. */
export const operations: readonly OperationDescription[] = Object.entries(openApi.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, raw]) => describe(path, method, raw)),
);

const byId = new Map(operations.map((operation) => [operation.id, operation]));

export function operationOf(id: string): OperationDescription {
  const operation = byId.get(id);
  if (!operation) throw new Error(`openapi.json has no operation ${id}`);
  return operation;
}

/** Code names by error id, from the descriptions of the responses. */
export const codeNames: ReadonlyMap<number, string> = new Map(
  Object.values(openApi.paths)
    .flatMap((methods) => Object.values(methods))
    .flatMap((raw) => Object.values(raw.responses).map(resolveResponse))
    .flatMap((response) => [...response.description.matchAll(/\b(1\d{3}) (ERROR_[A-Z_]+):/g)])
    .map(([, id, code]) => [Number(id), String(code)] as const),
);

/** The schema that a reference names; any other as it is. */
function resolve(schema: Schema): Schema {
  const name = schema.$ref?.split('/').at(-1);
  return name === undefined ? schema : (openApi.components.schemas[name] ?? schema);
}

/** The answer that a reference names; any other as it is. */
function resolveResponse(response: RawResponse): RawResponse {
  const name = response.$ref?.split('/').at(-1);
  return name === undefined ? response : (openApi.components.responses[name] ?? response);
}

function errorsOf({ content }: RawResponse): readonly number[] {
  return content?.['application/problem+json']?.schema.patternProperties?.['^id$']?.enum ?? [];
}

function permissionOf({ security }: RawOperation): Permission {
  if (security === undefined) return 'authenticated';
  const [first] = security;
  if (first === undefined) return 'public';
  if (first.bearer === undefined) return 'session';
  return first.bearer.includes('admin') ? 'admin' : 'role';
}

function describe(path: string, method: string, raw: RawOperation): OperationDescription {
  const { schema, example } = raw.requestBody?.content['application/json'] ?? {};
  const body = schema && resolve(schema);
  const query = raw.parameters.filter((parameter) => parameter.in === 'query');
  const content = raw.responses['200']?.content ?? {};
  const answers = Object.entries(raw.responses).flatMap(([status, response]) =>
    // What comes before any operation stands under `default`.
    status === 'default' ? [] : errorsOf(resolveResponse(response)).map((id) => ({ id, status: Number(status) })),
  );
  return {
    id: raw.operationId,
    method: method === 'get' ? 'GET' : 'POST',
    path,
    permission: permissionOf(raw),
    required: body?.required ?? query.filter((parameter) => parameter.required).map((parameter) => parameter.name),
    members: body?.properties ?? Object.fromEntries(query.map(({ name, schema }) => [name, schema])),
    example: example ?? Object.fromEntries(query.flatMap((one) => ('example' in one ? [[one.name, one.example]] : []))),
    streamed: content['application/json'] === undefined,
    answer: Object.values(content)[0]?.schema ?? {},
    errors: [...new Set(answers.map(({ id }) => id))].sort((a, b) => a - b),
    answers,
  };
}
