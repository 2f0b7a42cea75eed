import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mailWork } from '../../jobs/mail/mail-work.js';
import { newJob } from '../../jobs/records/job.js';
import { storeJobs } from '../../jobs/records/store-jobs.js';
import { type BackgroundRunner, backgroundRunner } from '../../jobs/testing/run-background.js';
import { INSTALLATION_ID, newId } from '../../kernel/identifiers.js';
import { createMailQueue, type MailQueue, noMails } from '../../mail/mail-queue.js';
import type { OutgoingMessage } from '../../mail/mailer/mailer.js';
import { linksOf } from '../../mail/testing/mail-server.js';
import { transaction } from '../../postgres/database.js';
import { testBrowser, testCaller, testSignIn } from '../../testing/test-caller.js';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.js';
import { createIdentity, type Identity } from '../identity.js';
import { createLink, issueToken, lookAtLink } from '../one-time-links/one-time-links.js';
import { prepareMail } from '../one-time-links/prepare-mail.js';
import { grantStatus, insertGrant } from '../records/applications/grant-queries.js';
import { captureLog } from '../testing/captured-log.js';
import { lowCost, lowPasswordCost } from '../testing/low-cost.js';

const password = 'correct horse battery staple';
const URL_OF = 'https://bpm.example.com';

let database: TestDatabase;
let identity: Identity;
/** A server without SMTP on the same database. */
let silent: Identity;
let worker: BackgroundRunner;
let outbox: OutgoingMessage[] = [];

const identityWith = (mails: MailQueue) =>
  createIdentity({
    db: database.db,
    issuer: `${URL_OF}/`,
    tokenSeconds: 60,
    signInAttemptsPerMinute: 1000,
    secretCost: lowCost,
    passwordCost: lowPasswordCost,
    mails,
    log: captureLog(),
  });

beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  const storeMailJobs: Parameters<typeof createMailQueue>[0]['storeJobs'] = (tx, ids, now) => {
    const job = { subProjectId: INSTALLATION_ID, kind: 'mail', lane: 'background', dueTs: new Date(now) } as const;
    return storeJobs(
      tx,
      ids.map((id) => newJob({ ...job, id })),
      now,
    );
  };
  identity = identityWith(createMailQueue({ isOpen: true, baseUrl: URL_OF, storeJobs: storeMailJobs }));
  silent = identityWith(noMails);
  const mailer = {
    send: async (message: OutgoingMessage) => {
      outbox.push(message);
      return { messageId: '', accepted: [], rejected: [] };
    },
  };
  worker = backgroundRunner(db, [
    mailWork({ db, mailer, prepare: prepareMail, prepareNotice: async () => undefined, language: 'en' }),
  ]);
});
afterAll(() => database.drop());

const admin = () => testCaller(database.db, { administrator: true, name: 'Ann Admin' });
const sessionOf = (userId: string) => ({
  ...testCaller(database.db, { userId, administrator: false }),
  signIn: { ...testSignIn, credential: 'session' as const },
});
const stranger = (address?: string) => testBrowser(address).publicCaller(database.db);
/** Delivers what waits. @returns the e-mails, and the secret of the link of the first */
async function deliver() {
  outbox = [];
  await worker.runDue();
  const [first] = outbox;
  const [url = ''] = first === undefined ? [] : linksOf({ text: String(first.text), html: String(first.html) }).text;
  return { mails: outbox, token: url.replace(`${URL_OF}/link/`, '') };
}
const addressesOf = (mails: readonly OutgoingMessage[]) =>
  mails.map(({ to }) => (to as { readonly address: string }).address);
const auditOf = async (subjectId: string) => {
  const rows = await database.db<{ action: string }>`
    select action from audit_log where subject_id = ${subjectId} order by created_ts, id`;
  return rows.map(({ action }) => action);
};

let sequence = 0;
const newEmail = () => {
  sequence += 1;
  return `person${sequence}@example.com`;
};
async function newPerson() {
  const email = newEmail();
  const userId = await identity.seeding.upsertUser({ name: 'Paula Person', email, kind: 'person' });
  await identity.seeding.ensurePassword(userId, password);
  return { userId, email };
}
const invite = async (changes: { name?: string; administrator?: boolean } = {}) => {
  const email = newEmail();
  const { invitation } = await identity.useCases.inviteUser(admin(), { email, ...changes });
  return { email, invitation, ...(await deliver()) };
};
const accept = (token: string, changes: { name?: string; password?: string; email?: string } = {}) =>
  identity.useCases.acceptInvitation(stranger(), { token, name: 'Ben Roe', password, ...changes });
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );
const notUsable = (reason: string) => ({ id: 1019, status: 410, detail: expect.stringContaining(reason) });

