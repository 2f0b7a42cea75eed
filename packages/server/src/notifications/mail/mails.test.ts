import { afterAll, beforeAll, expect, test } from 'vitest';
import { prepareMail } from '../../identity/one-time-links/prepare-mail.js';
import { userNames } from '../../identity/records/user-names.js';
import { mailWork } from '../../jobs/mail/mail-work.js';
import { newJob } from '../../jobs/records/job.js';
import { storeJobs } from '../../jobs/records/store-jobs.js';
import { backgroundRunner, endBackOff } from '../../jobs/testing/run-background.js';
import { INSTALLATION_ID } from '../../kernel/identifiers.js';
import { createMailQueue } from '../../mail/mail-queue.js';
import { createMailer } from '../../mail/mailer/mailer.js';
import { linksOf, type MailServer, type ReceivedMail, startMailServer } from '../../mail/testing/mail-server.js';
import type { Who } from '../../workflows/testing/workflow-fixture.js';
import { createNotificationFixture, type NotificationFixture } from '../testing/notification-fixture.js';
import { prepareNotice } from './prepare-notice.js';
import { MOST_MAILS_AN_HOUR } from './schedule-mails.js';
import { sendDigests } from './send-digests.js';
import { createUnsubscribe } from './unsubscribe.js';

const BASE = 'https://bpm.example.com/millrace';
const mails = createMailQueue({
  isOpen: true,
  baseUrl: `${BASE}/`,
  storeJobs: (tx, ids, now) =>
    storeJobs(
      tx,
      ids.map((id) =>
        newJob({ id, subProjectId: INSTALLATION_ID, kind: 'mail', lane: 'background', dueTs: new Date(now) }),
      ),
      now,
    ),
});
let fixture: NotificationFixture;
beforeAll(async () => {
  fixture = await createNotificationFixture(mails);
});
afterAll(() => fixture.drop());

/** A mail server, and a worker that sends what waits. Everybody begins as if there had been no e-mail before. */
async function mailing(options: { readonly now?: () => Date } = {}) {
  const { db } = fixture;
  await db`delete from mails`;
  await db`delete from jobs where kind = 'mail'`;
  await db`delete from notifications`;
  await db`delete from notification_mailings`;
  await db`delete from notification_preferences`;
  const server = await startMailServer();
  const mailer = createMailer({
    smtp: { url: server.url, from: 'Millrace <bpm@example.org>' },
    mailDirectory: undefined,
  });
  const deps = { db, subProjects: fixture.deps.subProjects, userNames, mails, language: 'en' as const, ...options };
  const worker = backgroundRunner(db, [
    mailWork({ db, mailer, prepare: prepareMail, prepareNotice: prepareNotice(deps), language: 'en' }),
  ]);
  return { server, worker };
}
const sentTo = ({ received }: MailServer, who: Who): readonly ReceivedMail[] =>
  received.filter(({ to }) => to.includes(`${who.toLowerCase()}@example.com`));
const mention = (processId: string, ...who: readonly Who[]) =>
  fixture.comment('OWNER', processId, who.map((one) => `@[${fixture.userId(one)}]`).join(' '));
const digestIsDue = () =>
  fixture.db`update notification_mailings set digest_ts = now() - interval '1 second' where digest_ts is not null`;
const sendDue = () => sendDigests(fixture.db, mails);
const prefer = (who: Who, preferences: Parameters<typeof fixture.notifications.setNotificationPreferences>[1]) =>
  fixture.notifications.setNotificationPreferences(fixture.caller(who), preferences);
const emailOf = async (who: Who, wanted: string) =>
  (await fixture.notifications.getNotificationPreferences(fixture.caller(who), {})).reasons.find(
    ({ reason }) => reason === wanted,
  )?.email;

