import formBody from '@fastify/formbody';
import { type Operation, operations } from '@millrace/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { invalidRequest } from '../kernel/errors/request-errors.js';
import { findUnstorable } from '../kernel/json-hygiene.js';
import { clientAddress } from './sender/client-address.js';

/** A sign-in request as HTTP carries it; which of its forms counts is the identity feature's rule. */
export interface SignInRequest {
  readonly contentType: string | undefined;
  readonly body: unknown;
  readonly authorization: string | undefined;
  readonly address: string;
  readonly traceId: string;
}

export interface TokenResponse {
  readonly access_token: string;
  readonly token_type: 'Bearer';
  readonly expires_in: number;
  readonly scope: string;
}

/** What sign-in and the documents of an OAuth 2 authorization server need (D10). */
export interface AuthorizationServer {
  signIn(request: SignInRequest): Promise<TokenResponse>;
  /** The JSON Web Key Set of the keys that sign tokens. */
  jwks(): Promise<object>;
  /** RFC 8414 metadata. */
  metadata(): object;
  /** The same for clients that look for OpenID Connect. */
  openIdConfiguration(): object;
}

/** Sign-in is the one operation that also takes a form, so it has its own scope and content type parsers. */
export async function addSignIn(app: FastifyInstance, server: AuthorizationServer): Promise<void> {
  const operation: Operation = operations.userLogin;
  const bodyLimit = operations.userLogin.bodyLimit;
  await app.register(async (scope) => {
    await scope.register(formBody, { bodyLimit });
    // Generated clients send JSON without naming its media type when an operation takes several; fetch then says text/plain.
    scope.addContentTypeParser(
      'text/plain',
      { parseAs: 'string', bodyLimit },
      scope.getDefaultJsonParser('error', 'error'),
    );
    scope.route({
      method: operation.method,
      url: operation.path,
      config: { operation },
      bodyLimit,
      schema: { response: { 200: operation.response } },
      handler: async (request, reply) => {
        reply.headers({ 'cache-control': 'no-store', pragma: 'no-cache' });
        return server.signIn(signInRequest(request));
      },
    });
  });
  app.get('/.well-known/jwks.json', async (_request, reply) => {
    reply.headers({ 'cache-control': 'public, max-age=300', 'access-control-allow-origin': '*' });
    return server.jwks();
  });
  app.get('/.well-known/oauth-authorization-server', async (_request, reply) => {
    reply.headers({ 'cache-control': 'public, max-age=300', 'access-control-allow-origin': '*' });
    return server.metadata();
  });
  app.get('/.well-known/openid-configuration', async (_request, reply) => {
    reply.headers({ 'cache-control': 'public, max-age=300', 'access-control-allow-origin': '*' });
    return server.openIdConfiguration();
  });
}

function signInRequest(request: FastifyRequest): SignInRequest {
  const blame = findUnstorable(request.body);
  if (blame) throw invalidRequest(`${blame.pointer}: ${blame.detail}`, [blame]);
  return {
    contentType: request.headers['content-type'],
    body: request.body,
    authorization: request.headers.authorization,
    address: clientAddress(request),
    traceId: request.id,
  };
}
