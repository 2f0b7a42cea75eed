import type { FastifyRequest } from 'fastify';
import { unauthenticated } from '../../kernel/errors/access-errors.js';
import type { Authenticated, Authentication, CredentialHolder } from '../../use-case/authentication.js';
import { requireSameOrigin } from './same-origin.js';

/**
 * Who a request is from: the holder of its bearer token (interface: Authentication) or, when it has no Authorization header,
 * of its session cookie.
 *
 * @param sessionSecret what the session cookie holds; undefined when there is none
 * @param whileEnrolling whether a session counts whose person must set up a second factor first
 * @throws CatalogueError 1001 when there is neither or it is not valid, 1015 for a request that another site caused
 */
export async function authenticate(
  request: FastifyRequest,
  authentication: Authentication,
  {
    publicUrl,
    sessionSecret,
    whileEnrolling,
  }: { readonly publicUrl: string; readonly sessionSecret: string | undefined; readonly whileEnrolling: boolean },
): Promise<Authenticated> {
  const header = request.headers.authorization;
  if (header !== undefined) return authentication.bearer(tokenOf(header));
  if (sessionSecret === undefined) {
    throw unauthenticated(
      'The request has neither an Authorization header nor a session cookie. Send `Authorization: Bearer <access_token>`, ' +
        'or sign in with a browser.',
    );
  }
  if (isUnsafe(request)) requireSameOrigin(request, publicUrl, true);
  return authentication.session(sessionSecret, whileEnrolling);
}

function tokenOf(header: string): string {
  const [, token] = /^Bearer +([A-Za-z0-9._~+/=-]+) *$/i.exec(header) ?? [];
  if (token !== undefined) return token;
  throw unauthenticated('The Authorization header is not of the form `Bearer <access_token>`.');
}

/** Whether a request may change something (RFC 9110, section 9.2.1). */
export const isUnsafe = ({ method }: FastifyRequest): boolean => method !== 'GET' && method !== 'HEAD';

/**
 * The principal of a ticket, which is used up.
 *
 * @param redeem undefined for a ticket that is unknown, used or too old
 * @throws CatalogueError 1001
 */
export async function authenticateTicket(
  redeem: () => Promise<CredentialHolder | undefined>,
  authentication: Authentication,
): Promise<Authenticated> {
  const holder = await redeem();
  if (holder === undefined) {
    throw unauthenticated('The ticket is unknown, used or too old. Ask createStreamTicket for another one.');
  }
  return authentication.holder(holder);
}
