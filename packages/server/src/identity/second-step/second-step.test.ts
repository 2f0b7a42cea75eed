import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../kernel/identifiers.js';
import { createSealing } from '../../kernel/sealing.js';
import type { LetterTemplate } from '../../mail/letters/templates.js';
import { type NewMail, noMails } from '../../mail/mail-queue.js';
import { transaction } from '../../postgres/database.js';
import { quietLog } from '../../testing/quiet-log.js';
import { testBrowser, testCaller, testSignIn } from '../../testing/test-caller.js';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.js';
import { createIdentity, type Identity } from '../identity.js';
import { createLink, issueToken } from '../one-time-links/one-time-links.js';
import { forgetPendingSignIns } from '../records/factors/pending-sign-in-queries.js';
import { captureLog } from '../testing/captured-log.js';
import { lowCost, lowPasswordCost } from '../testing/low-cost.js';
import { createTestPerson, isKnownIn, PASSWORD, type TestPerson } from '../testing/person.js';
import { toBase32 } from '../totp/base32.js';
import { resealTotpSecrets } from '../totp/reseal-secrets.js';
import { codeOfStep, stepAt } from '../totp/totp.js';

const MINUTE_MS = 60_000;
const key = randomBytes(32).toString('base64');

let database: TestDatabase;
let identity: Identity;
/** What people were told by e-mail. */
const letters: NewMail<LetterTemplate>[] = [];
let clock = Date.parse('2026-03-01T10:00:00Z');

beforeAll(async () => {
  database = await createTestDatabase();
  identity = createIdentity({
    db: database.db,
    issuer: 'https://millrace.example',
    tokenSeconds: 60,
    signInAttemptsPerMinute: 20,
    secretCost: lowCost,
    passwordCost: lowPasswordCost,
    secretKeys: [key],
    mails: { ...noMails, isOpen: true, add: async (_tx, mail) => void letters.push(mail) },
    log: captureLog(),
    now: () => clock,
  });
});
afterAll(() => database.drop());

const newPerson = () => createTestPerson(database, identity, () => clock);
const administrator = () => testCaller(database.db, { administrator: true });

/** A signed-in person with an authenticator app. */
async function withTotp() {
  const person = await newPerson();
  await person.signIn();
  const totp = await person.addTotp();
  clock += 2 * MINUTE_MS;
  return { person, ...totp };
}

/** Begins a sign-in that asks for a second step. */
async function begin(person: TestPerson): Promise<string> {
  const { status, pendingSignIn } = await person.signIn();
  expect(status).toBe('secondStep');
  return pendingSignIn ?? '';
}

const finish = (request: Parameters<Identity['useCases']['finishSignIn']>[1], browser = testBrowser()) =>
  identity.useCases.finishSignIn(browser.publicCaller(database.db), request);

const current = (secret: Uint8Array, by = 0): string => codeOfStep(secret, stepAt(clock) + by);
const wrong = (secret: Uint8Array): string => {
  const right = [-1, 0, 1].map((by) => current(secret, by));
  return ['000000', '111111', '222222', '333333'].find((code) => !right.includes(code)) ?? '';
};
const auditOf = async (userId: string) => {
  const rows = await database.db<{ action: string }>`
    select action from audit_log where subject_id = ${userId} order by created_ts, id`;
  return rows.map(({ action }) => action);
};

