import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { type ParsedMail, simpleParser } from 'mailparser';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bpmn, end, line, start, userTask } from '../src/support/bpmn.js';
import { type Client, signInAdmin } from '../src/support/http.js';
import { createHome, type Home, type ServerProcess, startServerProcess } from '../src/support/server-process.js';
import { configuration, createProcess, deploy, everythingRole } from '../src/support/sub-project.js';
import { launchStrictBrowser } from './launch.js';

const password = 'every bishop paints 4 doors';
const nextPassword = 'seven quiet lamps on 2 hills';

let home: Home;
let server: ServerProcess;
let admin: Client;
let browser: Browser;
/** What a real SMTP server has received and a parser of others has read. */
const received: ParsedMail[] = [];
const mailServer = new SMTPServer({
  disabledCommands: ['AUTH', 'STARTTLS'],
  logger: false,
  onData(stream, _session, done) {
    simpleParser(stream).then((mail) => {
      received.push(mail);
      done();
    }, done);
  },
});

beforeAll(async () => {
  mailServer.listen(0, '127.0.0.1');
  await once(mailServer.server, 'listening');
  const { port } = mailServer.server.address() as AddressInfo;
  home = await createHome({ MILLRACE_SMTP_URL: `smtp://127.0.0.1:${port}` });
  [server, browser] = await Promise.all([startServerProcess(home, ['start']), launchStrictBrowser()]);
  admin = await signInAdmin(server.url);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  await home?.remove();
  await new Promise<void>((resolve) => mailServer.close(() => resolve()));
});

const addressOf = ({ to }: ParsedMail): string => (Array.isArray(to) ? to[0] : to)?.value[0]?.address ?? '';

/** The links of both parts, which are the same. */
function linksOf({ text = '', html }: ParsedMail): readonly string[] {
  const ofHtml = [...String(html).matchAll(/href="([^"]*)"/g)].map(([, url = '']) => url.replaceAll('&amp;', '&'));
  const links = new Set(text.match(/https?:\/\/\S+/g) ?? []);
  expect(new Set(ofHtml)).toEqual(links);
  return [...links];
}

/**
 * What a mail scanner with a browser does: it opens each link several times, with scripts running, waits until the page is quiet, and opens
 * what the page links to the first two times. It sends no form.
 *
 * @returns requests that could have changed something
 */
async function scan(mail: ParsedMail): Promise<readonly string[]> {
  const sent: string[] = [];
  for (const link of linksOf(mail)) {
    for (let time = 0; time < (link.includes('/decide/') ? 10 : 2); time += 1) {
      const context = await browser.newContext();
      context.on('request', (request) => {
        if (!['GET', 'HEAD'].includes(request.method())) sent.push(`${request.method()} ${request.url()}`);
      });
      const page = await context.newPage();
      const answer = await page.goto(link, { waitUntil: 'networkidle' });
      expect([link, answer?.status()]).toEqual([link, 200]);
      const further = await page
        .locator('a[href]')
        .evaluateAll((all) => all.map((one) => (one as HTMLAnchorElement).href));
      if (time < 2) for (const address of new Set(further)) await page.goto(address, { waitUntil: 'networkidle' });
      expect(await context.cookies()).toEqual([]);
      await context.close();
    }
  }
  return sent;
}

/** Waits for an e-mail to an address, lets the scanner look into it, and answers its link. */
async function nextMail(to: string, subject: RegExp): Promise<string> {
  const find = () => received.find((mail) => addressOf(mail) === to && subject.test(mail.subject ?? ''));
  await expect.poll(find, { timeout: 20_000 }).toBeDefined();
  const mail = find() as ParsedMail;
  received.splice(received.indexOf(mail), 1);
  expect([subject, await scan(mail)]).toEqual([subject, []]);
  return linksOf(mail)[0] ?? '';
}

