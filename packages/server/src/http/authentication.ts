import type { FastifyRequest } from 'fastify';
import { unauthenticated } from '../kernel/errors/access-errors.js';
import type { SignIn, SignInCheck, UserPrincipal } from '../use-case/caller.js';

/** Tells whose an access token is. */
export interface TokenVerifier {
  /** @throws CatalogueError 1001 */
  verify(token: string): Promise<UserPrincipal>;
  /** @throws CatalogueError 1001 */
  inspect(token: string): Promise<SignIn>;
  /** @throws CatalogueError 1001 */
  verifyFacts(facts: TicketHolder): Promise<UserPrincipal>;
}

/** Who holds a ticket: the caller that asked for it, with the facts of its token. */
export interface TicketHolder extends SignIn {
  readonly userId: string;
  readonly clientId: string;
  readonly scopes: readonly string[];
}

/** Who sends a request, and what tells whether that is still so. */
export interface Authenticated extends SignInCheck {
  readonly principal: UserPrincipal;
}

/**
 * The principal of a request's bearer token (interface: Authentication).
 *
 * @throws CatalogueError 1001 when there is none or it is not valid
 */
export async function authenticate(request: FastifyRequest, tokens: TokenVerifier): Promise<Authenticated> {
  const header = request.headers.authorization;
  if (header === undefined) {
    throw unauthenticated('The Authorization header is missing. Send `Authorization: Bearer <access_token>`.');
  }
  const [, token] = /^Bearer +([A-Za-z0-9._~+/=-]+) *$/i.exec(header) ?? [];
  if (token === undefined) {
    throw unauthenticated('The Authorization header is not of the form `Bearer <access_token>`.');
  }
  return {
    principal: await tokens.verify(token),
    check: async () => void (await tokens.verify(token)),
    facts: () => tokens.inspect(token),
  };
}

/**
 * The principal of a ticket, which is used up.
 *
 * @param redeem undefined for a ticket that is unknown, used or too old
 * @throws CatalogueError 1001
 */
export async function authenticateTicket(
  redeem: () => Promise<TicketHolder | undefined>,
  tokens: TokenVerifier,
): Promise<Authenticated> {
  const holder = await redeem();
  if (holder === undefined) {
    throw unauthenticated('The ticket is unknown, used or too old. Ask createStreamTicket for another one.');
  }
  return {
    principal: await tokens.verifyFacts(holder),
    check: async () => void (await tokens.verifyFacts(holder)),
    facts: async () => holder,
  };
}