describe('a password of a person with an authenticator app', () => {
  test('opens no session; a code finishes the sign-in, once', async () => {
    const { person, secret } = await withTotp();
    const browser = testBrowser();
    const begun = await identity.useCases.signIn(browser.publicCaller(database.db), {
      email: person.email,
      password: PASSWORD,
    });
    expect(begun).toEqual({
      userId: person.userId,
      status: 'secondStep',
      pendingSignIn: expect.stringMatching(/^[\w-]{43}$/),
      methods: ['totp', 'recoveryCode'],
    });
    expect(browser.cookie).toBeUndefined();
    const pendingSignIn = begun.pendingSignIn ?? '';
    const done = await finish({ pendingSignIn, code: current(secret) }, browser);
    expect(done.session).toMatchObject({ method: 'password', amr: ['pwd', 'otp', 'mfa'], enrolling: false });
    expect(await identity.authentication.session(browser.cookie?.secret ?? '')).toMatchObject({
      principal: { userId: person.userId },
    });
    await expect(finish({ pendingSignIn, code: current(secret, 1) })).rejects.toMatchObject({ id: 1016 });
  });

  test('a code counts once, also for two sign-ins at the same time', async () => {
    const { person, secret } = await withTotp();
    const pending = [await begin(person), await begin(person), await begin(person)];
    const code = current(secret);
    const results = await Promise.allSettled(pending.map((pendingSignIn) => finish({ pendingSignIn, code })));
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected']);
  });

  test('a recovery code finishes it as well, once', async () => {
    const { person, recoveryCodes } = await withTotp();
    const [first = ''] = recoveryCodes;
    expect(recoveryCodes).toHaveLength(10);
    await finish({ pendingSignIn: await begin(person), recoveryCode: first.toUpperCase() });
    const again = finish({ pendingSignIn: await begin(person), recoveryCode: first });
    await expect(again).rejects.toMatchObject({ id: 1016, detail: expect.stringContaining('used before') });
    const { recoveryCodes: left } = await identity.useCases.getFactors(administrator(), { userId: person.userId });
    expect(left).toBe(9);
  });

  test('after five wrong codes it begins again, and the sixth in a row has to wait, ever longer', async () => {
    const { person, secret } = await withTotp();
    const pendingSignIn = await begin(person);
    for (let failure = 0; failure < 5; failure += 1) {
      await expect(finish({ pendingSignIn, code: wrong(secret) })).rejects.toMatchObject({ id: 1016 });
    }
    await expect(finish({ pendingSignIn, code: current(secret) })).rejects.toMatchObject({
      id: 1016,
      detail: expect.stringContaining('Begin again'),
    });
    const second = await begin(person);
    await expect(finish({ pendingSignIn: second, code: current(secret) })).rejects.toMatchObject({
      id: 1003,
      retryAfter: 60,
    });
    clock += MINUTE_MS;
    await expect(finish({ pendingSignIn: second, code: wrong(secret) })).rejects.toMatchObject({ id: 1016 });
    await expect(finish({ pendingSignIn: second, code: current(secret) })).rejects.toMatchObject({ retryAfter: 120 });
    clock += 2 * MINUTE_MS;
    await finish({ pendingSignIn: second, code: current(secret) });
    // A right code forgives.
    clock += MINUTE_MS;
    const third = await begin(person);
    await expect(finish({ pendingSignIn: third, code: wrong(secret) })).rejects.toMatchObject({ id: 1016 });
    await finish({ pendingSignIn: third, code: current(secret) });
  });

  test('ends after ten minutes, and when the password or the person changes', async () => {
    const { person, secret } = await withTotp();
    const late = await begin(person);
    clock += 10 * MINUTE_MS;
    await expect(finish({ pendingSignIn: late, code: current(secret) })).rejects.toMatchObject({ id: 1016 });
    const changed = await begin(person);
    await database.db`
      update passwords set changed_ts = ${new Date(clock + 1)} where user_id = ${person.userId}`;
    await expect(finish({ pendingSignIn: changed, code: current(secret) })).rejects.toMatchObject({ id: 1016 });
    clock += MINUTE_MS;
    const disabled = await begin(person);
    await identity.useCases.updateUser(administrator(), { userId: person.userId, disabled: true });
    await expect(finish({ pendingSignIn: disabled, code: current(secret) })).rejects.toMatchObject({ id: 1016 });
  });

  test.each([{}, { code: '123456', recoveryCode: 'abcd' }])('takes one proof, not %o', async (proofs) => {
    await expect(finish({ pendingSignIn: 'x', ...proofs })).rejects.toMatchObject({ id: 1200 });
  });

  test('what nobody finishes is forgotten', async () => {
    const { person } = await withTotp();
    await begin(person);
    await database.db`update pending_sign_ins set expires_ts = now() - interval '1 second'`;
    await forgetPendingSignIns(database.db);
    expect(await database.db`select from pending_sign_ins`).toEqual([]);
  });
});

test('a sign-in link is one factor, as a password is', async () => {
  const { person, secret } = await withTotp();
  const expiresTs = new Date(Date.now() + MINUTE_MS);
  const token = await transaction(database.db, async (tx) =>
    issueToken(tx, await createLink(tx, { purpose: 'sign-in', subject: person.userId, expiresTs })),
  );
  const browser = testBrowser();
  const begun = await identity.useCases.signInWithLink(browser.publicCaller(database.db), { token });
  expect(begun).toMatchObject({ status: 'secondStep', methods: ['totp', 'recoveryCode'] });
  expect([browser.cookie, browser.device]).toEqual([undefined, undefined]);
  await finish({ pendingSignIn: begun.pendingSignIn ?? '', code: current(secret) }, browser);
  expect(browser.cookie).toBeDefined();
  expect(await isKnownIn(database, browser, person.email)).toBe(true);
});

