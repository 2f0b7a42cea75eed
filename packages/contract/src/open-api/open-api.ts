import type { TObject, TSchema } from 'typebox';
import { type ErrorId, errorCatalogue } from '../errors/error-catalogue.js';
import { CUSTOM_PREFIX, customEventType, eventTypes } from '../events/event-types.js';
import { headersOf } from '../operation/headers.js';
import { answersOf, httpErrors, type Operation, type Tag, tags } from '../operation/operation.js';
import { securityOf, signedInWith, whoMayCall } from '../operation/who-may-call.js';
import { operationList, operations } from '../operations/operations.js';
import { jsonObject, problemSchema, timestamp } from '../schema/common.js';
import { eventSchema } from '../schema/event.js';
import { modelOf, Type } from '../schema/type.js';

type Json = { readonly [key: string]: unknown };

const problemRef = { $ref: '#/components/schemas/Problem' };

/**
 * The OpenAPI 3.1 document of the whole service, derived from the operations and the catalogue.
 *
 * @param version version of the service
 * @param url where the service is reached; without it the address of the demo, for clients to change. A page of the service
 * itself wants `/`.
 */
export function openApiDocument(version: string, url?: string): Json {
  const components = new Map<string, Json>();
  const problems = new Map<string, Json>();
  lift(problemSchema, components);
  const paths: Record<string, Record<string, Json>> = {};
  for (const operation of operationList) {
    paths[operation.path] = { [operation.method.toLowerCase()]: describe(operation, components, problems) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Millrace',
      version,
      description:
        'Business processes and the work done on them: fields, roles, BPMN workflows, files. No text of a request may have the character U+0000, and no member may be called __proto__.',
      contact: { name: 'Millrace', url: 'https://github.com/millrace/millrace' },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [url === undefined ? anyServer : { url, description: 'This server' }],
    security: signedInWith(),
    tags: [
      ...tags.map((name) => ({ name, description: tagDescriptions[name] })),
      { name: WEBHOOKS, description: 'What the service sends to the URL of an event subscription' },
    ],
    paths,
    webhooks: webhooks(components),
    components: {
      schemas: sorted(components),
      responses: sorted(problems),
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'The access_token from the answer of userLogin',
        },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: '__Host-millrace',
          description: 'The session that signIn gives a browser. On http at loopback the cookie is called millrace',
        },
        oauth2: {
          type: 'oauth2',
          description: 'RFC 6749 with client credentials, as a form, as HTTP Basic or as JSON',
          flows: { clientCredentials: { tokenUrl: tokenUrlAt(url), scopes: describeScopes() } },
        },
      },
    },
  };
}

const sorted = (members: ReadonlyMap<string, Json>): Json =>
  Object.fromEntries([...members].sort(([a], [b]) => (a < b ? -1 : 1)));

const WEBHOOKS = 'Webhooks';

const { data: _data, ...head } = eventSchema.properties;

const webhookEventSchema = Type.Object(
  {
    type: Type.String({ description: 'Type of the event' }),
    timestamp: timestamp('When the change was made'),
    data: Type.Object(
      {
        ...head,
        changed: Type.Array(Type.String(), {
          description: 'Names of the members that changed; those of dynamic fields begin with `fields.`',
        }),
        replay: Type.Boolean({ description: 'Whether replayEvents sends it' }),
        payload: Type.Enum(['thin', 'full'], { description: 'Whether the data of the event is there' }),
        data: Type.Optional(jsonObject('What changed. Present with `payload: full`')),
      },
      { title: 'WebhookEventData', description: 'The event' },
    ),
  },
  { title: 'WebhookEvent', description: 'What is sent to the URL of an event subscription' },
);

/**
 * A reference to a model whose members have narrower schemas here. Not with `properties`: generators of clients refuse them
 * beside a reference, or make a model for each such place.
 */
const narrowed = (reference: Json, members: Json): Json => ({
  ...reference,
  patternProperties: Object.fromEntries(Object.entries(members).map(([name, schema]) => [`^${name}$`, schema])),
});