describe('invitations', () => {
  test('an invitation arrives, its person joins, is signed in and can sign in again', async () => {
    const { email, invitation, mails, token } = await invite({ name: 'Ben' });
    expect(addressesOf(mails)).toEqual([email]);
    expect(invitation).toMatchObject({
      email,
      name: 'Ben',
      state: 'open',
      invitedBy: 'Ann Admin',
      administrator: false,
    });
    expect(await refusal(identity.useCases.signIn(stranger(), { email, password }))).toMatchObject({ id: 1016 });
    const browser = testBrowser();
    const answer = await identity.useCases.acceptInvitation(browser.publicCaller(database.db), {
      token,
      name: ' Ben Roe ',
      password,
    });
    expect(answer).toMatchObject({ status: 'signedIn', session: { method: 'invitation', amr: ['pwd'] } });
    expect(await identity.authentication.session(browser.cookie?.secret ?? '')).toMatchObject({
      principal: { userId: answer.userId, name: 'Ben Roe', administrator: false },
    });
    expect(await identity.useCases.signIn(stranger(), { email, password })).toMatchObject({ userId: answer.userId });
    expect(await auditOf(invitation.id)).toEqual(['invitation.create', 'invitation.accept']);
    expect((await auditOf(answer.userId)).slice(0, 2)).toEqual(['user.create', 'user.signIn']);
    const { invitations } = await identity.useCases.getInvitations(admin(), { state: 'accepted' });
    expect(invitations[0]).toMatchObject({ id: invitation.id, userId: answer.userId, delivery: { state: 'sent' } });
  });

  test('of 20 people with the link one joins', async () => {
    const { email, token } = await invite();
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () => accept(token).catch((error: unknown) => error)),
    );
    expect(outcomes.filter((one) => one !== null && typeof one === 'object' && 'userId' in one)).toHaveLength(1);
    const refused = outcomes.filter((one) => one instanceof Error);
    expect(refused).toHaveLength(19);
    for (const error of refused) expect(error).toMatchObject(notUsable('used already'));
    expect(await database.db`select from users where email = ${email}`).toHaveLength(1);
  });

  test('a weak password, an empty name and a link for something else change nothing: the link stays good', async () => {
    const { token } = await invite();
    expect(await refusal(accept(token, { password: 'short' }))).toMatchObject({ id: 1200 });
    expect(await refusal(accept(token, { name: '  ' }))).toMatchObject({ id: 1200 });
    expect(await refusal(identity.useCases.resetPassword(stranger(), { token, password }))).toMatchObject(
      notUsable('not valid'),
    );
    expect(await refusal(identity.useCases.signInWithLink(stranger(), { token }))).toMatchObject(
      notUsable('not valid'),
    );
    expect(await accept(token)).toMatchObject({ status: 'signedIn' });
    expect(await refusal(accept(token))).toMatchObject(notUsable('used already'));
    expect(await refusal(accept('A'.repeat(43)))).toMatchObject(notUsable('not valid'));
  });

  test('an administrator invites another one; the person becomes it when accepting, while the inviter is one', async () => {
    const inviter = await newPerson();
    const ofInviter = testCaller(database.db, { userId: inviter.userId, administrator: true });
    const email = newEmail();
    await identity.useCases.inviteUser(ofInviter, { email, administrator: true });
    const { token } = await deliver();
    for (const { administrator, disabled } of [
      { administrator: false, disabled: false },
      { administrator: true, disabled: true },
    ]) {
      await database.db`
        update users set administrator = ${administrator}, disabled = ${disabled} where id = ${inviter.userId}`;
      expect(await refusal(accept(token))).toMatchObject(notUsable('no longer one'));
      expect(await database.db`select from users where email = ${email}`).toHaveLength(0);
    }
    await database.db`update users set disabled = false where id = ${inviter.userId}`;
    await accept(token);
    expect(await database.db`select administrator from users where email = ${email}`).toEqual([
      { administrator: true },
    ]);
  });

  test('an address has one open invitation, and none when a user has it', async () => {
    const { email } = await invite();
    const again = identity.useCases.inviteUser(admin(), { email: email.toUpperCase() });
    expect(await refusal(again)).toMatchObject({ id: 1009, detail: expect.stringContaining('open invitation') });
    const person = await newPerson();
    const known = identity.useCases.inviteUser(admin(), { email: person.email });
    expect(await refusal(known)).toMatchObject({ id: 1009, detail: expect.stringContaining('exists already') });
    const bad = identity.useCases.inviteUser(admin(), { email: 'nobody' });
    expect(await refusal(bad)).toMatchObject({ id: 1200 });
  });

  test('somebody took the address meanwhile: the link says so and stays good', async () => {
    const { email, token } = await invite();
    await identity.seeding.upsertUser({ name: 'Other', email, kind: 'person' });
    expect(await refusal(accept(token))).toMatchObject({
      id: 1009,
      detail: expect.stringContaining('Sign in instead'),
    });
    expect(await lookAtLink(database.db, token)).toMatchObject({ state: 'open' });
  });

  test('a revoked invitation: its link ends, an e-mail that waits is not sent', async () => {
    const { invitation, token } = await invite();
    const revoked = await identity.useCases.revokeInvitation(admin(), { invitationId: invitation.id });
    expect(revoked.invitation).toMatchObject({ state: 'revoked', delivery: { state: 'sent' } });
    expect(await refusal(accept(token))).toMatchObject(notUsable('withdrawn'));
    const waiting = await identity.useCases.inviteUser(admin(), { email: newEmail() });
    await identity.useCases.revokeInvitation(admin(), { invitationId: waiting.invitation.id });
    expect((await deliver()).mails).toEqual([]);
    const again = identity.useCases.resendInvitation(admin(), { invitationId: waiting.invitation.id });
    expect(await refusal(again)).toMatchObject({ id: 1009 });
  });

  test('sent again: the new link works, the one before does not; also after it has expired', async () => {
    const { invitation, token: first } = await invite();
    await database.db`update invitations set expires_ts = now() - interval '1 day' where id = ${invitation.id}`;
    await database.db`update one_time_links set expires_ts = now() - interval '1 day' where subject = ${invitation.id}`;
    expect(await refusal(accept(first))).toMatchObject(notUsable('expired'));
    const { invitations } = await identity.useCases.getInvitations(admin(), { state: 'expired' });
    expect(invitations.map(({ id }) => id)).toEqual([invitation.id]);
    await identity.useCases.resendInvitation(admin(), { invitationId: invitation.id });
    const { token } = await deliver();
    expect(token).not.toBe(first);
    expect(await accept(token)).toMatchObject({ status: 'signedIn' });
    const joined = identity.useCases.resendInvitation(admin(), { invitationId: invitation.id });
    expect(await refusal(joined)).toMatchObject({ id: 1009 });
  });

  test('without SMTP, or when asked, the answer shows the link once and sends nothing', async () => {
    const shown = await silent.useCases.inviteUser(admin(), { email: newEmail() });
    const asked = await identity.useCases.inviteUser(admin(), { email: newEmail(), link: 'show' });
    expect((await deliver()).mails).toEqual([]);
    for (const { invitation, link } of [shown, asked]) {
      expect(link).toMatch(/^https:\/\/bpm\.example\.com\/link\/[\w-]{43}$/);
      expect(invitation.delivery).toBeNull();
      expect(await accept(link?.replace(`${URL_OF}/link/`, '') ?? '')).toMatchObject({ status: 'signedIn' });
    }
  });
});

