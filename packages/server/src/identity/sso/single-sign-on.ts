import { appendAudit } from '../../audit/records/append.js';
import { unauthenticated } from '../../kernel/errors/access-errors.js';
import { singleSignOnRefused } from '../../kernel/errors/sign-in-errors.js';
import type { Sealing } from '../../kernel/sealing.js';
import { type Database, isUniqueViolation, type Transaction, transaction } from '../../postgres/database.js';
import type { Sender } from '../../use-case/caller.js';
import { principalOfPerson } from '../directory/principal-of-person.js';
import { findSession } from '../records/session-queries.js';
import type { FlowRow } from '../records/sso/flow-queries.js';
import { findLink } from '../records/sso/link-queries.js';
import { noteSsoSession } from '../records/sso/sso-session-queries.js';
import { cookieOf, reauthenticateSession } from '../sessions/open-session.js';
import type { Sessions } from '../sessions/sessions.js';
import { startSession } from '../sessions/start-session.js';
import { createFlows, FLOW_MS, isFlowSecret, newFlowSecret } from './flows.js';
import { callbackUrl } from './providers/addresses.js';
import type { IdentityProvider } from './providers/provider.js';
import type { Providers } from './providers/providers.js';
import type { Identification, RelyingParty } from './relying-party.js';
import { linkAccount, resolvePerson } from './resolve-person.js';
import { returnPath } from './return-to.js';
import type { SyncClaimGroups } from './sync-groups.js';

export interface SingleSignOnDeps {
  readonly db: Database;
  readonly providers: Providers;
  readonly party: RelyingParty;
  readonly sessions: Pick<Sessions, 'use'>;
  readonly syncGroups: SyncClaimGroups;
  readonly sealing: Sealing;
  /** Public address of the service, without a slash at the end. */
  readonly publicUrl: string;
  /** Clock, milliseconds since 1970. */
  readonly now: () => number;
}

/** A browser that wants to go to a provider. */
export interface StartRequest {
  readonly providerId: string;
  /** Where it goes after; what is no path of this service becomes "/sign-in". */
  readonly returnTo: string | undefined;
  /** An address or name that the provider may fill in. */
  readonly loginHint: string | undefined;
  /** The person of the session proves again who they are, instead of signing in. */
  readonly confirms: boolean;
  /** What the cookie of an earlier start holds; undefined when there is none. */
  readonly browser: string | undefined;
  readonly sender: Sender;
}

/** Where the browser goes, and the secret it must bring along when it comes back; none when its session is that. */
export interface Started {
  readonly url: URL;
  readonly browser: string | undefined;
}

export interface FinishRequest {
  readonly providerId: string;
  /** The query of the address that the provider sent the browser to, without the question mark. */
  readonly query: string;
  readonly browser: string | undefined;
  readonly sender: Sender;
  readonly traceId: string;
}

/** Sign-in with OpenID Connect: the code flow with PKCE, state and nonce. */
export interface SingleSignOn {
  /** @throws CatalogueError 1001, 1003, 1020, 1200 (404) */
  start(request: StartRequest): Promise<Started>;
  /** Sends the person of a session to a provider to link an account there. @throws CatalogueError as `start` */
  startLink(
    request: Pick<StartRequest, 'providerId' | 'returnTo' | 'sender'> & { readonly sessionId: string },
  ): Promise<URL>;
  /** @returns the path to go to. @throws CatalogueError 1001, 1020, 1021, 1200 (404) */
  finish(request: FinishRequest): Promise<string>;
}

export function createSingleSignOn(deps: SingleSignOnDeps): SingleSignOn {
  const { db, providers, party, sessions, publicUrl, now } = deps;
  const flows = createFlows(db, now);
  /** Says who is signed in. */
  const afterwards = `${new URL(publicUrl).pathname.replace(/\/+$/, '')}/sign-in`;
  const currentSession = async ({ sessionSecret }: Sender) =>
    sessionSecret === undefined ? undefined : sessions.use(sessionSecret);

  return {
    async start({ providerId, returnTo, loginHint, confirms, browser, sender }) {
      const provider = await providers.usable(db, providerId);
      const session = confirms ? await currentSession(sender) : undefined;
      if (confirms && session === undefined) throw unauthenticated('There is no session to confirm. Sign in.');
      const secret = browser !== undefined && isFlowSecret(browser) ? browser : newFlowSecret();
      const secrets = await flows.begin({
        providerId,
        purpose: confirms ? 'confirm' : 'signIn',
        returnTo: returnPath(returnTo) ?? afterwards,
        address: sender.address,
        owner: session === undefined ? { browser: secret } : { sessionId: session.id },
      });
      const url = await party.authorizationUrl(provider, {
        ...secrets,
        redirectUri: callbackUrl(publicUrl, providerId),
        ...(confirms ? { maxAge: 0 } : {}),
        ...(loginHint === undefined ? {} : { loginHint }),
      });
      return { url, browser: session === undefined ? secret : undefined };
    },

    async startLink({ providerId, returnTo, sender, sessionId }) {
      const provider = await providers.usable(db, providerId);
      const secrets = await flows.begin({
        providerId,
        purpose: 'link',
        returnTo: returnPath(returnTo) ?? afterwards,
        address: sender.address,
        owner: { sessionId },
      });
      return party.authorizationUrl(provider, { ...secrets, redirectUri: callbackUrl(publicUrl, providerId) });
    },

    async finish({ providerId, query, browser, sender, traceId }) {
      const provider = await providers.usable(db, providerId);
      const callback = new URL(`${callbackUrl(publicUrl, providerId)}?${query}`);
      const session = await currentSession(sender);
      const flow = await flows.take(providerId, callback.searchParams.get('state') ?? '', browser, session?.id);
      const began = now();
      const identified = await party.redeem(provider, callback, {
        state: callback.searchParams.get('state') ?? '',
        nonce: flow.nonce,
        codeVerifier: flow.codeVerifier,
        // As long as the person was away: the provider signed them in after the flow began.
        ...(flow.purpose === 'confirm' ? { maxAge: secondsSince(flow, began) } : {}),
      });
      const sign: Signing = { deps, provider, flow, identified, sender, traceId, now: new Date(now()) };
      const work = () => transaction(db, (tx) => conclude(tx, sign));
      // Of two first sign-ins at once one creates the person and the link; the other finds them.
      await work().catch((error: unknown) => {
        if (isUniqueViolation(error)) return work();
        throw error;
      });
      return flow.returnTo;
    },
  };
}

