import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { prepareMail } from '../identity/one-time-links/prepare-mail.js';
import { userNames } from '../identity/records/user-names.js';
import { mailWork } from '../jobs/mail/mail-work.js';
import { newJob } from '../jobs/records/job.js';
import { storeJobs } from '../jobs/records/store-jobs.js';
import { backgroundRunner } from '../jobs/testing/run-background.js';
import { INSTALLATION_ID, newId } from '../kernel/identifiers.js';
import { createMailQueue } from '../mail/mail-queue.js';
import { createMailer } from '../mail/mailer/mailer.js';
import { linksOf, startMailServer } from '../mail/testing/mail-server.js';
import { prepareNotice } from '../notifications/mail/prepare-notice.js';
import { createNotificationFixture, type NotificationFixture } from '../notifications/testing/notification-fixture.js';
import { connect, type Database, transaction } from '../postgres/database.js';
import { quietLog } from '../testing/quiet-log.js';
import type { TestDatabase } from '../testing/test-database.js';
import { createTaskLinks, type TaskLinks } from '../workflows/links/task-links.js';
import { eraseRunsOf } from '../workflows/records/erase-runs.js';
import { forgetTaskLinks } from '../workflows/records/links/task-links.js';
import { diagram, end, flow, start, user } from '../workflows/testing/diagram.js';
import { withVotes } from '../workflows/testing/with-votes.js';
import type { Who } from '../workflows/testing/workflow-fixture.js';
import { workflowUseCases } from '../workflows/use-cases.js';
import { formBrowser } from './testing/browser.js';
import { PASSWORD, type PageServer, startPageServer } from './testing/page-server.js';

const HOUR_MS = 3_600_000;
const plain = diagram('plain', start(), user('t', { candidateGroups: 'MANAGER, PARTIAL' }), end(), flow('s t e'));
const votes = withVotes(
  diagram('votes', start(), user('t', { candidateGroups: 'MANAGER, OWNER' }), end(), flow('s t e')),
  { t: 'quorum="2" reason="onReject"' },
);

const mails = createMailQueue({
  isOpen: true,
  baseUrl: 'https://bpm.example.com',
  storeJobs: (tx, ids, now) =>
    storeJobs(
      tx,
      ids.map((id) =>
        newJob({ id, subProjectId: INSTALLATION_ID, kind: 'mail', lane: 'background', dueTs: new Date(now) }),
      ),
      now,
    ),
});
const logged: string[] = [];
let fixture: NotificationFixture;
let servers: readonly [PageServer, PageServer];
let otherPool: Database;
let links: TaskLinks;
let clock = 0;
beforeAll(async () => {
  fixture = await createNotificationFixture(mails);
  const review = diagram('review', start(), user('check', { candidateGroups: 'MANAGER' }), end(), flow('s check e'));
  await fixture.deploy({ review, plain, votes });
  otherPool = connect({ url: fixture.url, maxConnections: 5, applicationName: 'millrace-test', log: quietLog });
  const log = pino({ level: 'trace' }, { write: (line: string) => logged.push(line) });
  const now = () => Date.now() + clock;
  const serverOver = (db: Database) =>
    startPageServer({
      log,
      over: {
        database: { ...fixture, db } as unknown as TestDatabase,
        useCases: workflowUseCases({ ...fixture.deps, db }),
        taskLinks: createTaskLinks({ ...fixture.deps, db, now }),
      },
    });
  servers = [await serverOver(fixture.db), await serverOver(otherPool)];
  links = createTaskLinks({ ...fixture.deps, now });
});
afterAll(async () => {
  for (const server of servers) await server.close();
  await otherPool.close();
  await fixture.drop();
});