describe('a new password', () => {
  const request = (email: string) => identity.useCases.requestPasswordReset(stranger(), { email });

  test('the link arrives, sets the password once, ends all sessions and tells the person', async () => {
    const { userId, email } = await newPerson();
    const browser = testBrowser();
    await identity.useCases.signIn(browser.publicCaller(database.db), { email, password });
    await request(email.toUpperCase());
    await request(email);
    const grantId = newId();
    await transaction(database.db, async (tx) => {
      await tx`insert into applications (id, name, redirect_uris, scopes, origin, created_ts)
        values (${grantId}, 'Report', '{}', '{}', 'administrator', now())`;
      const times = { authenticatedTs: new Date(), createdTs: new Date(), expiresTs: new Date(Date.now() + 60_000) };
      await insertGrant(tx, { id: grantId, applicationId: grantId, userId, scopes: [], amr: ['pwd'], ...times });
    });
    const { mails, token } = await deliver();
    expect(addressesOf(mails)).toEqual([email, email]);
    const next = 'another long enough password';
    expect(await identity.useCases.resetPassword(stranger(), { token, password: next })).toEqual({ status: 'changed' });
    expect(await database.db`select from sessions where user_id = ${userId}`).toHaveLength(0);
    expect(await grantStatus(database.db, grantId)).toBeUndefined();
    expect(await refusal(identity.useCases.signIn(stranger(), { email, password }))).toMatchObject({ id: 1016 });
    expect(await identity.useCases.signIn(stranger(), { email, password: next })).toMatchObject({ userId });
    expect(await refusal(identity.useCases.resetPassword(stranger(), { token, password }))).toMatchObject(
      notUsable('used already'),
    );
    const [, other] = mails.map(
      ({ text }) => linksOf({ text: String(text), html: '' }).text[0]?.split('/link/')[1] ?? '',
    );
    const second = identity.useCases.resetPassword(stranger(), { token: other ?? '', password });
    expect(await refusal(second)).toMatchObject(notUsable('withdrawn'));
    const notice = await deliver();
    expect(notice.mails.map(({ subject }) => subject)).toEqual(['Your password for Millrace was changed']);
    expect(await auditOf(userId)).toContain('user.setPassword');
  });

  test('who signs in with a passkey or single sign-on alone gets no first password by e-mail', async () => {
    const { userId, email } = await newPerson();
    await database.db`delete from passwords where user_id = ${userId}`;
    await database.db`insert into identity_links (id, issuer, subject, user_id, provider_id, groups, linked_ts)
      values (${newId()}, 'https://idp.example.com', ${userId}, ${userId}, 'idp', '{}', now())`;
    for (let count = 1; count <= 6; count += 1) {
      await request(email);
      const { mails, token } = await deliver();
      expect(addressesOf(mails)).toEqual(count <= 5 ? [email] : []);
      expect(token).toBe('');
    }
    expect(outbox).toEqual([]);
    await request(email.toUpperCase());
    await database.db`update mails set created_ts = now() - interval '2 hours' where state = 'sent'`;
    const { mails } = await deliver();
    expect(mails.map(({ subject }) => subject)).toEqual(['Your Millrace account has no password']);
    // Who has no way at all gets one.
    await database.db`delete from identity_links where user_id = ${userId}`;
    await request(email);
    expect((await deliver()).token).toMatch(/^[\w-]{43}$/);
  });

  test('a change of the password tells the person', async () => {
    const { userId, email } = await newPerson();
    const caller = { ...sessionOf(userId), principal: { ...sessionOf(userId).principal, administrator: false } };
    await identity.useCases.setPassword(caller, {
      password: 'another long enough password',
      currentPassword: password,
    });
    const { mails } = await deliver();
    expect([addressesOf(mails), mails[0]?.subject]).toEqual([[email], 'Your password for Millrace was changed']);
  });

  test('known, unknown and disabled addresses get the same answer by the same statements', async () => {
    const { userId, email } = await newPerson();
    await database.db`update users set disabled = true where id = ${userId}`;
    const enabled = await newPerson();
    const answers = await Promise.all([request(email), request(enabled.email), request('nobody@example.com')]);
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    const rows = await database.db<{ row: string }>`
      select (to_jsonb(m) - 'id' - 'recipient' - 'created_ts')::text as row from mails m where state = 'waiting'`;
    expect(rows).toHaveLength(3);
    expect(new Set(rows.map(({ row }) => row)).size).toBe(1);
    expect(addressesOf((await deliver()).mails)).toEqual([enabled.email]);
  });

  test('requests are limited for a network and for an address', async () => {
    const limited = createIdentity({
      db: database.db,
      issuer: URL_OF,
      tokenSeconds: 60,
      signInAttemptsPerMinute: 3,
      secretCost: lowCost,
      log: captureLog(),
    });
    const ask = (email: string, address: string) => limited.useCases.requestPasswordReset(stranger(address), { email });
    for (const email of ['a@example.com', 'b@example.com', 'c@example.com']) await ask(email, '192.0.2.77');
    expect(await refusal(ask('d@example.com', '192.0.2.77'))).toMatchObject({ id: 1003, status: 429 });
    for (const host of [1, 2, 3]) await ask('e@example.com', `198.51.100.${host}`);
    expect(await refusal(ask('E@example.com', '198.51.100.9'))).toMatchObject({ id: 1003 });
    const atOnce = Array.from({ length: 30 }, (_, index) => ask(`f${index}@example.com`, '203.0.113.8'));
    const done = (await Promise.allSettled(atOnce)).filter(({ status }) => status === 'fulfilled');
    // The bound, and at most one less than the turns (three) on top.
    expect(done.length).toBeGreaterThanOrEqual(3);
    expect(done.length).toBeLessThanOrEqual(5);
  });

  test('without SMTP it says who can help, and the link of the administrator works for 30 minutes', async () => {
    const { userId, email } = await newPerson();
    expect(await silent.useCases.requestPasswordReset(stranger(), { email })).toMatchObject({
      status: 'noEmail',
      message: expect.stringContaining('administrator'),
    });
    const first = await silent.useCases.createPasswordResetLink(admin(), { userId });
    const { link, expiresTs } = await silent.useCases.createPasswordResetLink(admin(), { userId });
    expect(Date.parse(expiresTs) - Date.now()).toBeLessThanOrEqual(30 * 60_000);
    const tokenOf = (url: string) => url.replace(`${URL_OF}/link/`, '');
    const old = silent.useCases.resetPassword(stranger(), { token: tokenOf(first.link), password });
    expect(await refusal(old)).toMatchObject(notUsable('replaced'));
    await silent.useCases.resetPassword(stranger(), { token: tokenOf(link), password: 'another long enough password' });
    const service = await identity.seeding.upsertUser({ name: 'Bot', email: newEmail(), kind: 'service' });
    expect(await refusal(silent.useCases.createPasswordResetLink(admin(), { userId: service }))).toMatchObject({
      id: 1009,
    });
  });

  test('a user who was disabled meanwhile keeps the link from working', async () => {
    const { userId, email } = await newPerson();
    await request(email);
    const { token } = await deliver();
    await database.db`update users set disabled = true where id = ${userId}`;
    expect(await refusal(identity.useCases.resetPassword(stranger(), { token, password }))).toMatchObject({ id: 1019 });
  });
});

