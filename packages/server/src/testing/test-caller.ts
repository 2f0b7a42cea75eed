import { newId } from '../kernel/identifiers.js';
import { type Database, transaction } from '../postgres/database.js';
import type { Caller, PublicCaller, Sender, SessionCookie, SignIn, UserPrincipal } from '../use-case/caller.js';

export interface TestCallerOptions extends Partial<Omit<UserPrincipal, 'kind'>> {
  readonly ifMatch?: string;
  readonly traceId?: string;
}

/** A caller that is a user. */
export interface TestCaller extends Caller {
  readonly principal: UserPrincipal;
}

/** An authenticated caller as http makes one, except that `write` is a plain transaction without idempotency keys. */
export function testCaller(db: Database, options: TestCallerOptions = {}): TestCaller {
  const { ifMatch, traceId, ...principal } = options;
  return {
    principal: {
      kind: 'user',
      userId: newId(),
      clientId: 'test-client',
      name: 'Test caller',
      administrator: false,
      scopes: [],
      ...principal,
    },
    traceId: traceId ?? 'test-trace',
    ifMatch,
    write: (work) => transaction(db, work),
  };
}

/** The sign-in of a client with an access token that does not end. */
export const testSignIn: SignIn = Object.freeze({
  credential: 'clientToken',
  method: undefined,
  amr: [],
  authenticatedAt: undefined,
  sessionId: undefined,
  personalTokenId: undefined,
  check: async () => undefined,
  facts: async () => ({
    expiresAt: Number.MAX_SAFE_INTEGER,
    generation: { client: 0, user: 0 },
    sessionId: null,
    personalTokenId: null,
  }),
});

/** A browser as operations see it. It keeps the session that it is given, and sends it with its next request. */
export interface TestBrowser {
  readonly sender: Sender;
  /** The session that the browser has; undefined for none. */
  cookie: SessionCookie | undefined;
  /** What it keeps of a sign-in in it; undefined before the first one. */
  device: SessionCookie | undefined;
  /** As http calls a public operation. */
  publicCaller(db: Database): PublicCaller;
}

/** A browser without a session. */
export function testBrowser(address = '192.0.2.7'): TestBrowser {
  const browser: TestBrowser = {
    cookie: undefined,
    device: undefined,
    sender: {
      address,
      agent: 'Test browser',
      get sessionSecret() {
        return browser.cookie?.secret;
      },
      get deviceSecret() {
        return browser.device?.secret;
      },
      setDevice(cookie) {
        browser.device = cookie;
      },
      setSession(cookie) {
        browser.cookie = cookie;
      },
      clearSession() {
        browser.cookie = undefined;
      },
    },
    publicCaller: (db) => ({
      traceId: 'test-trace',
      sender: browser.sender,
      write: (work) => transaction(db, work),
    }),
  };
  return browser;
}
