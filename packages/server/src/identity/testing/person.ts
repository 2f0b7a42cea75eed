import type { Transaction } from '../../postgres/database.js';
import { transaction } from '../../postgres/database.js';
import { type TestBrowser, testBrowser } from '../../testing/test-caller.js';
import type { TestDatabase } from '../../testing/test-database.js';
import type { Caller } from '../../use-case/caller.js';
import type { Identity } from '../identity.js';
import { limitName } from '../sessions/known-device.js';
import { deviceSubject } from '../sign-in/sign-in-limit.js';
import { fromBase32 } from '../totp/base32.js';
import { codeOfStep, stepAt } from '../totp/totp.js';

export const PASSWORD = 'correct horse battery staple';

/** A person with a password and a browser. */
export interface TestPerson {
  readonly userId: string;
  readonly email: string;
  readonly browser: TestBrowser;
  signIn(): ReturnType<Identity['useCases']['signIn']>;
  /** As http calls an operation with the session of the browser. */
  caller(): Promise<Caller>;
  /** Sets up an authenticator app. @returns its secret and the recovery codes */
  addTotp(): Promise<{ readonly secret: Buffer; readonly recoveryCodes: readonly string[] }>;
}

let sequence = 0;

/** @param now clock of the identity feature */
export async function createTestPerson(
  { db }: Pick<TestDatabase, 'db'>,
  identity: Identity,
  now: () => number,
): Promise<TestPerson> {
  sequence += 1;
  const email = `factor-person-${sequence}@example.com`;
  const userId = await identity.seeding.upsertUser({ name: `Person ${sequence}`, email, kind: 'person' });
  await identity.seeding.ensurePassword(userId, PASSWORD);
  const browser = testBrowser();
  const write = <T extends object>(work: (tx: Transaction) => Promise<T>) => transaction(db, work);
  const person: TestPerson = {
    userId,
    email,
    browser,
    signIn: () => identity.useCases.signIn(browser.publicCaller(db), { email, password: PASSWORD }),
    async caller() {
      const signIn = await identity.authentication.session(browser.cookie?.secret ?? 'none', true);
      const { principal } = signIn;
      return { principal, signIn, sender: browser.sender, traceId: 'test-trace', ifMatch: undefined, write };
    },
    async addTotp() {
      const { secret } = await identity.useCases.startTotp(await person.caller(), {});
      const bytes = fromBase32(secret);
      const code = codeOfStep(bytes, stepAt(now()) - 1);
      const { recoveryCodes } = await identity.useCases.confirmTotp(await person.caller(), { code });
      return { secret: bytes, recoveryCodes };
    },
  };
  return person;
}

/** Whether guesses from elsewhere do not lock the person of an address out in a browser (D146). */
export async function isKnownIn(
  { db }: Pick<TestDatabase, 'db'>,
  { device }: TestBrowser,
  email: string,
): Promise<boolean> {
  const rows = await db`
    select from sign_in_devices where device = ${deviceSubject(limitName(email), device?.secret ?? 'none')}`;
  return rows.length === 1;
}