/** An open task on a new process. */
async function waiting(workflow = 'plain', fields: object = { amount: 1234.5, notes: 'Acme <b>' }) {
  const processId = await fixture.createProcess(fields);
  const run = await fixture.execute(workflow, processId);
  const { subProjectId } = fixture;
  const { tasks } = await fixture.useCases.getTasks(fixture.caller('ADMIN'), { subProjectId, runId: run.id });
  const taskId = tasks[0]?.id ?? '';
  const look = () => fixture.useCases.getTask(fixture.caller('ADMIN'), { subProjectId, taskId });
  return { processId, runId: run.id, taskId, look };
}
const urlOf = (token: string | undefined, server: PageServer = servers[0]) => `${server.url}/decide/${token}`;
const linkFor = async (who: Who, taskId: string) => {
  const token = await links.issue({ subProjectId: fixture.subProjectId, taskId, userId: fixture.userId(who) });
  expect(token).toMatch(/^[\w-]{64}$/);
  return urlOf(token);
};
/** What was decided, as the audit log has it. */
const auditOf = (runId: string) => fixture.db<{ action: string; by: string; after: Record<string, unknown> }>`
  select action, by_id as by, after from audit_log
  where subject_id = ${runId} and action in ('run.resume', 'run.vote') order by created_ts, id`;

test('[D178] every link of an e-mail opened ten times decides nothing; then one press decides once, on two servers at once too', async () => {
  const server = await startMailServer();
  const mailer = createMailer({
    smtp: { url: server.url, from: 'Millrace <bpm@example.org>' },
    mailDirectory: undefined,
  });
  const { db, deps } = fixture;
  const notices = prepareNotice({
    db,
    subProjects: deps.subProjects,
    userNames,
    mails,
    taskLinks: links,
    language: 'en',
  });
  const worker = backgroundRunner(db, [
    mailWork({ db, mailer, prepare: prepareMail, prepareNotice: notices, language: 'en' }),
  ]);
  const { runId, look } = await waiting('review');
  await fixture.keep();
  await worker.runAll();
  const mail = server.received.find(({ to }) => to.includes('manager@example.com'))?.mail;
  const found = linksOf(mail ?? ({} as never)).text;
  const [link = ''] = found.filter((one) => one.includes('/decide/'));
  const own = (url: string, at: PageServer) => url.replace('https://bpm.example.com', at.url);
  for (const url of found) {
    for (let time = 0; time < 10; time += 1) {
      for (const method of ['GET', 'HEAD']) {
        const answer = await fetch(own(url, servers[time % 2 === 0 ? 0 : 1]), {
          method,
          headers: { accept: 'text/html' },
        });
        expect(answer.headers.getSetCookie()).toEqual([]);
        if (url !== link) continue;
        expect(answer.status).toBe(200);
        expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
        expect(answer.headers.get('cache-control')).toBe('no-store');
        const text = await answer.text();
        if (method === 'GET') expect(text).toContain('<meta name="robots" content="noindex">');
      }
    }
  }
  expect((await look()).task.state).toBe('OPEN');
  expect(await auditOf(runId)).toEqual([]);

  const browsers = servers.map((each) => ({ each, browser: formBrowser(each.url) }));
  for (const { each, browser } of browsers) {
    const { text } = await browser.open(own(link, each));
    expect(text).toContain('1,234.5');
    expect(text).toContain('Acme &lt;b&gt;');
  }
  const pressed = await Promise.all(
    browsers.map(({ browser }, place) =>
      browser.send({ decision: place === 0 ? 'approve' : 'reject', comment: `pressed on ${place}` }),
    ),
  );
  expect(pressed.map(({ text }) => /You (?:approved|rejected) on /.test(text))).toEqual([true, true]);
  const rows = await auditOf(runId);
  expect(rows).toMatchObject([{ action: 'run.resume', by: fixture.userId('MANAGER'), after: { via: 'link' } }]);
  const [statement] = await db<{ statement: string }>`
    select statement from audit_log where subject_id = ${runId} and statement is not null`;
  expect(JSON.parse(statement?.statement ?? '')).toMatchObject({ signedIn: { with: 'link' } });
  // The link is dead with the task, and says who decided.
  const again = await formBrowser(servers[0].url).open(own(link, servers[0]));
  expect([again.status, again.text.includes('<form')]).toEqual([200, false]);
  // Neither the log nor the database knows the secret.
  const secret = link.slice(link.lastIndexOf('/') + 1);
  expect(logged.join('')).toContain('/decide/:token');
  expect(logged.join('')).not.toContain(secret);
  expect(await db`select * from task_links where secret_hash = ${secret}`).toEqual([]);
});

