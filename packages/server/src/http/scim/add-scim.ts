import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { RequestScope, runInRequest } from '../../kernel/request-scope.js';
import { toCatalogueError } from '../problem.js';
import { clientAddress } from '../sender/client-address.js';

/** An answer of SCIM; without a body it is empty. */
export interface ScimHttpAnswer {
  readonly status: number;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The protocol by which identity providers manage people and groups; `Caller` is its own. */
export interface ScimProtocol<Caller extends { readonly tokenId: string }> {
  authenticate(header: string | undefined, address: string, traceId: string): Promise<Caller>;
  handle(
    caller: Caller,
    request: {
      readonly method: string;
      readonly path: string;
      readonly query: Readonly<Record<string, unknown>>;
      readonly body: unknown;
      readonly ifMatch: string | undefined;
    },
  ): Promise<ScimHttpAnswer>;
  failure(error: unknown): ScimHttpAnswer | undefined;
}

const PREFIX = '/scim/v2';
const MEDIA_TYPE = 'application/scim+json; charset=utf-8';
/** A group of 10,000 people takes about 1 MB. */
const BODY_LIMIT = 4 * 1024 * 1024;

/** SCIM has media types, errors and tokens of its own, so it is no operation of the contract. */
export async function addScim<Caller extends { readonly tokenId: string }>(
  app: FastifyInstance,
  scim: ScimProtocol<Caller>,
): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      /^application\/(?:scim\+)?json/i,
      { parseAs: 'string', bodyLimit: BODY_LIMIT },
      (request, text, done) => {
        // Entra and Okta name a media type also where they send nothing.
        if (text === '') done(null, undefined);
        else void scope.getDefaultJsonParser('error', 'error')(request, text.toString(), done);
      },
    );
    scope.setErrorHandler((error, request, reply) => answer(reply, failureOf(scim, error, request)));
    const callers = new WeakMap<FastifyRequest, Caller>();
    scope.addHook('onRequest', async (request) => {
      const { authorization } = request.headers;
      callers.set(request, await scim.authenticate(authorization, clientAddress(request), request.id));
    });
    for (const url of [PREFIX, `${PREFIX}/*`]) {
      scope.route({
        method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
        url,
        bodyLimit: BODY_LIMIT,
        handler: async (request, reply) => {
          const caller = callers.get(request);
          if (caller === undefined) throw new Error('a SCIM request was not authenticated');
          return answer(reply, await handle(scim, caller, request, reply));
        },
      });
    }
  });
}

async function handle<Caller extends { readonly tokenId: string }>(
  scim: ScimProtocol<Caller>,
  caller: Caller,
  request: FastifyRequest,
  { raw }: FastifyReply,
): Promise<ScimHttpAnswer> {
  const gone = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) gone.abort();
  });
  const operation = `scim ${request.method}`;
  const scope = new RequestScope({ userId: caller.tokenId, operation, heavy: false, gone: gone.signal });
  try {
    const { '*': path = '' } = request.params as Readonly<Record<string, string | undefined>>;
    return await runInRequest(scope, () =>
      scim.handle(caller, {
        method: request.method,
        path,
        query: request.query as Readonly<Record<string, unknown>>,
        body: request.body,
        ifMatch: request.headers['if-match'],
      }),
    );
  } finally {
    scope.end();
  }
}

function failureOf<Caller extends { readonly tokenId: string }>(
  scim: ScimProtocol<Caller>,
  error: unknown,
  request: FastifyRequest,
): ScimHttpAnswer {
  const own = scim.failure(error);
  if (own !== undefined) return own;
  const problem = toCatalogueError(error, { traceId: request.id, path: PREFIX, listsInvalidValue: false });
  if (problem.status >= 500) request.log.error({ err: problem.cause ?? error, id: problem.id }, problem.detail);
  return scim.failure(problem) ?? { status: 500 };
}

function answer(reply: FastifyReply, { status, body, headers = {} }: ScimHttpAnswer): FastifyReply {
  reply.code(status).headers({ ...headers, 'cache-control': 'no-store' });
  return body === undefined ? reply.send() : reply.type(MEDIA_TYPE).send(JSON.stringify(body));
}
