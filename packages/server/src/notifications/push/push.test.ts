import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { userNames } from '../../identity/records/user-names.js';
import { createPushEndpoints } from '../../jobs/push/push-endpoint.js';
import { MOST_AN_HOUR, pushWork } from '../../jobs/push/push-work.js';
import { type BackgroundRunner, backgroundRunner } from '../../jobs/testing/run-background.js';
import { createSealing } from '../../kernel/sealing.js';
import { ensurePushKeys } from '../../push/keys/push-keys.js';
import { claimsOf, newBrowser, startPushService } from '../../push/testing/push-service.js';
import { quietLog } from '../../testing/quiet-log.js';
import type { Who } from '../../workflows/testing/workflow-fixture.js';
import { createNotificationFixture, type NotificationFixture } from '../testing/notification-fixture.js';
import { preparePush } from './prepare-push.js';

let fixture: NotificationFixture;
let service: Awaited<ReturnType<typeof startPushService>>;
let worker: BackgroundRunner;
const sealing = createSealing([]);
beforeAll(async () => {
  fixture = await createNotificationFixture();
  service = await startPushService();
});
afterAll(async () => {
  await service.stop();
  await fixture.drop();
});
beforeEach(async () => {
  const { db } = fixture;
  await db`delete from push_subscriptions`;
  await db`delete from notifications`;
  await db`delete from notification_preferences`;
  await db`delete from jobs where kind = 'push'`;
  service.received.length = 0;
  service.answers.length = 0;
  worker = await newWorker(['127.0.0.1']);
});

async function newWorker(privateHosts: readonly string[]) {
  const { db, deps } = fixture;
  const { guard } = createPushEndpoints(privateHosts, quietLog);
  const keys = await ensurePushKeys(db, sealing);
  const prepare = preparePush({ db, subProjects: deps.subProjects, userNames, language: 'en' });
  return backgroundRunner(db, [pushWork({ db, keys, subject: 'mailto:it@example.com', guard, prepare })]);
}

/** A browser of somebody. */
async function subscribe(who: Who, path = `/send/${who}`) {
  const browser = newBrowser();
  const { id } = await fixture.notifications.createPushSubscription(fixture.caller(who), {
    endpoint: `${service.url}${path}`,
    p256dh: browser.p256dh,
    auth: browser.auth,
    name: 'Test',
  });
  return { ...browser, id };
}
const mention = (processId: string, who: Who) => fixture.comment('OWNER', processId, `@[${fixture.userId(who)}], see`);
const browsersOf = async (who: Who) =>
  (await fixture.notifications.getPushSubscriptions(fixture.caller(who), {})).subscriptions;