test('the page shows what the roles of the person show, and nothing else', async () => {
  const { taskId } = await waiting('plain', { amount: 31415926, notes: 'seen by all' });
  const manager = await formBrowser(servers[0].url).open(await linkFor('MANAGER', taskId));
  expect(manager.text).toMatch(/<dt>Amount<\/dt><dd><bdi>31,415,926<\/bdi><\/dd>/);
  const partial = await formBrowser(servers[0].url).open(await linkFor('PARTIAL', taskId));
  expect(partial.text).toContain('seen by all');
  expect(partial.text).not.toContain('31,415,926');
});

test('rights are judged when the button is pressed; a link that lost them decides nothing', async () => {
  const { taskId, runId } = await waiting();
  const url = await linkFor('MANAGER', taskId);
  const browser = formBrowser(servers[0].url);
  await browser.open(url);
  const { db } = fixture;
  await db`update users set disabled = true where id = ${fixture.userId('MANAGER')}`;
  expect((await browser.send({ decision: 'approve' })).status).toBe(403);
  await db`update users set disabled = false where id = ${fixture.userId('MANAGER')}`;
  // A reader has no role that decides.
  const reader = await formBrowser(servers[0].url).open(await linkFor('READER', taskId));
  expect([reader.status, reader.text.includes('<form')]).toEqual([403, false]);
  expect(await auditOf(runId)).toEqual([]);
});

