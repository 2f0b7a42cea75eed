import { type TestBrowser, testBrowser } from '../../testing/test-caller.js';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.js';
import type { Authenticated } from '../../use-case/authentication.js';
import type { Caller } from '../../use-case/caller.js';
import { createIdentity, type Identity } from '../identity.js';
import { captureLog } from './captured-log.js';
import { lowCost, lowPasswordCost } from './low-cost.js';

/** The password of every person here. */
export const PASSWORD = 'correct horse battery staple';

/** People with passwords, on a clock that a test moves. */
export interface People {
  readonly database: TestDatabase;
  readonly identity: Identity;
  now(): number;
  pass(milliseconds: number): void;
  newPerson(): Promise<{ readonly userId: string; readonly email: string }>;
  signIn(
    browser: TestBrowser,
    email: string,
    over?: { password?: string; remember?: boolean },
  ): ReturnType<Identity['useCases']['signIn']>;
  /** Who a browser is now. @throws CatalogueError 1001 */
  who(browser: TestBrowser): Promise<Authenticated>;
  /** As http calls an operation for the session of a browser. */
  callerOf(browser: TestBrowser): Promise<Caller>;
  /** As http calls an operation with a bearer token. */
  bearer(token: string): Promise<Caller>;
  /** What the audit log tells about a user. */
  auditOf(userId: string): Promise<readonly string[]>;
}

export async function createPeople(): Promise<People> {
  const database = await createTestDatabase();
  let clock = Date.parse('2026-03-01T10:00:00Z');
  let sequence = 0;
  const identity = createIdentity({
    db: database.db,
    issuer: 'http://x',
    tokenSeconds: 60,
    signInAttemptsPerMinute: 5,
    secretCost: lowCost,
    passwordCost: lowPasswordCost,
    log: captureLog(),
    now: () => clock,
  });
  const who = (browser: TestBrowser) => identity.authentication.session(browser.cookie?.secret ?? 'none');
  const callerOf = (browser: TestBrowser, authenticated: Authenticated): Caller => ({
    ...browser.publicCaller(database.db),
    principal: authenticated.principal,
    signIn: authenticated,
    ifMatch: undefined,
  });
  return {
    database,
    identity,
    now: () => clock,
    pass(milliseconds) {
      clock += milliseconds;
    },
    async newPerson() {
      sequence += 1;
      const email = `Person${sequence}@example.com`;
      const userId = await identity.seeding.upsertUser({ name: `Person ${sequence}`, email, kind: 'person' });
      await identity.seeding.ensurePassword(userId, PASSWORD);
      return { userId, email };
    },
    signIn: (browser, email, over = {}) =>
      identity.useCases.signIn(browser.publicCaller(database.db), { email, password: PASSWORD, ...over }),
    who,
    callerOf: async (browser) => callerOf(browser, await who(browser)),
    bearer: async (token) => callerOf(testBrowser(), await identity.authentication.bearer(token)),
    async auditOf(userId) {
      const rows = await database.db<{ action: string }>`
        select action from audit_log where subject_id = ${userId} order by created_ts, id`;
      return rows.map(({ action }) => action);
    },
  };
}
