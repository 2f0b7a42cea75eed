import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { simpleParser } from 'mailparser';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { createLink, lookAtLink } from '../../identity/one-time-links/one-time-links.js';
import { prepareMail } from '../../identity/one-time-links/prepare-mail.js';
import { revokeLinks } from '../../identity/records/joining/one-time-link-queries.js';
import { storePassword } from '../../identity/records/password-queries.js';
import { storeLocale } from '../../identity/records/user-locale-queries.js';
import { insertUser } from '../../identity/records/user-queries.js';
import { INSTALLATION_ID, newId } from '../../kernel/identifiers.js';
import type { FactorChange } from '../../mail/letters/templates.js';
import { createMailQueue } from '../../mail/mail-queue.js';
import { createMailer, type Mailer } from '../../mail/mailer/mailer.js';
import { deliveriesOf, type MailDelivery } from '../../mail/records/mails.js';
import { linksOf, startMailServer } from '../../mail/testing/mail-server.js';
import { transaction } from '../../postgres/database.js';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.js';
import { newJob } from '../records/job.js';
import { storeJobs } from '../records/store-jobs.js';
import { backgroundRunner, endBackOff } from '../testing/run-background.js';
import { mailWork } from './mail-work.js';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());

const BASE = 'https://bpm.example.com/millrace';
const queue = createMailQueue({
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
const smtp = (url: string) =>
  createMailer({ smtp: { url, from: 'Millrace <bpm@example.org>' }, mailDirectory: undefined });
const runner = (mailer: Mailer | undefined, now?: () => number, language: 'en' | 'de' = 'en') =>
  backgroundRunner(database.db, [
    mailWork({
      db: database.db,
      mailer,
      prepare: prepareMail,
      prepareNotice: async () => undefined,
      language,
      ...(now && { now }),
    }),
  ]);

/** Stores an invitation in an open link's transaction. */
const invite = (subject = newId()) =>
  transaction(database.db, async (tx) => {
    const linkId = await createLink(tx, {
      purpose: 'invitation',
      subject,
      expiresTs: new Date(Date.now() + 3_600_000),
    });
    await queue.add(tx, {
      template: 'invitation',
      to: { name: 'Änne "Q" Example', address: 'aenne@example.com' },
      data: { invitedBy: 'Jörg <Admin>', places: ['Invoices & claims'] },
      linkId,
    });
    return linkId;
  });
const deliveryOf = async (linkId: string): Promise<MailDelivery | undefined> =>
  (await deliveriesOf(database.db, [linkId])).get(linkId);
const tokenOf = (url = '') => url.split('/link/')[1] ?? '';

test('an e-mail is sent with both parts, equal links that work, and headers that keep robots quiet', async () => {
  const server = await startMailServer();
  const linkId = await invite();
  await runner(smtp(server.url)).runAll();
  const [{ to, raw, mail }] = server.received as [(typeof server.received)[number]];
  expect(server.received).toHaveLength(1);
  expect(to).toEqual(['aenne@example.com']);
  expect(mail.from?.text).toBe('"Millrace" <bpm@example.org>');
  expect(mail.subject).toBe('Jörg <Admin> invites you to Millrace');
  expect(mail.headers.get('auto-submitted')).toBe('auto-generated');
  expect(mail.headers.get('content-type')).toMatchObject({ value: 'multipart/alternative' });
  const { text, html } = linksOf(mail);
  expect(text).toEqual(html);
  expect(text).toEqual([expect.stringMatching(/^https:\/\/bpm\.example\.com\/millrace\/link\/[\w-]{43}$/)]);
  expect(mail.text).toContain('Jörg <Admin> invites you to work in Millrace: Invoices & claims.');
  expect(String(mail.html)).toContain('Jörg &lt;Admin&gt; invites you to work in Millrace: Invoices &amp; claims.');
  expect(raw.split('\r\n').every((line) => line.length <= 998)).toBe(true);
  expect(raw.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  expect(await lookAtLink(database.db, tokenOf(text[0]))).toMatchObject({ id: linkId, state: 'open' });
  expect(await deliveryOf(linkId)).toMatchObject({ state: 'sent', attempts: 1, failure: null });
});

test('no row tells the secret of a link, before and after it was sent', async () => {
  const server = await startMailServer();
  await invite();
  await runner(smtp(server.url)).runAll();
  const token = tokenOf(linksOf(server.received[0]?.mail ?? { text: '', html: '' }).text[0]);
  expect(token).toHaveLength(43);
  const rows = await database.db<{ row: string }>`
    select mails::text as row from mails union all select jobs::text from jobs
    union all select one_time_links::text from one_time_links union all select one_time_link_tokens::text from one_time_link_tokens`;
  expect(rows).toHaveLength(4);
  for (const { row } of rows) expect(row).not.toContain(token);
});

test('a change that is rolled back sends nothing', async () => {
  const server = await startMailServer();
  const failed = transaction(database.db, async (tx) => {
    await queue.add(tx, {
      template: 'emailChangeNotice',
      to: { name: '', address: 'a@example.com' },
      data: { newEmail: 'b@example.com' },
    });
    throw new Error('no');
  });
  await expect(failed).rejects.toThrow('no');
  await runner(smtp(server.url)).runAll();
  expect(server.received).toEqual([]);
});

test('an SMTP server that is down is tried again until it takes the e-mail, and the delivery says why meanwhile', async () => {
  const server = await startMailServer();
  server.refuse({ code: 451, message: '4.3.0 try later' });
  const linkId = await invite();
  const work = runner(smtp(server.url));
  await work.runDue();
  expect(await deliveryOf(linkId)).toMatchObject({
    state: 'waiting',
    attempts: 1,
    failure: expect.stringContaining('try later'),
    triedTs: expect.any(Date),
  });
  // More often than other background work is tried.
  for (let attempt = 2; attempt <= 7; attempt += 1) {
    expect(await endBackOff(database.db)).toBe(true);
    await work.runDue();
  }
  server.refuse(undefined);
  await work.runAll();
  expect(await deliveryOf(linkId)).toMatchObject({ state: 'sent', attempts: 8, failure: null });
  expect(server.received).toHaveLength(1);
});

test('an address that the server refuses for good is given up at once; an e-mail of three days too', async () => {
  const server = await startMailServer();
  server.refuse({ code: 550, message: '5.1.1 no such user' });
  const refused = await invite();
  await runner(smtp(server.url)).runAll();
  expect(await deliveryOf(refused)).toMatchObject({
    state: 'failed',
    attempts: 1,
    failure: 'The SMTP server refused the message: 550 5.1.1 no such user',
  });
  server.refuse({ code: 451, message: '4.3.0 try later' });
  const old = await invite();
  await runner(smtp(server.url), () => Date.now() + 3 * 24 * 3_600_000).runAll();
  expect(await deliveryOf(old)).toMatchObject({ state: 'failed', attempts: 1 });
});

test('a worker without an SMTP server leaves the e-mail to others', async () => {
  const server = await startMailServer();
  const linkId = await invite();
  await runner(undefined).runDue();
  expect(await deliveryOf(linkId)).toMatchObject({
    state: 'waiting',
    failure: expect.stringContaining('MILLRACE_SMTP_URL'),
  });
  await runner(smtp(server.url)).runAll();
  expect(await deliveryOf(linkId)).toMatchObject({ state: 'sent' });
});

test('an answer that is lost: the e-mail comes again with the same Message-ID, and both links work', async () => {
  const server = await startMailServer();
  const linkId = await invite();
  server.dropNext();
  await runner(smtp(server.url)).runAll();
  expect(server.received).toHaveLength(2);
  const [first, second] = server.received.map(({ mail }) => mail);
  expect(first?.messageId).toMatch(/^<[\w-]+@example\.org>$/);
  expect(second?.messageId).toBe(first?.messageId);
  const tokens = [first, second].map((mail) => tokenOf(mail && linksOf(mail).text[0]));
  expect(new Set(tokens).size).toBe(2);
  for (const token of tokens) expect(await lookAtLink(database.db, token)).toMatchObject({ id: linkId, state: 'open' });
});

test('a link that was revoked before its turn is not sent', async () => {
  const server = await startMailServer();
  const subject = newId();
  const linkId = await invite(subject);
  await transaction(database.db, (tx) => revokeLinks(tx, 'invitation', subject));
  await runner(smtp(server.url)).runAll();
  expect(server.received).toEqual([]);
  expect(await deliveryOf(linkId)).toMatchObject({ state: 'skipped', attempts: 0 });
});

test('a new password: the address of the user gets it, an unknown and a disabled one get nothing, and only five in an hour', async () => {
  const server = await startMailServer();
  const user = { name: 'Ann', kind: 'person', administrator: false, createdTs: new Date() } as const;
  const ask = (address: string) =>
    transaction(database.db, (tx) => queue.add(tx, { template: 'passwordReset', to: { name: '', address }, data: {} }));
  const id = newId();
  await transaction(database.db, async (tx) => {
    await insertUser(tx, { ...user, id, email: 'Ann@example.com', disabled: false });
    await insertUser(tx, { ...user, id: newId(), email: 'gone@example.com', disabled: true });
    await insertUser(tx, { ...user, id: newId(), email: 'robot@example.com', kind: 'service', disabled: false });
  });
  for (const address of ['ann@EXAMPLE.com', 'gone@example.com', 'robot@example.com', 'nobody@example.com'])
    await ask(address);
  for (let count = 2; count <= 7; count += 1) await ask('ann@example.com');
  await runner(smtp(server.url)).runAll();
  expect(server.received.map(({ to }) => to)).toEqual(Array(5).fill(['Ann@example.com']));
  const token = tokenOf(linksOf(server.received[0]?.mail ?? { text: '', html: '' }).text[0]);
  expect(await lookAtLink(database.db, token)).toMatchObject({ purpose: 'password-reset', subject: id, state: 'open' });
  const audit = await database.db<{ by: string }>`
    select by_name as by from audit_log where action = 'user.requestPasswordReset' and subject_id = ${id}`;
  expect(audit).toHaveLength(5);
});

test('each is written in the language of its person, or in that of the installation', async () => {
  const server = await startMailServer();
  const people = [
    ['german', 'de-AT'],
    ['british', 'en-GB'],
    ['silent', null],
  ] as const;
  const expiresTs = new Date(Date.now() + 3_600_000);
  await transaction(database.db, async (tx) => {
    for (const [name, locale] of people) {
      const [id, address] = [newId(), `${name}@example.com`];
      const user = { id, name, email: address, kind: 'person', administrator: false } as const;
      await insertUser(tx, { ...user, disabled: false, createdTs: new Date() });
      await storeLocale(tx, id, locale);
      const to = { name, address };
      await storePassword(tx, id, 'a hash', new Date());
      const changedTs = '2026-11-22T15:04:00Z';
      await queue.add(tx, { template: 'factorChanged', to, data: { change: 'appAdded', name: '', changedTs } });
      await queue.add(tx, { template: 'passwordReset', to: { name: '', address }, data: {} });
      const linkId = await createLink(tx, { purpose: 'email-change', subject: id, data: { email: 'x' }, expiresTs });
      // Nobody is known at the new address, but who asked for it is.
      const next = { name: '', address: `next-${address}` };
      await queue.add(tx, { template: 'emailChange', to: next, data: {}, linkId });
    }
  });
  await invite();
  await runner(smtp(server.url), undefined, 'de').runAll();
  const inEnglish = await startMailServer();
  await invite();
  await runner(smtp(inEnglish.url)).runAll();
  const of = ({ to, mail }: (typeof server.received)[number]) => [to[0], mail.headers.get('content-language')];
  expect(server.received.map(of).toSorted()).toEqual(
    [
      ...people.flatMap(([name, locale]) => {
        const language = locale === 'en-GB' ? 'en' : 'de';
        const address = `${name}@example.com`;
        return [address, address, `next-${address}`].map((to) => [to, language]);
      }),
      ['aenne@example.com', 'de'],
    ].toSorted(),
  );
  expect(inEnglish.received.map(of)).toEqual([['aenne@example.com', 'en']]);
  const [confirm] = server.received.filter(({ to }) => to[0] === 'next-german@example.com');
  expect(confirm?.mail.subject).toBe('Bestätigen Sie Ihre neue E-Mail-Adresse');
  expect(confirm?.mail.text).toContain('dass sie Ihnen gehört');
  expect(String(confirm?.mail.html)).toContain('<html lang="de">');
  const links = linksOf(confirm?.mail ?? { text: '', html: '' });
  expect(links.text).toEqual(links.html);
  expect(await lookAtLink(database.db, tokenOf(links.text[0]))).toMatchObject({
    purpose: 'email-change',
    state: 'open',
  });
  const [reset] = server.received.filter(
    ({ to, mail }) => to[0] === 'german@example.com' && mail.text?.includes('/link/'),
  );
  expect(reset?.mail.subject).toBe('Neues Passwort für Millrace');
  const [sent] = inEnglish.received;
  expect(sent?.mail.subject).toMatch(/ invites you to Millrace$/);
});

const factorChanges = [
  'passkeyAdded',
  'passkeyRemoved',
  'appAdded',
  'appReplaced',
  'appRemoved',
  'codesCreated',
  'allRemoved',
] as const satisfies readonly FactorChange[];
const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };
/** What the HTML of an e-mail shows. */
const shownText = (html: string): string =>
  html
    .replace(/<(style|title)>.*?<\/\1>/gs, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(amp|lt|gt|quot);/g, (_all, name: string) => entities[name] ?? '')
    .replace(/\s+/g, ' ');

test.each(['en', 'de'] as const)(
  'every letter arrives in both parts, with a link where there is something to do: %s',
  async (language) => {
    const server = await startMailServer();
    const id = newId();
    const to = { name: 'Jörg', address: 'joerg@example.com' };
    const changedTs = '2026-11-22T15:04:00Z';
    const expiresTs = new Date(Date.now() + 3_600_000);
    await transaction(database.db, async (tx) => {
      const user = {
        id,
        name: to.name,
        email: to.address,
        kind: 'person',
        administrator: false,
        disabled: false,
      } as const;
      await insertUser(tx, { ...user, createdTs: new Date() });
      await storeLocale(tx, id, language);
      await storePassword(tx, id, 'a hash', new Date());
      const linkId = await createLink(tx, { purpose: 'email-change', subject: id, data: { email: 'x' }, expiresTs });
      await queue.add(tx, { template: 'passwordReset', to, data: {} });
      await queue.add(tx, { template: 'noPassword', to, data: {} });
      await queue.add(tx, { template: 'emailChange', to, data: {}, linkId });
      await queue.add(tx, { template: 'emailChangeNotice', to, data: { newEmail: 'new@example.com' } });
      await queue.add(tx, { template: 'passwordChanged', to, data: { changedTs } });
      for (const change of factorChanges) {
        await queue.add(tx, { template: 'factorChanged', to, data: { change, name: 'Küche & Co', changedTs } });
      }
    });
    await invite();
    await runner(smtp(server.url), undefined, language).runAll();
    expect(server.received).toHaveLength(6 + factorChanges.length);
    const subjects = new Set(server.received.map(({ mail }) => mail.subject));
    expect(subjects.size).toBe(7);
    for (const { mail } of server.received) {
      expect(String(mail.html)).toContain(`<html lang="${language}">`);
      const { text, html } = linksOf(mail);
      expect(text).toEqual(html);
      for (const url of text) expect(await lookAtLink(database.db, tokenOf(url))).toMatchObject({ state: 'open' });
      const shown = shownText(String(mail.html));
      const lines = (mail.text ?? '').split('\n').filter((line) => line !== '' && line !== '-- ');
      for (const line of lines) expect(shown).toContain(line.replace(/:$/, ''));
    }
    expect(server.received.filter(({ mail }) => linksOf(mail).text.length === 1)).toHaveLength(3);
  },
);

test('without an SMTP server a directory gets files that only their owner can read', async () => {
  const directory = join(await mkdtemp(join(tmpdir(), 'millrace-mail-')), 'mail');
  onTestFinished(() => rm(directory, { recursive: true }));
  await invite();
  await runner(createMailer({ smtp: undefined, mailDirectory: directory })).runAll();
  const [name = ''] = await readdir(directory);
  expect(name).toMatch(/^[\w-]+@localhost\.eml$/);
  expect((await stat(join(directory, name))).mode & 0o777).toBe(0o600);
  const mail = await simpleParser(await readFile(join(directory, name)));
  expect(mail.to).toMatchObject({ value: [{ address: 'aenne@example.com', name: 'Änne "Q" Example' }] });
  expect(linksOf(mail).text).toEqual(linksOf(mail).html);
});