test('a form counts with the proof of its page alone, and only for the process that it showed', async () => {
  const { taskId, runId, processId } = await waiting();
  const url = await linkFor('MANAGER', taskId);
  const bare = (headers: Record<string, string>, body = 'decision=approve') =>
    fetch(url, {
      method: 'POST',
      headers: { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body,
    });
  expect((await bare({ 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  expect((await bare({ origin: 'https://evil.example' })).status).toBe(403);
  expect((await bare({ 'sec-fetch-site': 'same-origin' })).status).toBe(409);
  // Without encryption and without a referrer, browsers say nothing of where a form is from.
  expect((await bare({ origin: 'null' }, `decision=approve&seen=${'A'.repeat(43)}`)).status).toBe(409);
  const browser = formBrowser(servers[0].url);
  await browser.open(url);
  expect((await browser.send({})).text).toContain('Press one of the buttons');
  const { subProjectId } = fixture;
  await fixture.useCases.updateProcessField(fixture.caller('OWNER'), {
    subProjectId,
    processId,
    updates: { amount: 9999 },
  });
  const changed = await browser.send({ decision: 'approve', comment: 'kept <i>' });
  expect([changed.status, changed.text.includes('has changed'), changed.text.includes('9,999')]).toEqual([
    409,
    true,
    true,
  ]);
  expect(changed.text).toContain('kept &lt;i&gt;');
  expect(await auditOf(runId)).toEqual([]);
  const done = await browser.send({ decision: 'reject' }, { origin: 'null' });
  expect(done.text).toContain('You rejected on');
});

test('votes: a reason is asked for, each person has one, and the page says what is still needed', async () => {
  const { taskId, runId, look } = await waiting('votes');
  const url = await linkFor('MANAGER', taskId);
  const browser = formBrowser(servers[0].url);
  expect((await browser.open(url)).text).toContain('0 of 2 approvals');
  expect((await browser.send({ decision: 'reject' })).text).toContain('Write a reason');
  const voted = await browser.send({ decision: 'approve', comment: 'Tested' });
  expect(voted.text).toContain('You have voted');
  expect(voted.text).not.toContain('<form');
  const other = formBrowser(servers[1].url);
  await other.open((await linkFor('OWNER', taskId)).replace(servers[0].url, servers[1].url));
  expect((await other.send({ decision: 'approve' })).text).toContain('Approved, ');
  expect((await look()).task.approval).toMatchObject({ approvals: 2 });
  expect((await auditOf(runId)).map(({ after }) => after.via)).toEqual(['link', 'link']);
});

test('where a mailbox is not enough to sign in, the link decides nothing: the person signs in and decides on the same page', async () => {
  const { taskId, runId } = await waiting();
  const userId = fixture.userId('OPERATOR');
  const { db } = fixture;
  await servers[0].identity.seeding.ensurePassword(userId, PASSWORD);
  const url = await linkFor('OPERATOR', taskId);
  await transaction(db, async (tx) => {
    await tx`insert into sign_in_policy (only_row, second_factor, changed_ts) values (true, 'required', now())`;
  });
  const browser = formBrowser(servers[0].url);
  const asked = await browser.open(url);
  expect([asked.text.includes('<form'), asked.text.includes('Sign in to decide')]).toEqual([false, true]);
  expect(asked.text).not.toContain('1,234.5');
  const forged = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
    body: 'decision=approve',
  });
  expect(forged.status).toBe(403);
  expect(await auditOf(runId)).toEqual([]);
  await db`delete from sign_in_policy`;
  const page = `/decide/${fixture.subProjectId}/${taskId}`;
  const signIn = await browser.open(page);
  expect(signIn.url).toContain(`/sign-in?return_to=${encodeURIComponent(page)}`);
  const back = await browser.send({ email: 'operator@example.com', password: PASSWORD });
  expect([back.url, back.text.includes('1,234.5')]).toEqual([`${servers[0].url}${page}`, true]);
  expect((await browser.send({ decision: 'approve' })).text).toContain('You approved on');
  expect((await auditOf(runId)).map(({ by, after }) => [by, after.via])).toEqual([[userId, undefined]]);
});

test('links end after 30 days, are five in an hour for a person and a task, and take 30 forms in an hour', async () => {
  const { taskId, runId } = await waiting();
  const url = await linkFor('MANAGER', taskId);
  const target = { subProjectId: fixture.subProjectId, taskId, userId: fixture.userId('MANAGER') };
  const made = await Promise.all(Array.from({ length: 8 }, () => links.issue(target)));
  expect(made.filter((token) => token !== undefined)).toHaveLength(4);
  const press = () =>
    fetch(url, {
      method: 'POST',
      headers: {
        accept: 'text/html',
        'content-type': 'application/x-www-form-urlencoded',
        'sec-fetch-site': 'same-origin',
      },
      body: `decision=approve&seen=${newId()}`,
    });
  const statuses = await Promise.all(Array.from({ length: 32 }, async () => (await press()).status));
  expect(statuses.filter((status) => status === 429)).toHaveLength(2);
  expect((await press()).headers.get('retry-after')).toBe('3600');
  const [other = ''] = made.filter((token) => token !== undefined);
  clock = 30 * 24 * HOUR_MS + 1000;
  const late = await formBrowser(servers[0].url).open(urlOf(other));
  expect([late.status, late.text.includes('has expired')]).toEqual([410, true]);
  clock = 0;
  expect(await auditOf(runId)).toEqual([]);
  await fixture.db`update task_links set expires_ts = now() - interval '31 days' where task_id = ${taskId}`;
  await forgetTaskLinks(fixture.db);
  for (const token of [other, 'A'.repeat(64), 'x'])
    expect((await formBrowser(servers[0].url).open(urlOf(token))).status).toBe(410);
  // With its process a task loses its links.
  const gone = await waiting('votes');
  const dead = await linkFor('MANAGER', gone.taskId);
  await transaction(fixture.db, (tx) => eraseRunsOf(tx, fixture.subProjectId, gone.processId));
  expect((await formBrowser(servers[0].url).open(dead)).status).toBe(410);
});