test('[D185] a mention comes encrypted for this browser, signed by the installation, and without values of fields', async () => {
  const browser = await subscribe('READER');
  await fixture.db`update users set locale = 'de' where id = ${fixture.userId('READER')}`;
  const processId = await fixture.createProcess({ amount: 5, notes: 'Secret Acme' });
  await mention(processId, 'READER');
  await fixture.keep();
  await worker.runAll();
  const [push, ...others] = service.received;
  if (push === undefined) throw new Error('nothing was pushed');
  expect(others).toEqual([]);
  const shown = browser.read(push.body);
  expect(shown).toEqual({
    title: 'Orders',
    body: 'OWNER hat Sie in einem Kommentar erwähnt.',
    path: `processes/${fixture.subProjectId}/${processId}`,
    tag: `process-${processId}`,
    language: 'de',
  });
  expect(push.headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400', urgency: 'normal' });
  expect(push.headers.topic).toMatch(/^[\w-]{32}$/);
  const { aud, sub, exp, key } = claimsOf(push);
  expect([aud, sub]).toEqual([service.url, 'mailto:it@example.com']);
  expect(Number(exp) - Date.now() / 1000).toBeLessThanOrEqual(24 * 3600);
  expect(key).toBe((await ensurePushKeys(fixture.db, sealing)).publicKey);
  expect((await browsersOf('READER'))[0]?.sentTs).not.toBeNull();
  await fixture.db`update users set locale = null where id = ${fixture.userId('READER')}`;
});

test('what was read, is not wanted, or may not be known any more is not pushed', async () => {
  await subscribe('READER');
  const processId = await fixture.createProcess({ amount: 5 });
  const caller = fixture.caller('READER');
  await mention(processId, 'READER');
  await fixture.keep();
  await fixture.notifications.markNotificationsRead(caller, { all: true });
  await worker.runAll();
  await fixture.notifications.setNotificationPreferences(caller, { reasons: [{ reason: 'mentioned', push: false }] });
  await mention(processId, 'READER');
  await fixture.keep();
  await worker.runAll();
  await fixture.notifications.setNotificationPreferences(caller, { reasons: [{ reason: 'mentioned', push: true }] });
  await mention(processId, 'READER');
  await fixture.keep();
  await fixture.db`update users set disabled = true where id = ${fixture.userId('READER')}`;
  await worker.runAll();
  await fixture.db`update users set disabled = false where id = ${fixture.userId('READER')}`;
  expect(service.received).toEqual([]);
  const left = await fixture.db`select 1 as one from pushes`;
  expect(left).toHaveLength(0);
});

test('a service that fails is asked again, what is added meanwhile goes along, and each browser gets one message', async () => {
  const [first, second] = [await subscribe('READER', '/a'), await subscribe('READER', '/b')];
  service.answers.push(503, 503);
  const processId = await fixture.createProcess({ amount: 5 });
  await mention(processId, 'READER');
  await fixture.keep();
  await worker.runDue();
  expect(service.received).toHaveLength(2);
  await mention(processId, 'READER');
  await fixture.keep();
  await worker.runAll();
  const later = service.received.slice(2);
  expect(later.map(({ path }) => path).toSorted()).toEqual(['/a', '/b']);
  for (const { path, body } of later) {
    const { body: text } = (path === '/a' ? first : second).read(body);
    expect(text).toBe('You were mentioned 2 times, the last time by OWNER.');
  }
});

test.each([404, 410])('a browser whose service answers %i is forgotten', async (status) => {
  await subscribe('READER');
  service.answers.push(status);
  const processId = await fixture.createProcess({ amount: 5 });
  await mention(processId, 'READER');
  await fixture.keep();
  await worker.runAll();
  expect(service.received).toHaveLength(1);
  expect(await browsersOf('READER')).toEqual([]);
});

test('an address in the network of the server is refused when it is given, and when a message is sent', async () => {
  const { refusalOf } = createPushEndpoints(['10.1.0.0/16'], quietLog);
  expect(await refusalOf('https://127.0.0.1/x')).toMatch(/MILLRACE_PUSH_PRIVATE_HOSTS/);
  expect(await refusalOf('http://push.example.com/x')).toMatch(/begins with https/);
  expect(await refusalOf('https://me:word@10.1.2.3/x')).toMatch(/no user or password/);
  expect(await refusalOf('https://10.1.2.3/x')).toBeUndefined();
  fixture.refusals.set(`${service.url}/send/READER`, 'Not there.');
  await expect(subscribe('READER')).rejects.toMatchObject({ id: 1200, detail: 'Not there.' });
  fixture.refusals.clear();
  await subscribe('READER');
  worker = await newWorker([]);
  const processId = await fixture.createProcess({ amount: 5 });
  await mention(processId, 'READER');
  await fixture.keep();
  await worker.runAll();
  expect(service.received).toEqual([]);
});

test('a browser belongs to who used it last, a person has 20, and only the person removes one', async () => {
  const { id } = await subscribe('READER', '/shared');
  const processId = await fixture.createProcess({ amount: 5 });
  await mention(processId, 'READER');
  await fixture.keep();
  await subscribe('MANAGER', '/shared');
  await worker.runAll();
  expect(service.received).toEqual([]);
  expect(await browsersOf('READER')).toEqual([]);
  for (let count = 0; count < 21; count += 1) await subscribe('READER', `/many/${count}`);
  expect(await browsersOf('READER')).toHaveLength(20);
  const remove = (who: Who) => fixture.notifications.deletePushSubscription(fixture.caller(who), { id });
  expect(await remove('READER')).toEqual({ deleted: false });
  expect(await remove('MANAGER')).toEqual({ deleted: true });
  expect(await remove('MANAGER')).toEqual({ deleted: false });
});

test('a browser gets 60 messages an hour at most', async () => {
  await subscribe('READER');
  await fixture.db`update push_subscriptions set hour_ts = now() - interval '1 minute', hour_count = ${MOST_AN_HOUR - 1}`;
  for (let count = 0; count < 2; count += 1) {
    await mention(await fixture.createProcess({ amount: 5 }), 'READER');
    await fixture.keep();
    await worker.runAll();
  }
  expect(service.received).toHaveLength(1);
});

test('the keys of the installation stay, and are sealed with the first secret key', async () => {
  const key = Buffer.alloc(32, 7).toString('base64');
  const before = await ensurePushKeys(fixture.db, sealing);
  expect(await ensurePushKeys(fixture.db, createSealing([key]))).toEqual(before);
  const [row] = await fixture.db<{ stored: string }>`select private_key as stored from push_keys`;
  expect(row?.stored).toMatch(/^A256GCM\./);
  await expect(ensurePushKeys(fixture.db, sealing)).rejects.toThrow('MILLRACE_SECRET_KEY');
  await fixture.db`delete from push_keys`;
});
