import { createECDH, randomBytes } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { signInAdmin, signInDemo } from '../../src/support/http.js';
import { demoUserId } from '../../src/support/person.js';
import { configuration, deploy } from '../../src/support/sub-project.js';
import { useConsole } from './console.js';

const openConsole = useConsole();
const url = inject('demoUrl');
const owner = await signInDemo(url, 'owner');
const assignee = await signInDemo(url, 'assignee');
const admin = await signInAdmin(url);
const assigneeId = await demoUserId(admin, 'assignee');
const { id: subProjectId } = await deploy(
  admin,
  configuration({
    roles: [
      { name: 'OWNER', read: true, create: true, comment: 'write' },
      { name: 'READER', read: true, comment: 'read' },
    ],
    members: [
      { user: 'demo-owner', roles: ['OWNER'] },
      { user: 'demo-assignee', roles: ['READER'] },
    ],
  }),
);

/** Stands for the push service of the browser's maker. */
const received: IncomingHttpHeaders[] = [];
const service = createServer((request, response) => {
  received.push(request.headers);
  request.resume().on('end', () => response.writeHead(201).end());
});
let endpoint: string;
beforeAll(async () => {
  await new Promise<void>((done) => {
    service.listen(0, '127.0.0.1', done);
  });
  endpoint = `http://127.0.0.1:${(service.address() as AddressInfo).port}/send/assignee`;
});
afterAll(() => {
  service.close();
  service.closeAllConnections();
});
const subscriptions = async () => (await assignee.ok('getPushSubscriptions', {})).subscriptions;

it('a browser is listed, gets what its person is told of, encrypted, and is forgotten', async () => {
  for (const { id } of await subscriptions()) await assignee.ok('deletePushSubscription', { id });
  const { page, context, open, expectNoBarriers, screenshot } = await openConsole('assignee', {
    width: 1280,
    height: 1000,
  });
  await context.grantPermissions(['notifications'], { origin: new URL(url).origin });
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  const given = { endpoint, p256dh: [...pair.getPublicKey()], auth: [...randomBytes(16)] };
  // The push service of the browser's maker is out of reach here; everything else is the browser's own.
  await page.addInitScript((keys) => {
    const subscription = {
      endpoint: keys.endpoint,
      getKey: (name: 'p256dh' | 'auth') => new Uint8Array(keys[name]).buffer,
      unsubscribe: async () => localStorage.removeItem('subscribed'),
    };
    Notification.requestPermission = async () => 'granted';
    PushManager.prototype.subscribe = async (options) => {
      localStorage.setItem('subscribed', String(new Uint8Array(options?.applicationServerKey as ArrayBuffer).length));
      return subscription as unknown as PushSubscription;
    };
    PushManager.prototype.getSubscription = async () =>
      localStorage.getItem('subscribed') === null ? null : (subscription as unknown as PushSubscription);
  }, given);
  await open('/account');
  await page.getByRole('button', { name: 'Show them in this browser' }).click();
  const browsers = page.getByRole('region', { name: 'Browsers that show notifications' });
  await browsers.getByText('This browser', { exact: true }).waitFor();
  expect(await page.evaluate(() => localStorage.getItem('subscribed'))).toBe('65');
  expect((await subscriptions()).map(({ service }) => service)).toEqual([new URL(endpoint).host]);
  await browsers.scrollIntoViewIfNeeded();
  await screenshot('push-account');
  await expectNoBarriers();

  const reason = page.getByRole('checkbox', { name: /^In the browser: Decisions/ });
  await reason.click();
  const isPushed = async () =>
    (await assignee.ok('getNotificationPreferences', {})).reasons.find((one) => one.reason === 'decided')?.push;
  await expect.poll(isPushed).toBe(true);
  await assignee.ok('setNotificationPreferences', { reasons: [{ reason: 'decided', push: false }] });

  const { id: processId } = await owner.ok('createProcess', {
    subProjectId,
    fields: { supplier: 'Heron Hardware' },
  });
  await owner.ok('addComment', { subProjectId, processId, body: `@[${assigneeId}], please look` });
  await expect.poll(() => received.length, { timeout: 40_000 }).toBeGreaterThan(0);
  expect(received[0]).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400' });
  expect(received[0]?.authorization).toMatch(/^vapid t=.+, k=.+$/);

  await browsers.getByRole('button', { name: /^Remove / }).click();
  await page.getByRole('button', { name: 'Show them in this browser' }).waitFor();
  expect(await subscriptions()).toEqual([]);
  expect(await page.evaluate(() => localStorage.getItem('subscribed'))).toBeNull();
});

it('the console can be installed as an app', async () => {
  const { page, open } = await openConsole('assignee');
  await open('/account');
  const address = await page.locator('link[rel=manifest]').evaluate((link) => (link as HTMLLinkElement).href);
  const manifest = (await (await fetch(address)).json()) as { start_url: string; icons: { src: string }[] };
  expect(new URL(manifest.start_url, address).href).toBe(new URL('.', address).href);
  for (const { src } of manifest.icons) expect((await fetch(new URL(src, address))).status).toBe(200);
  const cdp = await page.context().newCDPSession(page);
  const { errors } = await cdp.send('Page.getAppManifest');
  expect(errors).toEqual([]);
});