/** What receivers of event subscriptions get, by type of event, in the form of Standard Webhooks. */
function webhooks(components: Map<string, Json>): Json {
  const types = Object.entries({ ...eventTypes, [`${CUSTOM_PREFIX}*`]: customEventType });
  const header = (name: string, text: string) => ({
    name,
    in: 'header',
    required: true,
    description: text,
    schema: { type: 'string' },
  });
  return Object.fromEntries(
    types.map(([type, { description, data }]) => {
      const schema = narrowed(lift(webhookEventSchema, components), {
        data: narrowed({}, { data: lift(data, components) }),
      });
      const post = {
        operationId: `receive${type.replace('.*', '').split('.').map(pascal).join('')}`,
        tags: [WEBHOOKS],
        summary: description,
        description: 'Sent to the URL of an event subscription.',
        security: [],
        parameters: [
          header('webhook-id', 'Id of the event: the same for every attempt'),
          header('webhook-timestamp', 'When the request was sent; Unix seconds'),
          header(
            'webhook-signature',
            'Signatures over id.timestamp.body, separated by spaces: v1 or v1a, a comma, base64',
          ),
        ],
        requestBody: { required: true, content: { 'application/json': { schema } } },
        responses: {
          '2XX': { description: 'The event was received' },
          '410': { description: 'Disables the subscription' },
          default: { description: 'The event is sent again later' },
        },
      };
      return [type, { post }];
    }),
  );
}

/** @param url as that of {@link openApiDocument} */
const tokenUrlAt = (url = anyServer.variables.baseUrl.default): string =>
  `${url.replace(/\/+$/, '')}${operations.userLogin.path}`;

/** What a token may be limited to: an area, one right of it, or the operations of the administrator. */
function describeScopes(): Readonly<Record<string, string>> {
  const grants = operationList.flatMap(({ permission }) => (permission.kind === 'role' ? [permission.grant] : []));
  const areas = grants.map((grant) => grant.split('.', 1)[0] ?? grant);
  return Object.fromEntries([
    ...[...new Set([...areas, ...grants])]
      .sort()
      .map((scope) => [scope, `${scope.includes('.') ? 'The right' : 'All rights of the area'} ${scope}`]),
    ['admin', 'The operations of the administrator'],
  ]);
}

/** A variable, which importers such as Postman's keep as one. */
const anyServer = {
  url: '{baseUrl}',
  description: 'Address of the service',
  variables: { baseUrl: { default: 'http://127.0.0.1:8080' } },
};

const tagDescriptions: Readonly<Record<Tag, string>> = {
  'Sign in': 'Exchange client credentials for a bearer token',
  Processes: 'Create, list, update, assign, export and import',
  Comments: 'Comments on processes, with mentions and files',
  Notifications: 'What people are told of, and which processes they watch.',
  Workflows: 'Execute and resume workflows, and look at their runs',
  Tasks: 'Human tasks: list, claim, release',
  Decisions: 'Evaluate decisions (DMN), simulate changes, count which rules apply',
  Files: 'Signed uploads and downloads',
  Jobs: 'For external workers: activate, complete and fail jobs',
  Events: 'What has changed: the log of events, as a list and as a stream',
  Connections: 'Other services: secrets for calls, and hooks where they deliver events',
  Operators: 'Repair runs, send messages and signals, compare files with their stores',
  'Sub-projects': 'Deploy and read configurations, explain permissions',
  Identity: 'Users and clients, for the administrator',
  Audit: 'Who changed what, and when',
};

function describe(operation: Operation, components: Map<string, Json>, problems: Map<string, Json>): Json {
  const security = securityOf(operation);
  return {
    operationId: operation.id,
    tags: [operation.tag],
    summary: operation.summary,
    description: `${operation.description}\n\n${whoMayCall(operation)}`,
    ...(security === undefined ? {} : { security }),
    parameters: [...parametersOf(operation), ...headerParameters(operation)],
    ...(operation.body ? { requestBody: bodyOf(operation, components) } : {}),
    responses: {
      '200': {
        description: 'Success',
        headers: operation.tagged === true ? { ...traceHeader, ...tagHeader } : traceHeader,
        content: Object.fromEntries(
          (operation.stream ?? ['application/json']).map((type) => [
            type,
            {
              schema: lift(described(operation.response, 'answer', operation), components, resultOf(operation)),
              ...exampleMember(operation.example.answer),
            },
          ]),
        ),
      },
      ...(operation.tagged === true
        ? { '304': { description: 'Nothing has changed since the answer with this ETag', headers: tagHeader } }
        : {}),
      ...problemResponses(operation, problems),
      default: problemResponse('default', httpErrors, problems),
    },
  };
}

const pascal = (id: string): string => `${id.charAt(0).toUpperCase()}${id.slice(1)}`;

/** Not `…Response`: oapi-codegen calls its own answers so. */
const resultOf = ({ id }: Operation): string => `${pascal(id)}Result`;

