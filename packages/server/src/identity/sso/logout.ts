import { appendAudit } from '../../audit/records/append.js';
import { ConfigError } from '../../kernel/config.js';
import type { Sealing } from '../../kernel/sealing.js';
import { type Database, type Queryable, type Transaction, transaction } from '../../postgres/database.js';
import { systemPrincipal } from '../../use-case/caller.js';
import { noteLogoutToken } from '../records/sso/flow-queries.js';
import { type EndedSession, endSessionsOfAccount, findSsoSession } from '../records/sso/sso-session-queries.js';
import { LogoutTokenError, verifyLogoutToken } from './logout-token.js';
import { signedOutUrl } from './providers/addresses.js';
import type { Providers } from './providers/providers.js';
import type { RelyingParty } from './relying-party.js';
import { idTokenContext } from './single-sign-on.js';

export interface BackChannelDeps {
  readonly db: Database;
  readonly providers: Providers;
  readonly party: RelyingParty;
  /** Clock, milliseconds since 1970. */
  readonly now: () => number;
}

/** Ends the sessions that a logout token of a provider names. */
export type BackChannelLogout = (providerId: string, token: string, traceId: string) => Promise<void>;

/**
 * OpenID Connect Back-Channel Logout 1.0. A token is acted on once, in the transaction that notes it: when that fails, the
 * provider can send it again. A provider that is disabled can still end sessions.
 *
 * @returns an operation that throws LogoutTokenError for a token that is not valid, CatalogueError 1200 (404) for an unknown
 * provider, and others when the keys of the provider cannot be fetched
 */
export function createBackChannelLogout({ db, providers, party, now }: BackChannelDeps): BackChannelLogout {
  return async (providerId, token, traceId) => {
    const provider = await providers.find(db, providerId);
    if (provider === undefined) throw new LogoutTokenError('There is no identity provider at this address.');
    const facts = await verifyLogoutToken(party, provider, token, now());
    await transaction(db, async (tx) => {
      if (!(await noteLogoutToken(tx, provider.issuer, facts.jti, facts.forgetAfter))) {
        throw new LogoutTokenError('The logout token was used before.');
      }
      const ended = await endSessionsOfAccount(tx, { issuer: provider.issuer, ...facts });
      await auditEnded(tx, ended, { traceId, providerId, reason: 'backChannelLogout' });
    });
  };
}

/** Audit rows for sessions that ended without their people. */
export async function auditEnded(
  tx: Transaction,
  ended: readonly EndedSession[],
  { traceId, providerId, reason }: { readonly traceId: string; readonly providerId: string; readonly reason: string },
): Promise<void> {
  await appendAudit(
    tx,
    { principal: systemPrincipal, traceId },
    ended.map(({ sessionId, userId }) => ({
      action: 'user.endSession' as const,
      subProjectId: null,
      subjectType: 'user' as const,
      subjectId: userId,
      processId: null,
      before: null,
      after: { sessionId, identityProvider: providerId, reason },
    })),
  );
}

/**
 * Where to send the browser so that its person is signed out at the provider too (OpenID Connect RP-Initiated Logout 1.0);
 * undefined for a session that came from no provider, or from one without such an address. Asks nothing of the provider, so a
 * sign-out works without it. To be called before the session ends.
 */
export type SignOutAddress = (db: Queryable, sessionId: string) => Promise<string | undefined>;

export function createSignOutAddress({
  providers,
  sealing,
  publicUrl,
}: {
  readonly providers: Providers;
  readonly sealing: Sealing;
  readonly publicUrl: string;
}): SignOutAddress {
  return async (db, sessionId) => {
    const source = await findSsoSession(db, sessionId);
    if (source === undefined || source.endSessionEndpoint === null) return undefined;
    const provider = await providers.find(db, source.providerId);
    if (provider === undefined || !URL.canParse(source.endSessionEndpoint)) return undefined;
    const url = new URL(source.endSessionEndpoint);
    if (url.protocol !== 'https:' && url.protocol !== 'http:') return undefined;
    url.searchParams.set('client_id', provider.clientId);
    const hint = openOrNothing(() => sealing.open(idTokenContext(sessionId), source.idToken));
    if (hint !== undefined) url.searchParams.set('id_token_hint', hint);
    url.searchParams.set('post_logout_redirect_uri', signedOutUrl(publicUrl, provider.id));
    return url.href;
  };
}

/** Without the key the provider asks the person; a sign-out here does not fail for it. */
function openOrNothing(open: () => string): string | undefined {
  try {
    return open();
  } catch (error) {
    if (error instanceof ConfigError) return undefined;
    throw error;
  }
}