describe('an authenticator app', () => {
  test('counts once it was confirmed; another one replaces it only then', async () => {
    const { person, secret } = await withTotp();
    const { secret: next } = await identity.useCases.startTotp(await person.caller(), {});
    await finish({ pendingSignIn: await begin(person), code: current(secret) });
    await expect(
      identity.useCases.confirmTotp(await person.caller(), { code: current(secret, 1) }),
    ).rejects.toMatchObject({ id: 1016 });
    clock += 61 * MINUTE_MS;
    await expect(identity.useCases.confirmTotp(await person.caller(), { code: '000000' })).rejects.toMatchObject({
      id: 1009,
    });
    expect(next).not.toBe(toBase32(secret));
    const replaced = await person.addTotp();
    expect(replaced.recoveryCodes).toEqual([]);
    clock += MINUTE_MS;
    await expect(finish({ pendingSignIn: await begin(person), code: current(secret) })).rejects.toMatchObject({
      id: 1016,
    });
    expect((await auditOf(person.userId)).filter((action) => action.endsWith('Totp'))).toEqual([
      'user.addTotp',
      'user.replaceTotp',
    ]);
  });

  test('is sealed in the database, and moves to a new key', async () => {
    const { person, secret } = await withTotp();
    const stored = async () => {
      const [row] = await database.db<{ text: string }>`
        select secret as text from totp_secrets where user_id = ${person.userId}`;
      return row?.text ?? '';
    };
    expect(await stored()).not.toContain(toBase32(secret));
    const next = createSealing([randomBytes(32).toString('base64'), key]);
    await resealTotpSecrets(database.db, next, quietLog);
    expect(next.isCurrent(await stored())).toBe(true);
    expect(next.open(`totp:${person.userId}`, await stored())).toBe(toBase32(secret));
  });

  test('can be removed; then the password is enough again', async () => {
    const { person } = await withTotp();
    await identity.useCases.createRecoveryCodes(await person.caller(), {});
    await identity.useCases.removeTotp(await person.caller(), {});
    const told = letters.filter(({ to }) => to.address === person.email).map(({ data }) => data);
    expect(told).toMatchObject([{ change: 'appAdded' }, { change: 'codesCreated' }, { change: 'appRemoved' }]);
    expect(await person.signIn()).toMatchObject({ status: 'signedIn' });
    await expect(identity.useCases.removeTotp(await person.caller(), {})).rejects.toMatchObject({ id: 1009 });
  });
});

test('new recovery codes end the old ones; only hashes are stored', async () => {
  const { person, recoveryCodes: old } = await withTotp();
  const { recoveryCodes } = await identity.useCases.createRecoveryCodes(await person.caller(), {});
  await expect(finish({ pendingSignIn: await begin(person), recoveryCode: old[0] ?? '' })).rejects.toMatchObject({
    id: 1016,
  });
  await finish({ pendingSignIn: await begin(person), recoveryCode: recoveryCodes[9] ?? '' });
  const [row] = await database.db<{ text: string }>`
    select coalesce(string_agg(row_to_json(a)::text, ''), '') || (select string_agg(hash, '') from recovery_codes) as text
    from audit_log a where subject_id = ${person.userId}`;
  for (const code of [...old, ...recoveryCodes]) expect(row?.text).not.toContain(code.replaceAll('-', ''));
  for (const code of [...old, ...recoveryCodes]) expect(row?.text).not.toContain(code);
});

