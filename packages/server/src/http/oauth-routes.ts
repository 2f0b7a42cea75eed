import formBody from '@fastify/formbody';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CatalogueError } from '../kernel/errors/catalogue-error.js';
import { errorIds } from '../kernel/errors/error-ids.js';
import { invalidRequest } from '../kernel/errors/request-errors.js';
import { findUnstorable } from '../kernel/json-hygiene.js';
import { problemHeaders, renderProblem, toCatalogueError } from './problem.js';
import { clientAddress } from './sender/client-address.js';
import type { SignInRequest } from './sign-in.js';

/** Requests of OAuth 2 are a few texts; registrations have lists of addresses. */
const BODY_LIMIT = 64 * 1024;

/**
 * Applications in browsers call these endpoints from origins of their own. None of them looks at cookies: what counts is in the
 * request, so any origin may call and read the answer.
 */
export const ANY_ORIGIN = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'www-authenticate, retry-after',
};

const preflightHeaders = (methods: string) => ({
  'access-control-allow-methods': methods,
  'access-control-allow-headers': 'authorization, content-type',
  'access-control-max-age': '86400',
});

/** The endpoints of the authorization server that applications call. They raise CatalogueErrors with an error of OAuth 2. */
export interface OAuthEndpoints {
  token(request: SignInRequest): Promise<object>;
  deviceAuthorization(request: SignInRequest): Promise<object>;
  revoke(request: SignInRequest): Promise<void>;
  /** @param authorization the header */
  userinfo(authorization: string | undefined): Promise<object>;
  register(body: unknown, traceId: string): Promise<object>;
  /** RFC 9728: which authorization server the interface takes tokens of. */
  protectedResource(): object;
}

/** Errors are JSON as RFC 6749, section 5.2, has it, with the members of a problem beside. */
export async function addOAuth(app: FastifyInstance, endpoints: OAuthEndpoints): Promise<void> {
  await app.register(async (scope) => {
    await scope.register(formBody, { bodyLimit: BODY_LIMIT });
    scope.setErrorHandler(answerAsJson);
    scope.addHook('onRequest', async (_request, reply) => {
      reply.headers({ 'cache-control': 'no-store', pragma: 'no-cache', ...ANY_ORIGIN });
    });
    const preflight = (url: string, methods: string) =>
      scope.options(url, async (_request, reply) => reply.code(204).headers(preflightHeaders(methods)).send());
    const post = (
      url: string,
      answer: (request: FastifyRequest, reply: FastifyReply) => Promise<object | undefined>,
    ) => {
      preflight(url, 'POST');
      scope.post(url, { bodyLimit: BODY_LIMIT }, async (request, reply) => {
        const blame = findUnstorable(request.body);
        if (blame) throw invalidRequest(`${blame.pointer}: ${blame.detail}`, [blame]);
        return (await answer(request, reply)) ?? reply.send();
      });
    };
    post('/oauth/token', (request) => endpoints.token(endpointRequest(request)));
    post('/oauth/device_authorization', (request) => endpoints.deviceAuthorization(endpointRequest(request)));
    post('/oauth/revoke', async (request) => {
      await endpoints.revoke(endpointRequest(request));
      return undefined;
    });
    post('/oauth/register', async (request, reply) => {
      const answer = await endpoints.register(request.body, request.id);
      reply.code(201);
      return answer;
    });
    preflight('/oauth/userinfo', 'GET, POST');
    scope.route({
      method: ['GET', 'POST'],
      url: '/oauth/userinfo',
      bodyLimit: BODY_LIMIT,
      handler: async (request) => endpoints.userinfo(request.headers.authorization),
    });
  });
  for (const url of ['/.well-known/oauth-protected-resource', '/.well-known/oauth-protected-resource/*']) {
    app.get(url, async (_request, reply) => {
      reply.headers({ 'cache-control': 'public, max-age=300', ...ANY_ORIGIN });
      return endpoints.protectedResource();
    });
  }
}

const endpointRequest = (request: FastifyRequest): SignInRequest => ({
  contentType: request.headers['content-type'],
  body: request.body,
  authorization: request.headers.authorization,
  address: clientAddress(request),
  traceId: request.id,
});

function answerAsJson(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const context = { traceId: request.id, path: request.url.split('?', 1)[0] ?? '/', listsInvalidValue: false };
  const problem = toCatalogueError(error, context);
  if (problem.status >= 500) request.log.error({ err: problem.cause ?? error, id: problem.id }, problem.detail);
  const { error: known = otherError(problem), ...rest } = renderProblem(problem, context);
  return reply
    .code(problem.status)
    .headers({ ...problemHeaders(problem), 'content-type': 'application/json; charset=utf-8' })
    .send({ error: known, error_description: problem.detail, ...rest });
}

/** An error of OAuth 2 for a problem that none of its own stands for. */
function otherError({ id, status }: CatalogueError): string {
  if (id === errorIds.unauthenticated) return 'invalid_token';
  if (status === 429 || status === 503) return 'temporarily_unavailable';
  return status >= 500 ? 'server_error' : 'invalid_request';
}