test('[D167] a mention is an e-mail at once, with both parts, a link, and what stops such e-mails; and once only', async () => {
  const { server, worker } = await mailing();
  const processId = await fixture.createProcess({ amount: 5, notes: 'Acme <b>& Sons</b>' });
  await mention(processId, 'READER');
  await fixture.keep();
  await worker.runAll();
  const [{ raw, mail }] = sentTo(server, 'READER') as [ReceivedMail];
  expect(server.received).toHaveLength(1);
  expect(mail.subject).toBe('[Orders] Acme <b>& Sons</b>');
  expect(mail.text).toContain('OWNER mentioned you in a comment.');
  expect(String(mail.html)).toContain('Acme &lt;b&gt;&amp; Sons&lt;/b&gt;');
  expect(mail.headers.get('auto-submitted')).toBe('auto-generated');
  expect(mail.messageId).toMatch(/^<[\w-]{36}@example\.org>$/);
  expect(mail.references).toBe(`<process-${processId}@example.org>`);
  expect(mail.inReplyTo).toBe(`<process-${processId}@example.org>`);
  expect(raw).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m);
  const [, stop = ''] = /List-Unsubscribe:\s+<([^>]+)>/.exec(raw.replaceAll(/\r\n\s+/g, ' ')) ?? [];
  expect(stop).toMatch(/^https:\/\/bpm\.example\.com\/millrace\/unsubscribe\/[\w-]{44}$/);
  const { text, html } = linksOf(mail);
  expect(text).toEqual([`${BASE}/processes/${fixture.subProjectId}/${processId}`, `${BASE}/account`, stop]);
  expect(new Set(html)).toEqual(new Set(text));
  // What an e-mail told is not told again, neither at once nor in the digest.
  await digestIsDue();
  await sendDue();
  await worker.runAll();
  await mention(processId, 'READER');
  await fixture.keep();
  await worker.runAll();
  const [first, second, ...others] = sentTo(server, 'READER');
  expect(others).toEqual([]);
  expect(second?.mail.references).toBe(first?.mail.references);
  expect(second?.mail.subject).toBe(first?.mail.subject);
  expect(second?.mail.messageId).not.toBe(first?.mail.messageId);
});

test('a task leads to the task, in the language of the person; who did it gets nothing', async () => {
  const { server, worker } = await mailing();
  await fixture.db`update users set locale = 'de-AT' where id = ${fixture.userId('MANAGER')}`;
  const processId = await fixture.createProcess({ amount: 5, notes: 'Acme' });
  await fixture.execute('review', processId);
  const { tasks } = await fixture.useCases.getTasks(fixture.caller('OWNER'), {
    subProjectId: fixture.subProjectId,
    processId,
  });
  const taskId = tasks[0]?.id ?? '';
  await fixture.keep();
  await worker.runAll();
  expect(server.received.map(({ to }) => to)).toEqual([['manager@example.com']]);
  const [{ mail }] = server.received as [ReceivedMail];
  expect(mail.text).toContain('Sie können die Aufgabe „Task check“ übernehmen');
  expect(mail.text).toContain('Aufgabe öffnen:');
  expect(linksOf(mail).text[0]).toBe(`${BASE}/inbox?task=${fixture.subProjectId}.${taskId}`);
  expect(String(mail.html)).toContain('<html lang="de">');
  await fixture.db`update users set locale = null where id = ${fixture.userId('MANAGER')}`;
});

test('what was read, and what one may not see when it is sent, is not sent', async () => {
  const { server, worker } = await mailing();
  const processId = await fixture.createProcess({ assignee: fixture.userId('ASSIGNEE') });
  await mention(processId, 'ASSIGNEE', 'READER', 'MANAGER');
  await fixture.keep();
  await fixture.notifications.markNotificationsRead(fixture.caller('READER'), { all: true });
  await fixture.useCases.updateProcessField(fixture.caller('OWNER'), {
    subProjectId: fixture.subProjectId,
    processId,
    updates: { assignee: fixture.userId('OWNER') },
  });
  await worker.runAll();
  expect(server.received.map(({ to }) => to)).toEqual([['manager@example.com']]);
  const states = await fixture.db<{ state: string }>`select state from mails order by state`;
  expect(states.map(({ state }) => state)).toEqual(['sent', 'skipped', 'skipped']);
});

test('preferences: never, and in the digest, in force until an e-mail is sent', async () => {
  const { server, worker } = await mailing();
  await prefer('READER', { reasons: [{ reason: 'mentioned', email: 'never' }] });
  await prefer('MANAGER', { reasons: [{ reason: 'mentioned', inbox: false }] });
  const processId = await fixture.createProcess();
  await mention(processId, 'READER', 'MANAGER', 'OPERATOR');
  await fixture.keep();
  await prefer('OPERATOR', { reasons: [{ reason: 'mentioned', email: 'digest' }] });
  await worker.runAll();
  // The list and the e-mails are chosen apart.
  expect(server.received.map(({ to }) => to)).toEqual([['manager@example.com']]);
  await digestIsDue();
  await sendDue();
  await worker.runAll();
  expect(server.received.map(({ to }) => to)).toEqual([['manager@example.com'], ['operator@example.com']]);
  await expect(prefer('READER', { digest: { timeZone: 'Europe/Nowhere' } })).rejects.toMatchObject({ id: 1200 });
});