describe('open links and begun sign-ins end', () => {
  test.each<[string, (userId: string) => Promise<unknown>]>([
    [
      'with a new password',
      (userId) =>
        identity.useCases.setPassword(
          { ...sessionOf(userId), sender: testBrowser().sender },
          { password: 'another long enough password', currentPassword: password },
        ),
    ],
    ['when the user is disabled', (userId) => identity.useCases.updateUser(admin(), { userId, disabled: true })],
    ['when the tokens of the user are revoked', (userId) => identity.useCases.revokeTokens(admin(), { userId })],
    ['when the factors of the user are removed', (userId) => identity.useCases.removeFactors(admin(), { userId })],
  ])('%s', async (_when, act) => {
    const [one, bystander] = [await newPerson(), await newPerson()];
    const expiresTs = new Date(Date.now() + 60_000);
    const open = (purpose: 'sign-in' | 'password-reset' | 'email-change', subject: string) =>
      transaction(database.db, async (tx) => {
        const data = { email: newEmail() };
        return issueToken(tx, await createLink(tx, { purpose, subject, data, expiresTs }));
      });
    const purposes = ['sign-in', 'password-reset', 'email-change'] as const;
    const tokens = await Promise.all(purposes.map((purpose) => open(purpose, one.userId)));
    const other = await open('email-change', bystander.userId);
    await database.db`insert into pending_sign_ins (secret_hash, user_id, method, amr, remembered, created_ts, expires_ts)
      values (${one.userId}, ${one.userId}, 'password', '{pwd}', false, now(), now() + interval '1 minute')`;
    await act(one.userId);
    for (const token of tokens) expect(await lookAtLink(database.db, token)).toMatchObject({ state: 'revoked' });
    expect(await lookAtLink(database.db, other)).toMatchObject({ state: 'open' });
    expect(await database.db`select from pending_sign_ins where user_id = ${one.userId}`).toHaveLength(0);
  });
});

