import { unauthenticated } from '../../kernel/errors/access-errors.js';
import type { CatalogueError } from '../../kernel/errors/catalogue-error.js';
import type { Authenticated, Authentication } from '../../use-case/authentication.js';
import type { UserPrincipal } from '../../use-case/caller.js';
import { looksPersonal } from '../personal-tokens/personal-token.js';
import type { PersonalTokens } from '../personal-tokens/personal-tokens.js';
import type { PersonalTokenStatus } from '../records/personal-token-queries.js';
import type { SessionStatus } from '../records/session-queries.js';
import type { Sessions } from '../sessions/sessions.js';
import type { TokenFacts, Tokens } from '../tokens/tokens.js';

const NO_CLIENT = Object.freeze({ client: 0, user: 0 });

/** Every kind of credential that a request can carry. */
export function createAuthentication({
  tokens,
  sessions,
  personalTokens,
}: {
  readonly tokens: Pick<Tokens, 'verify' | 'inspect' | 'verifyFacts'>;
  readonly sessions: Sessions;
  readonly personalTokens: PersonalTokens;
}): Authentication {
  const ofToken = (
    principal: UserPrincipal,
    facts: () => Promise<TokenFacts>,
    check: () => Promise<void>,
  ): Authenticated => ({
    principal,
    credential: 'clientToken',
    method: undefined,
    amr: [],
    authenticatedAt: undefined,
    sessionId: undefined,
    personalTokenId: undefined,
    check,
    facts: async () => ({ ...(await facts()), sessionId: null, personalTokenId: null }),
  });

  const ofSession = (session: SessionStatus): Authenticated => {
    const { id, userId, clientIds, name, administrator, method, amr, authenticatedTs, expiresTs } = session;
    const check = async (): Promise<void> => {
      if ((await sessions.look(id)) === undefined) throw sessionEnded();
    };
    return {
      principal: { kind: 'user', userId, clientId: undefined, clientIds, name, administrator, scopes: [] },
      credential: 'session',
      method,
      amr,
      authenticatedAt: authenticatedTs.getTime(),
      sessionId: id,
      personalTokenId: undefined,
      check,
      async facts() {
        await check();
        return { expiresAt: expiresTs.getTime(), generation: NO_CLIENT, sessionId: id, personalTokenId: null };
      },
    };
  };

  const ofPersonalToken = (token: PersonalTokenStatus | undefined): Authenticated => {
    if (token === undefined) throw personalTokenEnded();
    const { id, userId, clientIds, userName: name, administrator, scopes, expiresTs } = token;
    const check = async (): Promise<void> => {
      if ((await personalTokens.look(id)) === undefined) throw personalTokenEnded();
    };
    return {
      principal: { kind: 'user', userId, clientId: undefined, clientIds, name, administrator, scopes },
      credential: 'personalToken',
      method: undefined,
      amr: [],
      authenticatedAt: undefined,
      sessionId: undefined,
      personalTokenId: id,
      check,
      async facts() {
        await check();
        return { expiresAt: expiresTs.getTime(), generation: NO_CLIENT, sessionId: null, personalTokenId: id };
      },
    };
  };

  const found = (session: SessionStatus | undefined): Authenticated => {
    if (session === undefined) throw sessionEnded();
    return ofSession(session);
  };

  return {
    async bearer(token) {
      if (looksPersonal(token)) return ofPersonalToken(await personalTokens.use(token));
      const principal = await tokens.verify(token);
      return ofToken(
        principal,
        () => tokens.inspect(token),
        async () => void (await tokens.verify(token)),
      );
    },
    async session(secret, whileEnrolling = false) {
      const session = await sessions.use(secret, { whileEnrolling: true });
      if (session?.enrolling === true && !whileEnrolling) throw mustEnrol();
      return found(session);
    },
    async holder(holder) {
      const { sessionId, personalTokenId, clientId } = holder;
      if (sessionId !== null) return found(await sessions.look(sessionId));
      if (personalTokenId !== null) return ofPersonalToken(await personalTokens.look(personalTokenId));
      if (clientId === null) throw unauthenticated('The ticket is not valid. Ask createStreamTicket for another one.');
      const facts = { ...holder, clientId };
      const verify = () => tokens.verifyFacts(facts);
      return ofToken(
        await verify(),
        async () => facts,
        async () => void (await verify()),
      );
    },
  };
}

const mustEnrol = (): CatalogueError =>
  unauthenticated(
    'This installation requires a second factor. Set up a passkey or an authenticator app first, at /sign-in/enrol, or with startPasskeyRegistration or startTotp.',
  );

const sessionEnded = (): CatalogueError => unauthenticated('The session has ended. Sign in again.');

const personalTokenEnded = (): CatalogueError =>
  unauthenticated('The personal token is wrong, has expired or was revoked. Create another one.');