test('everything else is one e-mail at the time of the person, without what was read meanwhile', async () => {
  const { server, worker } = await mailing();
  const at = await prefer('OWNER', { digest: { timeZone: 'Asia/Kolkata', at: '07:30' } });
  expect(at.digest).toEqual({ timeZone: 'Asia/Kolkata', at: '07:30' });
  const [seen, first, second] = [
    await fixture.createProcess({ notes: 'Seen', amount: 1 }),
    await fixture.createProcess({ notes: 'First', amount: 2 }),
    await fixture.createProcess({ notes: 'Second', amount: 3 }),
  ];
  for (const processId of [seen, first, second, second]) await fixture.comment('MANAGER', processId);
  await fixture.keep();
  await worker.runAll();
  expect(server.received).toEqual([]);
  const [{ due = '' } = {}] = await fixture.db<{ due: string }>`
    select to_char(digest_ts at time zone 'Asia/Kolkata', 'HH24:MI:SS') as due from notification_mailings
    where user_id = ${fixture.userId('OWNER')}`;
  expect(due).toBe('07:30:00');
  await sendDue();
  await worker.runAll();
  expect(server.received).toEqual([]);
  await digestIsDue();
  await sendDue();
  await fixture.notifications.markNotificationsRead(fixture.caller('OWNER'), {
    notifications: [{ subProjectId: fixture.subProjectId, processId: seen }],
  });
  await worker.runAll();
  const [{ mail }] = sentTo(server, 'OWNER') as [ReceivedMail];
  expect(server.received).toHaveLength(1);
  expect(mail.subject).toBe('News on 2 processes');
  expect(mail.text).not.toContain('Seen');
  expect(mail.text).toMatch(
    /Second\nOrders\nThere are 2 new comments, the last one by MANAGER\.[\s\S]*First\nOrders\nMANAGER commented\./,
  );
  expect(mail.references).toBeUndefined();
  // Nothing new, nothing sent; and something new waits for the next day.
  await fixture.comment('MANAGER', first);
  await fixture.keep();
  const [{ later = false } = {}] = await fixture.db<{ later: boolean }>`
    select (digest_ts at time zone 'Asia/Kolkata')::date > (now() at time zone 'Asia/Kolkata')::date as later
    from notification_mailings where user_id = ${fixture.userId('OWNER')}`;
  expect(later).toBe(true);
});

test('a mail server that is down: nothing is lost, and what is sent in the end is of then', async () => {
  const { server, worker } = await mailing();
  server.refuse({ code: 451, message: '4.3.0 try later' });
  const [first, second] = [
    await fixture.createProcess({ notes: 'One' }),
    await fixture.createProcess({ notes: 'Two' }),
  ];
  for (const processId of [first, second]) await fixture.comment('MANAGER', processId);
  await fixture.keep();
  await digestIsDue();
  await sendDue();
  await worker.runDue();
  expect(server.received).toEqual([]);
  await fixture.notifications.markNotificationsRead(fixture.caller('OWNER'), {
    notifications: [{ subProjectId: fixture.subProjectId, processId: first }],
  });
  // The next day comes before the server is back.
  await fixture.comment('MANAGER', second);
  await fixture.keep();
  await digestIsDue();
  await sendDue();
  server.refuse(undefined);
  await worker.runAll();
  expect(server.received).toHaveLength(1);
  expect(server.received[0]?.mail.subject).toBe('News on one process');
  expect(server.received[0]?.mail.text).toContain('There are 2 new comments');
});

test('an answer that is lost: the same e-mail once more, which its Message-ID tells', async () => {
  const { server, worker } = await mailing();
  const processId = await fixture.createProcess();
  await mention(processId, 'READER');
  await fixture.keep();
  server.dropNext();
  await worker.runDue();
  // It is mentioned again before the next attempt, which tells of both: there is no other e-mail.
  await mention(processId, 'READER');
  await fixture.keep();
  await endBackOff(fixture.db);
  await worker.runAll();
  const ids = server.received.map(({ mail }) => mail.messageId);
  expect(ids).toHaveLength(2);
  expect(new Set(ids).size).toBe(1);
  expect(server.received[1]?.mail.text).toContain('You were mentioned 2 times');
});