describe('where the installation requires a second factor', () => {
  beforeAll(() => identity.useCases.setSignInPolicy(administrator(), { secondFactor: 'required' }));
  afterAll(() => identity.useCases.setSignInPolicy(administrator(), { secondFactor: 'optional' }));

  test('a session by password alone opens nothing but the way to set one up, which makes it a full one', async () => {
    const person = await newPerson();
    expect(await person.signIn()).toMatchObject({ status: 'enrol', session: { enrolling: true } });
    const first = person.browser.cookie?.secret ?? '';
    await expect(identity.authentication.session(first)).rejects.toMatchObject({
      id: 1001,
      detail: expect.stringContaining('second factor'),
    });
    const { recoveryCodes } = await person.addTotp();
    expect(recoveryCodes).toHaveLength(10);
    const second = person.browser.cookie?.secret ?? '';
    expect(second).not.toBe(first);
    expect(await identity.authentication.session(second)).toMatchObject({ amr: ['pwd', 'otp', 'mfa'] });
    expect(await auditOf(person.userId)).toEqual(expect.arrayContaining(['user.signIn', 'user.addTotp', 'user.enrol']));
    await expect(identity.useCases.removeTotp(await person.caller(), {})).rejects.toMatchObject({ id: 1009 });
    expect(await identity.useCases.getFactors(await person.caller(), {})).toMatchObject({
      totp: { createdTs: expect.any(String) },
      secondFactor: 'required',
    });
  });

  test('an invitation opens nothing else either', async () => {
    const expiresTs = new Date(Date.now() + MINUTE_MS);
    const token = await transaction(database.db, async (tx) =>
      issueToken(tx, await createLink(tx, { purpose: 'invitation', subject: newId(), expiresTs })),
    );
    const request = { token, name: 'Ben Roe', password: PASSWORD, email: 'ben.roe@example.com' };
    const browser = testBrowser();
    const accepted = await identity.useCases.acceptInvitation(browser.publicCaller(database.db), request);
    expect(accepted).toMatchObject({ status: 'enrol', session: { enrolling: true } });
    await expect(identity.authentication.session(browser.cookie?.secret ?? '')).rejects.toMatchObject({ id: 1001 });
  });

  test('the administrator sees how many people have none', async () => {
    const before = await identity.useCases.getSignInPolicy(administrator(), {});
    await newPerson();
    const after = await identity.useCases.getSignInPolicy(administrator(), {});
    expect(after).toEqual({ secondFactor: 'required', withoutSecondFactor: before.withoutSecondFactor + 1 });
  });
});

test('finishSignIn: a password that is replaced while the code is checked ends the sign-in', async () => {
  const { person, secret } = await withTotp();
  const pendingSignIn = await begin(person);
  clock += 60_000;
  const { write, ...rest } = testBrowser().publicCaller(database.db);
  const attempt = identity.useCases.finishSignIn(
    {
      ...rest,
      async write(work) {
        await database.db`update passwords set changed_ts = changed_ts + interval '1 s' where user_id = ${person.userId}`;
        return write(work);
      },
    },
    { pendingSignIn, code: codeOfStep(secret, stepAt(clock)) },
  );
  await expect(attempt).rejects.toMatchObject({ id: 1016, detail: expect.stringContaining('Begin again') });
});

test('only administrators see how others sign in, and a token with scopes not how its own person does', async () => {
  const { userId } = await newPerson();
  const { getFactors } = identity.useCases;
  await expect(getFactors(testCaller(database.db), { userId })).rejects.toMatchObject({ id: 1205 });
  const bounded = testCaller(database.db, { userId, scopes: ['process.read'] });
  await expect(getFactors(bounded, {})).rejects.toMatchObject({ id: 1205 });
  expect(await getFactors(administrator(), { userId })).toMatchObject({ password: true, passkeys: [], totp: null });
  for (const unknown of ['x', '01971f2e-6c00-7a11-8000-000000000111']) {
    await expect(getFactors(administrator(), { userId: unknown })).rejects.toMatchObject({ id: 1200, status: 404 });
  }
});

test('the administrator removes what a person has lost; sessions end', async () => {
  const { person } = await withTotp();
  const pending = await begin(person);
  await expect(
    identity.useCases.removeFactors(testCaller(database.db), { userId: person.userId }),
  ).rejects.toMatchObject({ id: 1207 });
  const { message } = await identity.useCases.removeFactors(administrator(), { userId: person.userId });
  expect(message).toBe('Removed: 0 passkeys, the authenticator app, 10 recovery codes. 1 session ended.');
  await expect(finish({ pendingSignIn: pending, code: '123456' })).rejects.toMatchObject({ id: 1016 });
  clock += 2000;
  await expect(person.caller()).rejects.toMatchObject({ id: 1001 });
  expect(await person.signIn()).toMatchObject({ status: 'signedIn' });
  expect(await auditOf(person.userId)).toContain('user.removeFactors');
});

test('a token changes no way to sign in', async () => {
  const token = { ...testCaller(database.db), signIn: testSignIn, sender: testBrowser().sender };
  const { startTotp, startPasskeyRegistration, createRecoveryCodes, removeTotp, stepUp } = identity.useCases;
  const attempts = [
    startTotp(token, {}),
    startPasskeyRegistration(token, {}),
    createRecoveryCodes(token, {}),
    removeTotp(token, {}),
    stepUp(token, { password: PASSWORD }),
  ];
  for (const result of await Promise.allSettled(attempts)) {
    expect(result).toMatchObject({ status: 'rejected', reason: { id: 1209, status: 403 } });
  }
});
