import type { FastifyRequest } from 'fastify';
import { unauthenticated } from '../kernel/errors/access-errors.js';
import type { UserPrincipal } from '../use-case/caller.js';

/** Returns the user of an access token; rejects with CatalogueError 1001. */
export interface TokenVerifier {
  verify(token: string): Promise<UserPrincipal>;
}

/**
 * The principal of a request's bearer token (interface: Authentication).
 *
 * @throws CatalogueError 1001 when there is none or it is not valid
 */
export async function authenticate(request: FastifyRequest, tokens: TokenVerifier): Promise<UserPrincipal> {
  const header = request.headers.authorization;
  if (header === undefined) {
    throw unauthenticated('The Authorization header is missing. Send `Authorization: Bearer <access_token>`.');
  }
  const [, token] = /^Bearer +([A-Za-z0-9._~+/=-]+) *$/i.exec(header) ?? [];
  if (token === undefined) {
    throw unauthenticated('The Authorization header is not of the form `Bearer <access_token>`.');
  }
  return tokens.verify(token);
}
