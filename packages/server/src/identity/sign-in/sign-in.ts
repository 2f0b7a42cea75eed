import { invalidClient, signInRefused } from '../../kernel/errors/access-errors.js';
import type { Log } from '../../kernel/log.js';
import type { Database } from '../../postgres/database.js';
import { type ClientCredentials, clientCredentials } from '../records/client-queries.js';
import { upgradeHash } from '../records/secret-queries.js';
import { isClientId } from '../secrets/client-id.js';
import type { Secrets } from '../secrets/secrets.js';
import { covers, splitScope, unboundedScope, unknownScopes } from '../tokens/scopes.js';
import type { Tokens } from '../tokens/tokens.js';
import { type CredentialsSource, credentialsFrom } from './credentials.js';
import type { SignInLimit } from './sign-in-limit.js';

export interface SignInDeps {
  readonly db: Database;
  readonly tokens: Tokens;
  readonly secrets: Secrets;
  readonly limit: SignInLimit;
  readonly log: Log;
}

export interface SignInRequest extends CredentialsSource {
  /** Of the client, for the limit on failures. */
  readonly address: string;
  readonly traceId: string;
}

/** RFC 6749, section 5.1. */
export interface TokenResponse {
  readonly access_token: string;
  readonly token_type: 'Bearer';
  /** Seconds. */
  readonly expires_in: number;
  readonly scope: string;
}

export type SignIn = (request: SignInRequest) => Promise<TokenResponse>;

/**
 * Sign-in (D10, D11). The limit is checked before a secret is looked at and again when it is its turn to be checked, so
 * that many attempts at once are not more than the limit allows. A failure says nothing about why, and takes the same
 * time whether the client exists or not.
 *
 * @returns an operation that throws CatalogueError 1200 for a malformed request or an unknown or uncovered scope, 1002
 * for a wrong secret, an unknown or a disabled client, 1003 after too many failures
 */
export function createSignIn(deps: SignInDeps): SignIn {
  const { limit } = deps;

  return async (request) => {
    const { clientId, clientSecret, scope } = credentialsFrom(request);
    const subjects = limit.subjects(clientId, request.address);
    const [client] = await Promise.all([findClient(deps.db, clientId), limit.check(subjects)]);
    const hashes = client?.hashes ?? [];
    const recalled = deps.secrets.recall(clientSecret, hashes);
    const match = recalled ?? (await deps.secrets.check(clientSecret, hashes, limit.turn(subjects)));
    if (client === undefined || match === undefined || client.disabled) {
      // A wrong secret was counted in its turn.
      if (match !== undefined) await limit.failed(subjects);
      refuse(deps.log, request, client === undefined ? undefined : clientId);
    }
    await limit.succeeded(subjects);
    if (recalled === undefined) await upgrade(deps, clientId, clientSecret, match);
    return answer(deps.tokens, clientId, client, scope);
  };
}

/** A client id that cannot exist is not asked for: PostgreSQL refuses some characters. */
async function findClient(db: Database, clientId: string): Promise<ClientCredentials | undefined> {
  return isClientId(clientId) ? clientCredentials(db, clientId) : undefined;
}

async function answer(
  tokens: Tokens,
  clientId: string,
  client: ClientCredentials,
  requested: string | undefined,
): Promise<TokenResponse> {
  const scopes = narrow(splitScope(client.scope), splitScope(requested ?? ''));
  return {
    access_token: await tokens.issue({ userId: client.userId, clientId, scopes, generation: client.generation }),
    token_type: 'Bearer',
    expires_in: tokens.lifetimeSeconds,
    scope: scopes.length === 0 ? unboundedScope(client.administrator) : scopes.join(' '),
  };
}

/** What was requested where the client's bound covers it, and the bound where nothing was. */
function narrow(bound: readonly string[], requested: readonly string[]): readonly string[] {
  if (requested.length === 0) return bound;
  const unknown = unknownScopes(requested);
  const uncovered = requested.filter((scope) => !covers(bound, scope));
  if (unknown.length === 0 && uncovered.length === 0) return requested;
  const detail =
    unknown.length > 0
      ? 'scope names a scope that does not exist; the metadata of the authorization server lists them.'
      : `The client may not request ${uncovered.join(' ')}.`;
  throw signInRefused(detail, 'invalid_scope', [{ pointer: '/scope', detail: 'Not a scope of this client.' }]);
}

async function upgrade(deps: SignInDeps, clientId: string, secret: string, hash: string): Promise<void> {
  const better = await deps.secrets.upgrade(secret, hash);
  if (better !== undefined) await upgradeHash(deps.db, clientId, hash, better);
}

/** An id that names no client is not logged: people mistake the secret for it. */
function refuse(log: Log, request: SignInRequest, clientId: string | undefined): never {
  log.warn({ clientId: clientId ?? 'unknown', address: request.address, traceId: request.traceId }, 'sign-in refused');
  throw invalidClient();
}