/** Says what a request or an answer is that has no words of its own. */
const described = <Schema extends object>(schema: Schema, what: 'request' | 'answer', operation: Operation): Schema =>
  'description' in schema
    ? schema
    : { ...schema, description: `The ${what} of ${operation.id}: ${lowerFirst(operation.summary)}` };

const lowerFirst = (text: string): string => `${text.charAt(0).toLowerCase()}${text.slice(1)}`;

const traceHeader = {
  'x-service-traceid': { description: 'Trace id of the request. Quote it to support', schema: { type: 'string' } },
};

const tagHeader = {
  ETag: { description: 'Names this answer, for If-None-Match', schema: { type: 'string' } },
};

/** Stands beside a schema and in it: Postman and Swagger UI look for the one, Insomnia for the other. */
const exampleMember = (example: unknown): Json => (example === undefined ? {} : { example });

function parametersOf({ query, example }: Operation): Json[] {
  if (!query) return [];
  const required = new Set(query.required ?? []);
  return Object.entries(query.properties).map(([name, schema]) => {
    const { description, ...rest } = schema as Json;
    return {
      name,
      in: 'query',
      required: required.has(name),
      description,
      schema: { ...rest, ...exampleMember(example.request[name]) },
      ...exampleMember(example.request[name]),
    };
  });
}

const headerParameters = (operation: Operation): Json[] =>
  Object.entries(headersOf(operation)).map(([name, schema]) => {
    const { description, ...rest } = schema as Json;
    return { name, in: 'header', required: false, description, schema: rest };
  });

function bodyOf(operation: Operation, components: Map<string, Json>): Json {
  const { request: example } = operation.example;
  const body = described(operation.body as TObject, 'request', operation);
  const schema = lift(body, components, `${pascal(operation.id)}Request`);
  const content: Record<string, Json> = { 'application/json': { schema, ...exampleMember(example) } };
  if (operation.id === 'userLogin') {
    const form = { grant_type: 'client_credentials', ...example };
    content['application/x-www-form-urlencoded'] = { schema, ...exampleMember(form) };
  }
  return { required: true, content };
}

/** One response per status, naming every catalogue error it stands for. */
function problemResponses(operation: Operation, problems: Map<string, Json>): Record<string, Json> {
  const byStatus = new Map<number, ErrorId[]>();
  for (const { id, status } of answersOf(operation)) byStatus.set(status, [...(byStatus.get(status) ?? []), id]);
  return Object.fromEntries(
    [...byStatus]
      .sort(([a], [b]) => a - b)
      .map(([status, group]) => [String(status), problemResponse(String(status), group, problems)]),
  );
}

/** Many operations answer with the same errors, so these answers stand in the components. */
function problemResponse(status: string, group: readonly ErrorId[], problems: Map<string, Json>): Json {
  const name = `Problem_${status}_${group.join('_')}`;
  if (!problems.has(name)) problems.set(name, problemAnswer(group));
  return { $ref: `#/components/responses/${name}` };
}

const problemAnswer = (group: readonly ErrorId[]): Json => ({
  description: group.map((id) => `${id} ${errorCatalogue[id].code}: ${errorCatalogue[id].title}`).join('  \n'),
  headers: traceHeader,
  content: {
    'application/problem+json': {
      schema: narrowed(problemRef, {
        code: { enum: [...new Set(group.map((id) => errorCatalogue[id].code))] },
        id: { enum: group },
      }),
    },
  },
});

/**
 * A schema with every model (a schema with a title) moved to the components, so that generated clients get named types.
 *
 * @param name name of the schema itself, where it has no title
 */
function lift(schema: TSchema, components: Map<string, Json>, name?: string): Json {
  const { title, type } = schema as Json;
  return liftNode(title === undefined && type === 'object' ? { ...schema, title: name } : schema, components) as Json;
}

function liftNode(node: unknown, components: Map<string, Json>): unknown {
  if (Array.isArray(node)) return node.map((item) => liftNode(item, components));
  if (typeof node !== 'object' || node === null) return node;
  const { title, type, description } = node as Json;
  if (type !== 'object' || typeof title !== 'string') return liftMembers(node, components);
  const model = modelOf(node as TSchema) as Json;
  components.set(title, liftMembers(model, components));
  const $ref = `#/components/schemas/${title}`;
  return description === model.description ? { $ref } : { $ref, description };
}

const liftMembers = (node: object, components: Map<string, Json>): Json =>
  Object.fromEntries(Object.entries(node).map(([key, value]) => [key, liftNode(value, components)]));