/** Whole seconds since the flow began. */
const secondsSince = ({ expiresTs }: FlowRow, now: number): number =>
  Math.max(0, Math.ceil((now - expiresTs.getTime() + FLOW_MS) / 1000));

interface Signing {
  readonly deps: SingleSignOnDeps;
  readonly provider: IdentityProvider;
  readonly flow: FlowRow;
  readonly identified: Identification;
  readonly sender: Sender;
  readonly traceId: string;
  readonly now: Date;
}

function conclude(tx: Transaction, signing: Signing): Promise<void> {
  const { purpose } = signing.flow;
  return purpose === 'signIn' ? signIn(tx, signing) : purpose === 'confirm' ? confirm(tx, signing) : link(tx, signing);
}

async function signIn(tx: Transaction, signing: Signing): Promise<void> {
  const { deps, provider, identified, sender, traceId, now } = signing;
  const { user } = await resolvePerson(tx, provider, identified, { traceId, now });
  await deps.syncGroups(tx, { principal: principalOfPerson(user), traceId }, [user.id]);
  const { session } = await startSession(
    tx,
    { sender, traceId },
    {
      userId: user.id,
      method: `sso:${provider.id}`,
      amr: identified.amr,
      remember: false,
      now: now.getTime(),
      authenticatedAt: authenticatedAt(identified, now),
    },
  );
  await noteSource(tx, signing, session.id);
}

/** The person of a session has signed in at the provider once more: only the account that is theirs proves anything. */
async function confirm(tx: Transaction, signing: Signing): Promise<void> {
  const { provider, identified, flow, sender, traceId, now } = signing;
  const [link, session] = [
    await findLink(tx, provider.issuer, identified.subject),
    await findSession(tx, { id: flow.sessionId ?? '' }),
  ];
  if (session === undefined) throw unauthenticated('The session has ended. Sign in again.');
  if (link?.userId !== session.userId) {
    throw singleSignOnRefused(
      `This is not the account at ${provider.name} that your user is linked with. Sign in there with the account that is yours.`,
    );
  }
  const renewed = await reauthenticateSession(tx, session.id, {
    amr: identified.amr,
    now: authenticatedAt(identified, now).getTime(),
  });
  if (renewed === undefined) throw unauthenticated('The session has ended. Sign in again.');
  await noteSource(tx, signing, session.id);
  await appendAudit(tx, { principal: principalOfPerson({ ...session, id: session.userId }), traceId }, [
    {
      action: 'user.confirmSignIn',
      subProjectId: null,
      subjectType: 'user',
      subjectId: session.userId,
      processId: null,
      before: null,
      after: { method: `sso:${provider.id}`, amr: identified.amr, sessionId: session.id },
    },
  ]);
  sender.setSession(cookieOf(renewed));
}

async function link(tx: Transaction, { deps, provider, identified, flow, traceId, now }: Signing): Promise<void> {
  const session = await findSession(tx, { id: flow.sessionId ?? '' });
  if (session === undefined) throw unauthenticated('The session has ended. Sign in again.');
  const { user } = await linkAccount(tx, provider, identified, session.userId, { traceId, now });
  await deps.syncGroups(tx, { principal: principalOfPerson(user), traceId }, [user.id]);
}

/**
 * A browser that is signed in at the provider since long is signed in here without a question, so the sign-in there counts.
 * A provider that does not say when that was is taken for one where it was long ago: a step-up then asks for another factor.
 */
const authenticatedAt = ({ authenticatedAt: at }: Identification, now: Date): Date =>
  at === undefined ? new Date(0) : at > now ? now : at;

/** What logout needs: which session at the provider this one came from. */
const noteSource = (tx: Transaction, { deps, provider, identified }: Signing, sessionId: string): Promise<void> =>
  noteSsoSession(tx, {
    sessionId,
    providerId: provider.id,
    issuer: provider.issuer,
    subject: identified.subject,
    sid: identified.sid ?? null,
    idToken: deps.sealing.seal(idTokenContext(sessionId), identified.idToken),
    endSessionEndpoint: identified.endSessionEndpoint ?? null,
  });

/** What the ID token of a session is sealed for. */
export const idTokenContext = (sessionId: string): string => `id-token:${sessionId}`;