describe('another e-mail address', () => {
  const change = (userId: string, email: string) => identity.useCases.requestEmailChange(sessionOf(userId), { email });
  /** A browser in which the person is signed in. */
  async function signedIn(email: string) {
    const browser = testBrowser();
    await identity.useCases.signIn(browser.publicCaller(database.db), { email, password });
    return browser.publicCaller(database.db);
  }

  test('the link goes to the new address and a notice to the old one; only the link changes it', async () => {
    const { userId, email } = await newPerson();
    const browser = await signedIn(email);
    await deliver();
    const to = newEmail();
    await change(userId, to);
    await identity.useCases.requestPasswordReset(stranger(), { email });
    const { mails, token } = await deliver();
    expect(addressesOf(mails)).toEqual([to, email, email]);
    const [confirm, notice, reset] = mails.map(({ text }) => String(text));
    // An unconfirmed address gets nothing that a stranger chose.
    expect(confirm).not.toContain('Paula');
    expect(notice).toContain(to);
    expect(linksOf({ text: notice ?? '', html: '' }).text).toEqual([]);
    expect(await identity.useCases.confirmEmailChange(browser, { token })).toEqual({ status: 'changed', email: to });
    expect(await identity.useCases.signIn(stranger(), { email: to, password })).toMatchObject({ userId });
    expect(await refusal(identity.useCases.signIn(stranger(), { email, password }))).toMatchObject({ id: 1016 });
    expect(await refusal(identity.useCases.confirmEmailChange(browser, { token }))).toMatchObject(
      notUsable('used already'),
    );
    // The old mailbox no longer leads into the account.
    const old = linksOf({ text: reset ?? '', html: '' }).text[0]?.split('/link/')[1] ?? '';
    expect(await refusal(identity.useCases.resetPassword(stranger(), { token: old, password }))).toMatchObject(
      notUsable('withdrawn'),
    );
    expect(await auditOf(userId)).toContain('user.changeEmail');
  });

  test('an address of somebody else is told only to those who open the link', async () => {
    const [one, other] = [await newPerson(), await newPerson()];
    const browser = await signedIn(one.email);
    expect(await change(one.userId, other.email)).toEqual({ status: 'sent' });
    const { token } = await deliver();
    expect(await refusal(identity.useCases.confirmEmailChange(browser, { token }))).toMatchObject({ id: 1009 });
    expect(await database.db`select email from users where id = ${one.userId}`).toEqual([{ email: one.email }]);
  });

  test('who has the new mailbox alone does not get the account: only a browser of the person confirms', async () => {
    const [one, other] = [await newPerson(), await newPerson()];
    await change(one.userId, newEmail());
    const { token } = await deliver();
    for (const browser of [stranger(), await signedIn(other.email)]) {
      expect(await refusal(identity.useCases.confirmEmailChange(browser, { token }))).toMatchObject({
        id: 1009,
        detail: expect.stringContaining('Sign in as that person'),
      });
    }
    expect(await database.db`select email from users where id = ${one.userId}`).toEqual([{ email: one.email }]);
    const browser = await signedIn(one.email);
    expect(await identity.useCases.confirmEmailChange(browser, { token })).toMatchObject({ status: 'changed' });
  });

  test('a newer request ends the link before; five in an hour; a token is not enough; no SMTP says so', async () => {
    const { userId, email } = await newPerson();
    const browser = await signedIn(email);
    await change(userId, newEmail());
    const { token } = await deliver();
    await change(userId, newEmail());
    expect(await refusal(identity.useCases.confirmEmailChange(browser, { token }))).toMatchObject(
      notUsable('replaced'),
    );
    expect(await refusal(change(userId, email))).toMatchObject({ id: 1200 });
    for (let count = 3; count <= 5; count += 1) await change(userId, newEmail());
    expect(await refusal(change(userId, newEmail()))).toMatchObject({ id: 1003 });
    await deliver();
    const byToken = { ...sessionOf(userId), signIn: testSignIn };
    expect(await refusal(identity.useCases.requestEmailChange(byToken, { email: newEmail() }))).toMatchObject({
      id: 1001,
    });
    const bySilent = silent.useCases.requestEmailChange(sessionOf(userId), { email: newEmail() });
    expect(await refusal(bySilent)).toMatchObject({ id: 1009, detail: expect.stringContaining('sends no e-mail') });
  });
});