test('what is added while an e-mail is being sent gets one of its own', async () => {
  const { server, worker } = await mailing();
  const processId = await fixture.createProcess();
  await mention(processId, 'READER');
  await fixture.keep();
  server.beforeNext(async () => {
    await mention(processId, 'READER');
    await fixture.keep();
  });
  await worker.runAll();
  expect(sentTo(server, 'READER')).toHaveLength(2);
});

test(`more than ${MOST_MAILS_AN_HOUR} e-mails in an hour wait for the digest, which names what they would have told`, async () => {
  const { server, worker } = await mailing();
  const processes = await Promise.all(
    Array.from({ length: MOST_MAILS_AN_HOUR + 2 }, (_, place) => fixture.createProcess({ notes: `P${place}` })),
  );
  for (const processId of processes) await mention(processId, 'READER');
  await fixture.keep();
  await worker.runAll();
  expect(sentTo(server, 'READER')).toHaveLength(MOST_MAILS_AN_HOUR);
  await digestIsDue();
  await sendDue();
  await worker.runAll();
  const last = sentTo(server, 'READER').at(-1);
  expect(last?.mail.subject).toBe('News on 2 processes');
  expect(sentTo(server, 'READER')).toHaveLength(MOST_MAILS_AN_HOUR + 1);
  expect(last?.mail.text).toContain('OWNER mentioned you in a comment.');
});

test('a link stops what it is about, without a sign-in, and as often as it is used', async () => {
  const { server, worker } = await mailing();
  const processId = await fixture.createProcess();
  await mention(processId, 'READER');
  await fixture.comment('MANAGER', processId);
  await fixture.keep();
  await worker.runAll();
  await digestIsDue();
  await sendDue();
  await worker.runAll();
  const tokenOf = (received: ReceivedMail | undefined) =>
    received === undefined ? '' : (linksOf(received.mail).text.at(-1)?.split('/unsubscribe/')[1] ?? '');
  const unsubscribe = createUnsubscribe(fixture.db);
  const atOnce = tokenOf(sentTo(server, 'READER')[0]);
  expect(await unsubscribe.look(atOnce)).toEqual({ stops: 'atOnce', locale: null });
  expect(await emailOf('READER', 'mentioned')).toBe('now');
  expect(await unsubscribe.stop(atOnce, 'trace')).toEqual({ stops: 'atOnce', locale: null });
  expect(await unsubscribe.stop(atOnce, 'trace')).toEqual({ stops: 'atOnce', locale: null });
  expect([await emailOf('READER', 'mentioned'), await emailOf('READER', 'assigned')]).toEqual(['never', 'now']);
  const audit = await fixture.db`
    select from audit_log where action = 'user.setNotificationPreferences' and subject_id = ${fixture.userId('READER')}
      and trace_id = 'trace'`;
  expect(audit).toHaveLength(1);
  const digest = tokenOf(sentTo(server, 'OWNER')[0]);
  expect(await unsubscribe.stop(digest, 'trace')).toEqual({ stops: 'digest', locale: null });
  expect([await emailOf('OWNER', 'commented'), await emailOf('OWNER', 'mentioned')]).toEqual(['never', 'now']);
  expect(await unsubscribe.look(`${atOnce.slice(0, -1)}${atOnce.endsWith('A') ? 'B' : 'A'}`)).toBeUndefined();
  expect(await unsubscribe.look(digest.slice(1))).toBeUndefined();
});

test('a person who is disabled and a program get nothing', async () => {
  const { server, worker } = await mailing();
  const { db } = fixture;
  const processId = await fixture.createProcess();
  await mention(processId, 'READER', 'OPERATOR');
  await db`update users set kind = 'service' where id = ${fixture.userId('OPERATOR')}`;
  await fixture.keep();
  await db`update users set disabled = true where id = ${fixture.userId('READER')}`;
  await worker.runAll();
  expect(server.received).toEqual([]);
  await db`update users set kind = 'person', disabled = false`;
});
