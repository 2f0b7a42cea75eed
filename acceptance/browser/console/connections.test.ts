import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import { type Client, signIn, signInAdmin } from '../../src/support/http.js';
import { configuration, deploy, type SubProject } from '../../src/support/sub-project.js';
import { useConsole } from './console.js';

const openConsole = useConsole();
const url = inject('demoUrl');

let admin: Client;
let project: SubProject;
/** What the receiver of webhooks answers, and what it was sent. */
let status = 204;
const received: string[] = [];
const receiver = createServer((request, response) => {
  request.resume().on('end', () => {
    received.push(String(request.headers['webhook-id']));
    response.writeHead(status).end(status === 204 ? undefined : 'not today');
  });
});

beforeEach(async () => {
  status = 204;
  admin = await signInAdmin(url);
  project = await deploy(admin, configuration({ http: { allowPrivateAddresses: ['127.0.0.1'] } }));
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
});
afterEach(() => new Promise((resolve) => receiver.close(resolve)));

it('a secret is set, gets another value and is deleted, and no page ever has its value', async () => {
  const { page, open, expectNoBarriers, screenshot } = await openConsole('owner');
  const answers: string[] = [];
  page.on('response', async (answer) => {
    if (answer.url().includes('/v1/')) answers.push(await answer.text().catch(() => ''));
  });
  await open('/inbox');
  await page.getByRole('link', { name: 'Connections' }).click();
  await open(`/connections/${project.id}`);
  await page.getByText('No secrets.').waitFor();
  const value = 'the sealed value of a test';
  await page.getByRole('button', { name: 'New secret' }).click();
  const dialog = page.getByRole('dialog', { name: 'New secret' });
  await dialog.getByLabel('Name').fill('ERP_KEY');
  await dialog.getByLabel('Value').fill(value);
  await dialog.getByLabel('Hosts').fill('erp.example.com, crm.example.com');
  await expectNoBarriers();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The secret ERP_KEY is set').waitFor();
  await page.getByText('only to erp.example.com, crm.example.com').waitFor();
  await screenshot('connections-secrets');
  await expectNoBarriers();
  await page.getByRole('button', { name: 'Set value ERP_KEY' }).click();
  const again = page.getByRole('dialog', { name: 'Set the value of ERP_KEY' });
  expect(await again.getByLabel('Value').inputValue()).toBe('');
  await again.getByLabel('Value').fill(`${value} 2`);
  await again.getByLabel('Hosts').fill('');
  await page.keyboard.press('Enter');
  await page.getByText('may be sent anywhere').waitFor();
  await page.getByRole('button', { name: 'Delete ERP_KEY' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('No secrets.').waitFor();
  expect(answers.length).toBeGreaterThan(3);
  expect(answers.filter((answer) => answer.includes(value))).toEqual([]);
  expect(await admin.ok('getSecrets', { subProjectId: project.id })).toEqual({ secrets: [], missing: [] });
});

it('a webhook is made, tested and paused; a delivery that failed is sent again', async () => {
  const { port } = receiver.address() as AddressInfo;
  const { page, open, expectNoBarriers, screenshot } = await openConsole('owner', { colorScheme: 'dark' });
  await open(`/connections/${project.id}?show=webhooks`);
  await page.getByText('No webhooks.').waitFor();
  await page.getByRole('button', { name: 'New webhook' }).click();
  const dialog = page.getByRole('dialog', { name: 'New webhook' });
  await dialog.getByLabel('Address of the receiver').fill(`http://127.0.0.1:${port}/hook`);
  await dialog.getByLabel('Name').fill('ERP');
  await dialog.getByLabel('Events').fill('process.created');
  await dialog.getByRole('button', { name: 'Create' }).click();
  const created = page.getByRole('dialog', { name: 'The webhook ERP is there' });
  await created.getByText(/^whsec_/).waitFor();
  await created.getByRole('button', { name: 'I have kept it' }).click();
  await page.getByRole('link', { name: 'ERP' }).click();

  await page.getByRole('button', { name: 'Send a test' }).click();
  await page.getByText(/^The receiver answered 204/).waitFor();
  status = 500;
  await page.getByRole('button', { name: 'Send a test' }).click();
  await page.getByText(/^The test did not arrive/).waitFor();
  await page.getByText('not today').waitFor();

  await admin.ok('createProcess', { subProjectId: project.id, fields: { supplier: 'Cormorant Cables' } });
  const deliveries = page.getByRole('region', { name: 'Deliveries' });
  await deliveries.getByRole('listitem').getByText('Will be tried again').waitFor();
  // It may have been tried once more meanwhile.
  await deliveries.getByText(/^\d+ attempts?$/).click();
  await deliveries.getByText('not today').first().waitFor();
  await screenshot('connections-webhook');
  await expectNoBarriers();
  status = 204;
  await deliveries.getByRole('button', { name: /^Send now/ }).click();
  await deliveries.getByRole('listitem').getByText('Delivered').waitFor();

  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByText('Paused').waitFor();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('No webhooks.').waitFor();
  expect(received.length).toBeGreaterThanOrEqual(4);
});

it('on a phone, in German, a hook shows what became of its deliveries, and is turned off', async () => {
  // It acts with the roles of who makes it.
  const owner = await signIn(url, 'demo-owner', 'demo-owner-secret');
  const { hook } = await owner.ok('createInboundHook', {
    subProjectId: project.id,
    name: 'Lieferanten',
    scheme: 'github',
    createProcess: { fields: '={supplier: body.supplier}' },
  });
  const refused = await fetch(hook.url.replace(/^https?:\/\/[^/]+/, url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${'0'.repeat(64)}` },
    body: '{"supplier":"Ganter"}',
  });
  expect(refused.status).toBe(401);
  const { page, open, expectNoBarriers, screenshot } = await openConsole('administrator', {
    device: 'phone',
    locale: 'de',
  });
  await open(`/connections/${project.id}?show=hooks`);
  await page.getByRole('link', { name: 'Lieferanten' }).click();
  await page.getByRole('listitem').getByText('Abgelehnt').waitFor();
  await screenshot('connections-hook-phone');
  await expectNoBarriers();
  await page.getByRole('button', { name: 'Ausschalten' }).click();
  await page.getByText('Er ist ausgeschaltet').waitFor();
  const { hooks } = await admin.ok('getInboundHooks', { subProjectId: project.id });
  expect(hooks).toMatchObject([{ enabled: false }]);
});

it('each part says who may see it to whoever may not', async () => {
  const { page, open, expectNoBarriers } = await openConsole('manager');
  for (const [part, title] of [
    ['secrets', 'You may not manage secrets here'],
    ['webhooks', 'You may not have webhooks here'],
    ['hooks', 'You may not manage inbound hooks here'],
  ] as const) {
    await open(`/connections/${project.id}?show=${part}`);
    await page.getByRole('heading', { name: title }).waitFor();
  }
  await expectNoBarriers();
});