async function signIn(context: BrowserContext, email: string, secret: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${server.url}/sign-in`);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(secret);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  return page;
}

const mayNotSignIn = async (email: string, secret: string): Promise<void> => {
  const context = await browser.newContext();
  const page = await signIn(context, email, secret);
  await page.getByRole('alert').waitFor();
  await context.close();
};

test('a scanner that opens every link of every e-mail in a browser first acts on nothing, and the person then can', async () => {
  const email = 'ben@example.com';
  const { invitation } = await admin.ok('inviteUser', { email, name: 'Ben' });
  const invited = await nextMail(email, /invites you/);
  expect((await admin.ok('getUsers', { email })).users).toEqual([]);
  const { invitations } = await admin.ok('getInvitations', {});
  expect(invitations.find(({ id }) => id === invitation.id)).toMatchObject({ state: 'open', userId: null });
  const page = await (await browser.newContext()).newPage();
  await page.goto(invited);
  await page.getByLabel('Your name').fill('Ben Roe');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Accept the invitation' }).click();
  await page.getByText('Ben Roe').first().waitFor();

  await page.goto(`${server.url}/forgot-password`);
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('button', { name: 'Send the link' }).click();
  const reset = await nextMail(email, /new password/);
  await mayNotSignIn(email, nextPassword);
  await page.goto(reset);
  await page.getByLabel('Password', { exact: true }).fill(nextPassword);
  await page.getByRole('button', { name: 'Set the password' }).click();
  await page.getByText('Your password is set').waitFor();
  await nextMail(email, /was changed/);
  await mayNotSignIn(email, password);

  // The sessions of before have ended, which a server process may learn two seconds later.
  const own = await browser.newContext();
  const again = await signIn(own, email, nextPassword);
  await again.waitForURL((address) => address.pathname !== '/sign-in');
  const newEmail = 'ben.roe@example.com';
  const asked = await own.request.post(`${server.url}/v1/users/requestEmailChange`, {
    headers: { origin: server.url },
    data: { email: newEmail },
  });
  expect([asked.status(), await asked.text()]).toEqual([200, expect.any(String)]);
  const confirm = await nextMail(newEmail, /Confirm your new/);
  await nextMail(email, /is being changed/);
  expect((await admin.ok('getUsers', { email })).users).toMatchObject([{ name: 'Ben Roe' }]);
  await again.goto(confirm);
  await again.getByRole('button', { name: 'Confirm this address' }).click();
  await expect.poll(async () => (await admin.ok('getUsers', { email: newEmail })).users).toHaveLength(1);
  // Nothing else was sent.
  expect(received.map(({ subject }) => subject)).toEqual([]);
});

/** Rules of WCAG 2.2 AA that the page breaks. */
async function violations(page: Page): Promise<readonly string[]> {
  await page.evaluate(await readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8'));
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: { run(): Promise<{ violations: { id: string }[] }> } };
    return (await axe.run()).violations.map(({ id }) => id);
  });
}

test('[D178] a task: the scanner opens its link ten times and decides nothing; the person decides on a phone, without a script', async () => {
  const { user } = await admin.ok('createUser', { name: 'Ada Lovelace', email: 'ada@example.com' });
  const form = JSON.stringify({
    type: 'object',
    properties: {
      costCentre: { type: 'string', maxLength: 20 },
      share: { type: 'number', title: 'Our share' },
      urgent: { type: 'boolean' },
      channel: { enum: ['E-mail', 'Letter'] },
    },
    required: ['costCentre', 'urgent'],
  }).replaceAll('"', '&quot;');
  const extensions = `<zeebe:assignmentDefinition assignee="=process.fields.assignee" />
    <zeebe:formDefinition formKey="camunda-forms:bpmn:f" />`;
  const diagram = bpmn(
    'approve',
    `<bpmn:extensionElements><zeebe:userTaskForm id="f">${form}</zeebe:userTaskForm></bpmn:extensionElements>
    ${start()}${userTask('Approve', extensions)}${end()}${line('start', 'Approve', 'end')}`,
  );
  const subProject = await deploy(
    admin,
    configuration({
      name: 'Purchases',
      roles: [everythingRole('OWNER')],
      members: [{ user: user.id, roles: ['OWNER'] }],
      workflows: [{ key: 'approve', name: 'Approval', file: 'approve.bpmn', stages: ['stage_init'] }],
    }),
    { 'approve.bpmn': diagram },
  );
  const subProjectId = subProject.id;
  const fields = { supplier: 'Grundstücksverkehrsgenehmigungszuständigkeit AG', amount: 12_500.5, assignee: user.id };
  const processId = await createProcess(admin, subProjectId, {
    fields: { ...fields, dueDate: '2026-12-24', paid: false },
  });
  const { runId } = await admin.ok('executeWorkflow', {
    subProjectId,
    stageKey: 'stage_init',
    workflowId: subProject.workflows.approve,
    processId,
  });
  const link = await nextMail('ada@example.com', /Grundstück/);
  expect(link).toContain('/decide/');
  const stateOf = async () => (await admin.ok('getWorkflowRun', { subProjectId, runId: runId.id })).run.state;
  expect(await stateOf()).toBe('PAUSED');

  const shots = process.env.MILLRACE_TEST_SCREENSHOTS;
  for (const [width, height, colorScheme] of [
    [390, 844, 'light'],
    [390, 844, 'dark'],
    [1280, 800, 'light'],
  ] as const) {
    const context = await browser.newContext({ viewport: { width, height }, colorScheme });
    const page = await context.newPage();
    await page.goto(link);
    expect(await violations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    if (shots) await page.screenshot({ path: `${shots}/decide-${width}-${colorScheme}.png`, fullPage: true });
    // Nobody approves with the key Enter.
    await page.getByLabel('Cost centre').fill('4100');
    await page.getByLabel('Cost centre').press('Enter');
    expect(page.url()).toBe(link);
    await context.close();
  }
  expect(await stateOf()).toBe('PAUSED');

  const phone = await browser.newContext({ viewport: { width: 390, height: 844 }, javaScriptEnabled: false });
  const page = await phone.newPage();
  await page.goto(link);
  await page.getByText('12,500.5').waitFor();
  await page.getByLabel('Cost centre').fill('4100');
  await page.getByLabel('Our share').fill('0,5');
  await page.getByLabel('Channel').selectOption('Letter');
  await page.getByLabel('Comment').fill('In the budget');
  await page.getByRole('button', { name: 'Approve' }).click();
  await page.getByText(/You approved on/).waitFor();
  if (shots) await page.screenshot({ path: `${shots}/decided-390.png`, fullPage: true });
  const { run, detail } = await admin.ok('getWorkflowRun', { subProjectId, runId: runId.id });
  expect(run.state).toBe('COMPLETED');
  expect(detail.variables).toMatchObject({ costCentre: '4100', share: 0.5, urgent: false, channel: 'Letter' });
  await phone.close();
  // Somebody who opens it later hears who decided; there is nothing to press.
  const later = await (await browser.newContext()).newPage();
  await later.goto(link);
  await later.getByText(/You approved on/).waitFor();
  expect(await later.getByRole('button').count()).toBe(0);
}, 180_000);
