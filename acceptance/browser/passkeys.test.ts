import { spawnSync } from 'node:child_process';
import { createServer } from 'node:net';
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bpmn, end, line, start, userTask } from '../src/support/bpmn.js';
import { type Client, signInAdmin } from '../src/support/http.js';
import { createPerson } from '../src/support/person.js';
import { createHome, type Home, type ServerProcess, startServerProcess } from '../src/support/server-process.js';
import { configuration, createProcess, deploy, everythingRole } from '../src/support/sub-project.js';
import { expectNoBarriers, screenshot } from './console/console.js';
import { launchBrowser } from './launch.js';

// Passkeys and codes in a real browser against a real server: Chromium's virtual authenticator over the DevTools protocol, and
// Debian's oathtool, which .ci/run installs.

const password = 'correct horse battery staple';
const browsers: Browser[] = [];
let home: Home;
let server: ServerProcess;
let url: string;
let admin: Client;

/** A port for an address that the server is told before it listens. */
async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => probe.once('listening', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

beforeAll(async () => {
  const port = await freePort();
  // Browsers offer no passkeys at an IP address.
  url = `http://localhost:${port}`;
  home = await createHome({ PORT: String(port), MILLRACE_PUBLIC_URL: url });
  server = await startServerProcess(home, ['start']);
  admin = await signInAdmin(`http://127.0.0.1:${port}`);
});
afterAll(async () => {
  await Promise.all(browsers.map((browser) => browser.close()));
  await server?.stop();
  await home?.remove();
});

interface Opened {
  readonly page: Page;
  readonly context: BrowserContext;
}

/** A page of a browser of its own: an authenticator belongs to all pages of its browser. */
async function openPage(): Promise<Opened> {
  const browser = await launchBrowser();
  browsers.push(browser);
  const context = await browser.newContext();
  return { context, page: await context.newPage() };
}

/** As {@link openPage}, with a platform authenticator that says yes. */
async function openPageWithAuthenticator(): Promise<
  Opened & { readonly cdp: CDPSession; readonly authenticatorId: string }
> {
  const { context, page } = await openPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { page, context, cdp, authenticatorId };
}

async function personWithPassword(): Promise<string> {
  const { client, email } = await createPerson(admin);
  await client.ok('setPassword', { password });
  return email;
}

async function sendPassword(page: Page, email: string): Promise<void> {
  await page.goto(`${url}/sign-in`);
  await page.fill('#email', email);
  await page.fill('#password', password);
  await page.click('button[type=submit]');
}

/** Until the browser has the session of somebody who has signed in, and shows where that leads. */
async function landed(page: Page): Promise<void> {
  await expect.poll(async () => (await page.request.get(`${url}/v1/users/getMe`)).status()).toBe(200);
  await page.waitForLoadState();
}

/** On the account page. */
async function addPasskey(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add a way to sign in' }).click();
  await page.click('button[data-passkey=add]');
  await page.waitForSelector('[data-recovery]:not([hidden])');
  await page.click('[data-recovery] a');
  await page.waitForURL('**/account');
}

const facts = (page: Page) =>
  page.evaluate(async () => (await (await fetch('/v1/users/getMe')).json()) as { session: { method: string } });

it('a code of oathtool finishes a sign-in', async () => {
  const code = (secret: string, seconds = 0) => {
    const args = ['--totp', '--base32', secret, '--now', `@${Math.floor(Date.now() / 1000) + seconds}`];
    const { stdout, status, error } = spawnSync('oathtool', args, { encoding: 'utf8' });
    if (status !== 0) throw new Error(`oathtool: ${error?.message ?? status}`);
    return stdout.trim();
  };
  const email = await personWithPassword();
  const { context, page } = await openPage();
  await sendPassword(page, email);
  await landed(page);
  const call = (operation: string, body: object) =>
    page.evaluate(
      async ([name, request]) => {
        const response = await fetch(`/v1/users/${name}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(request),
        });
        return (await response.json()) as Record<string, unknown>;
      },
      [operation, body] as const,
    );
  const { secret } = await call('startTotp', {});
  expect(await call('confirmTotp', { code: code(String(secret), -30) })).toMatchObject({
    recoveryCodes: expect.any(Array),
  });
  await context.clearCookies();
  await sendPassword(page, email);
  await page.fill('#code', code(String(secret)));
  await page.click('button[type=submit]');
  await landed(page);
  expect(await facts(page)).toMatchObject({ session: { amr: ['pwd', 'otp', 'mfa'] } });
});

it('who must set up a second factor adds a passkey, and signs in with it alone from then on', async () => {
  const email = await personWithPassword();
  await admin.ok('setSignInPolicy', { secondFactor: 'required' });
  const { page, context } = await openPageWithAuthenticator();
  await sendPassword(page, email);
  await page.waitForURL('**/sign-in/enrol*');
  await page.click('button[data-passkey=add]');
  await page.waitForSelector('[data-recovery]:not([hidden])');
  const codes = (await page.textContent('[data-recovery-list]')) ?? '';
  expect(codes.split('\n')).toHaveLength(10);
  await page.click('[data-recovery] a');
  await landed(page);
  await admin.ok('setSignInPolicy', { secondFactor: 'optional' });

  await context.clearCookies();
  await page.goto(`${url}/sign-in`);
  // The browser may offer the passkey by itself, in the field for the address; the button does the same.
  await page.click('button[data-passkey=sign-in]', { timeout: 3000 }).catch(() => undefined);
  await landed(page);
  expect(await facts(page)).toMatchObject({ session: { method: 'passkey', amr: expect.arrayContaining(['mfa']) } });
});

it('the account page names a passkey, takes it as proof of who one is, and removes it', async () => {
  const email = await personWithPassword();
  const { page } = await openPageWithAuthenticator();
  await sendPassword(page, email);
  await landed(page);
  await page.goto(`${url}/account`);
  await addPasskey(page);
  await page.getByRole('button', { name: /^Rename Passkey/ }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Desk');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The passkey is called Desk now').waitFor();

  // As the server answers when the sign-in is older than ten minutes; what follows is its own.
  const problem = {
    type: 'about:blank',
    title: 'The sign-in of this session is too old for the operation',
    status: 403,
    detail: 'The sign-in is older than 10 minutes.',
    instance: '/v1/users/removePasskey',
    code: 'ERROR_STEP_UP_REQUIRED',
    id: 1018,
    traceId: 'trace',
  };
  await page.route('**/removePasskey', (route) => route.fulfill({ status: 403, json: problem }), { times: 1 });
  await page.getByRole('button', { name: 'Remove Passkey Desk' }).click();
  await page.getByRole('dialog', { name: 'Remove Passkey Desk?' }).getByRole('button', { name: 'Remove' }).click();
  const proof = page.waitForRequest('**/stepUp');
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  expect((await proof).postDataJSON()).toMatchObject({ passkey: { type: 'public-key' } });
  await page.getByText('Passkey Desk was removed').waitFor();
  expect(await page.getByRole('button', { name: /^Rename Passkey/ }).count()).toBe(0);
  expect(await facts(page)).toMatchObject({ session: { amr: expect.arrayContaining(['mfa']) } });
});

/** A sub-project where a person decides tasks: one kind is signed by a passkey. */
async function approvals(email: string) {
  const { client, email: starter } = await createPerson(admin);
  const approval = (authentication: string) => userTask('Approve', `<millrace:approval ${authentication} />`);
  const diagram = (key: string, authentication = '') =>
    bpmn(key, start() + approval(authentication) + end() + line('start', 'Approve', 'end')).replace(
      'xmlns:bpmn=',
      'xmlns:millrace="urn:millrace:bpmn:1" xmlns:bpmn=',
    );
  const { id: subProjectId, workflows } = await deploy(
    admin,
    configuration({
      fields: { supplier: { type: 'string', required: true, 'x-ui': { summary: 1 } } },
      roles: [everythingRole('BOARD')],
      members: [email, starter].map((user) => ({ user, roles: ['BOARD'] })),
      workflows: ['signed', 'plain'].map((key) => ({ key, name: key, file: `${key}.bpmn`, stages: ['stage_init'] })),
    }),
    { 'signed.bpmn': diagram('signed', 'authentication="stepUp"'), 'plain.bpmn': diagram('plain') },
  );
  return async (key: string, supplier: string) => {
    const processId = await createProcess(client, subProjectId, { fields: { supplier } });
    const workflowId = workflows[key];
    const { runId } = await client.ok('executeWorkflow', {
      subProjectId,
      stageKey: 'stage_init',
      workflowId,
      processId,
    });
    const { tasks } = await client.ok('getTasks', { subProjectId, runId: runId.id, page: '1', perPageCount: '1' });
    return {
      path: `/inbox?view=team&task=${subProjectId}.${tasks[0]?.id}`,
      stateOf: async () => (await client.ok('getWorkflowRun', { subProjectId, runId: runId.id })).run.state,
    };
  };
}

it('the inbox asks for the passkey when somebody decides a task that it signs', async () => {
  const email = await personWithPassword();
  const ask = await approvals(email);
  const task = await ask('signed', 'Acme');
  const { page, cdp, authenticatorId } = await openPageWithAuthenticator();
  page.setDefaultTimeout(20_000);
  await sendPassword(page, email);
  await landed(page);
  await page.goto(url + task.path);
  await page.getByText('and you have none').waitFor();
  await expectNoBarriers(page);
  await screenshot(page, 'signed-vote-none');
  await page.getByLabel('Comment').fill('Fine by me');
  await page.getByRole('button', { name: /^Approve/ }).click();
  await page.getByRole('alert').filter({ hasText: 'and you have none' }).waitFor();
  await page.getByRole('link', { name: 'Add a passkey in your account' }).click();
  await addPasskey(page);

  await page.goto(url + task.path);
  await page.getByText('Your passkey signs this decision.').waitFor();
  expect(await page.getByLabel('Comment').inputValue()).toBe('Fine by me');
  await expectNoBarriers(page);
  await screenshot(page, 'signed-vote');
  // As when somebody closes the dialog of the browser.
  await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
  await page.getByRole('button', { name: /^Approve/ }).click();
  await page.getByRole('alert').filter({ hasText: 'Nothing was signed' }).waitFor();
  await expectNoBarriers(page);
  await screenshot(page, 'signed-vote-cancelled');

  await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true });
  await page.getByRole('button', { name: /^Reject/ }).click();
  await page.getByText('You vote against Acme').waitFor();
  await page.getByRole('button', { name: /^Undo/ }).click();
  await page.getByText('Your passkey signs this decision.').waitFor();
  expect(await task.stateOf()).toBe('PAUSED');
  const sent = page.waitForRequest('**/castVote');
  await page.getByRole('button', { name: /^Approve/ }).click();
  await page.getByText('You vote for Acme').waitFor();
  await page.keyboard.press('Control+Enter');
  expect((await sent).postDataJSON()).toMatchObject({ outcome: 'approve', reason: 'Fine by me', signature: {} });
  await page.getByText('Acme is approved, 1 of 1').waitFor();
  expect(await task.stateOf()).toBe('COMPLETED');

  const [signed, plain] = [await ask('signed', 'Signed Ltd'), await ask('plain', 'Plain Ltd')];
  await page.goto(url + plain.path);
  for (const title of ['Signed Ltd', 'Plain Ltd']) {
    await page.getByRole('button', { name: new RegExp(title) }).hover();
    await page.getByRole('checkbox', { name: `Select ${title}` }).check();
  }
  await page.getByText('1 task is left out, because your passkey signs it').waitFor();
  await expectNoBarriers(page);
  await screenshot(page, 'signed-vote-left-out');
  await page.getByRole('button', { name: 'Approve 1' }).click();
  await page.keyboard.press('Control+Enter');
  await page.getByText('Plain Ltd is approved').waitFor();
  expect([await signed.stateOf(), await plain.stateOf()]).toEqual(['PAUSED', 'COMPLETED']);
});
