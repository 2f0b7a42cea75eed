import type { TObject, TSchema } from 'typebox';
import { type ErrorId, errorCatalogue } from './error-catalogue.js';
import { errorsOf, type Operation, tags } from './operation.js';
import { operationList } from './operations.js';
import { problemSchema } from './schema/common.js';

type Json = { readonly [key: string]: unknown };

const problemRef = { $ref: '#/components/schemas/Problem' };

/**
 * The OpenAPI 3.1 document of the whole service, derived from the operations and the catalogue.
 *
 * @param version version of the service
 */
export function openApiDocument(version: string): Json {
  const components = new Map<string, Json>([['Problem', plain(problemSchema)]]);
  const paths: Record<string, Record<string, Json>> = {};
  for (const operation of operationList) {
    paths[operation.path] = { [operation.method.toLowerCase()]: describe(operation, components) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Millrace',
      version,
      description: 'Business processes and the work done on them: fields, roles, BPMN workflows, files.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'This server' }],
    security: [{ bearer: [] }],
    tags: tags.map((name) => ({ name, description: name })),
    paths,
    components: {
      schemas: Object.fromEntries([...components].sort(([a], [b]) => (a < b ? -1 : 1))),
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  };
}

function describe(operation: Operation, components: Map<string, Json>): Json {
  return {
    operationId: operation.id,
    tags: [operation.tag],
    summary: operation.summary,
    description: operation.description,
    'x-millrace-extension': operation.extension,
    'x-millrace-permission': operation.permission,
    ...(operation.permission.kind === 'public' ? { security: [] } : {}),
    parameters: [...parametersOf(operation.query), ...headersOf(operation)],
    ...(operation.body ? { requestBody: bodyOf(operation, components) } : {}),
    responses: {
      '200': {
        description: 'Success',
        headers: traceHeader,
        content: Object.fromEntries(
          (operation.stream ?? ['application/json']).map((type) => [
            type,
            { schema: lift(operation.response, components) },
          ]),
        ),
      },
      ...problemResponses(errorsOf(operation)),
    },
  };
}

const traceHeader = {
  'x-service-traceid': { description: 'Trace id of the request (D6)', schema: { type: 'string' } },
};

function parametersOf(query: TObject | undefined): Json[] {
  if (!query) return [];
  const required = new Set(query.required ?? []);
  return Object.entries(query.properties).map(([name, schema]) => {
    const { description, ...rest } = plain(schema);
    return { name, in: 'query', required: required.has(name), description, schema: rest };
  });
}

function headersOf(operation: Operation): Json[] {
  const text = { type: 'string', maxLength: 128 };
  const headers: Json[] = [
    { name: 'x-service-traceid', in: 'header', required: false, description: 'Trace id to use (D6)', schema: text },
  ];
  if (operation.method === 'POST' && operation.permission.kind !== 'public') {
    headers.push({
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      description: 'The same key and body within 24 hours replays the first answer (D27)',
      schema: { type: 'string', maxLength: 255 },
    });
  }
  if (operation.errors.includes(1008)) {
    headers.push({
      name: 'If-Match',
      in: 'header',
      required: false,
      description: 'Version the change is based on (D17)',
      schema: text,
    });
  }
  return headers;
}

function bodyOf(operation: Operation, components: Map<string, Json>): Json {
  const schema = lift(operation.body as TObject, components);
  const content: Record<string, Json> = { 'application/json': { schema } };
  if (operation.id === 'userLogin') content['application/x-www-form-urlencoded'] = { schema };
  return { required: true, content };
}

/** One response per status, naming every catalogue error it stands for. */
function problemResponses(ids: readonly ErrorId[]): Record<string, Json> {
  const byStatus = new Map<number, ErrorId[]>();
  for (const id of ids) {
    const { status } = errorCatalogue[id];
    byStatus.set(status, [...(byStatus.get(status) ?? []), id]);
  }
  return Object.fromEntries(
    [...byStatus]
      .sort(([a], [b]) => a - b)
      .map(([status, group]) => [
        String(status),
        {
          description: group.map((id) => `${id} ${errorCatalogue[id].code}: ${errorCatalogue[id].title}`).join('  \n'),
          headers: traceHeader,
          'x-millrace-errors': group,
          content: { 'application/problem+json': { schema: problemRef } },
        },
      ]),
  );
}

/** A schema with every titled part moved to the components, so that generated clients get named types. */
function lift(schema: TSchema, components: Map<string, Json>): Json {
  return liftPlain(plain(schema), components) as Json;
}

function liftPlain(node: unknown, components: Map<string, Json>): unknown {
  if (Array.isArray(node)) return node.map((item) => liftPlain(item, components));
  if (typeof node !== 'object' || node === null) return node;
  const lifted = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, liftPlain(value, components)]));
  const title = lifted.title;
  if (lifted.type === 'object' && typeof title === 'string') {
    components.set(title, lifted);
    return { $ref: `#/components/schemas/${title}` };
  }
  return lifted;
}

/** TypeBox marks schemas with non-enumerable members; JSON is what the document holds. */
const plain = (schema: TSchema): Json => JSON.parse(JSON.stringify(schema)) as Json;
