import { createPublicKey, randomBytes, verify } from 'node:crypto';
import { CloudEvent } from 'cloudevents';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startWebServer } from '../jobs/handlers/testing/web-server.js';
import { createSealing } from '../kernel/sealing.js';
import { quietLog } from '../testing/quiet-log.js';
import { resealSubscriptions } from './signing/reseal-subscriptions.js';
import { createWebhookFixture, type WebhookFixture } from './testing/webhook-fixture.js';
import { webhookUseCases } from './use-cases.js';

let fixture: WebhookFixture;
beforeAll(async () => {
  fixture = await createWebhookFixture();
});
afterAll(() => fixture.drop());

const create = (settings: object = {}, who = 'OWNER') =>
  fixture.webhooks.createEventSubscription(fixture.caller(who), {
    subProjectId: fixture.subProjectId,
    url: 'http://127.0.0.1:9/hook',
    ...settings,
  });
const target = (subscriptionId: string) => ({ subProjectId: fixture.subProjectId, subscriptionId });
const headersOf = (headers: Readonly<Record<string, unknown>>) => headers as Record<string, string>;

describe('a subscription', () => {
  test('belongs to its maker: others do not find it, and the administrator does', async () => {
    const { subscription } = await create({ name: 'Mine', types: ['process.*'] });
    expect(subscription).toMatchObject({ name: 'Mine', state: 'active', owner: { id: fixture.userId('OWNER') } });
    const list = async (who: string) =>
      (
        await fixture.webhooks.getEventSubscriptions(fixture.caller(who), {
          subProjectId: fixture.subProjectId,
          subscriptionId: subscription.id,
        })
      ).subscriptions.length;
    expect([await list('OWNER'), await list('ASSIGNEE'), await list('ADMIN')]).toEqual([1, 0, 1]);
    const asOther = fixture.caller('ASSIGNEE');
    const request = target(subscription.id);
    const all = fixture.webhooks;
    for (const work of [
      () => all.updateEventSubscription(asOther, { ...request, state: 'paused' }),
      () => all.deleteEventSubscription(asOther, request),
      () => all.rotateSubscriptionSecret(asOther, request),
      () => all.revealSubscriptionSecret(asOther, request),
      () => all.testEventSubscription(asOther, request),
      () => all.getDeliveries(asOther, request),
      () => all.retryDeliveries(asOther, request),
      () => all.skipDelivery(asOther, { ...request, position: '1' }),
      () => all.replayEvents(asOther, { ...request, fromPosition: '1' }),
    ]) {
      await expect(work()).rejects.toMatchObject({ id: 1200, status: 404 });
    }
    await expect(create({}, 'GUEST')).rejects.toMatchObject({ id: 1205 });
    await expect(create({ ownerId: fixture.userId('ASSIGNEE') })).rejects.toMatchObject({ id: 1205 });
    const given = await create({ ownerId: fixture.userId('ASSIGNEE') }, 'ADMIN');
    expect(given.subscription.owner.id).toBe(fixture.userId('ASSIGNEE'));
    expect(given.secret).toBeNull();
    const reveal = () => fixture.webhooks.revealSubscriptionSecret(fixture.caller('ASSIGNEE'), target(given.id));
    expect((await reveal()).secret).toMatch(/^whsec_/);
    await expect(reveal()).rejects.toMatchObject({ id: 1009 });
    await expect(create({ ownerId: fixture.userId('DISABLED') }, 'ADMIN')).rejects.toMatchObject({ id: 1200 });
    await expect(create({ ownerId: fixture.userId('GUEST') }, 'ADMIN')).rejects.toMatchObject({ id: 1205 });
  });

  test.each<[string, object, number, string]>([
    ['an address that is none', { url: 'nowhere' }, 1232, '/url'],
    ['another protocol', { url: 'ftp://example.com/' }, 1232, '/url'],
    ['a private address', { url: 'http://10.0.0.1/' }, 1232, '/url'],
    ['a private address under another name', { url: 'http://[::ffff:10.0.0.1]/' }, 1232, '/url'],
    ['the metadata service', { url: 'http://169.254.169.254/latest/' }, 1232, '/url'],
    ['an address as one number', { url: 'http://167772161/' }, 1232, '/url'],
    ['an unknown type', { types: ['process.*', 'nothing'] }, 1232, '/types'],
    ['an unknown key', { filter: { colour: 1 } }, 1232, '/filter/colour'],
    ['an unknown field', { filter: { 'fields.colour': 1 } }, 1231, '/filter/fields.colour'],
    ['a condition that is no FEEL', { condition: 'type = ' }, 1232, '/condition'],
    ['an unknown function', { condition: 'launch()' }, 1232, '/condition'],
  ])('is refused with %s', async (_, settings, id, pointer) => {
    await expect(create(settings)).rejects.toMatchObject({ id, errors: [{ pointer }] });
  });

  test('filters by fields that the owner reads only', async () => {
    await expect(create({ filter: { 'fields.notes': 'x' } }, 'ASSIGNEE')).rejects.toMatchObject({ id: 1231 });
    await create({ filter: { 'fields.supplier': 'x' } }, 'ASSIGNEE');
  });

  test('changes only what is sent, and audit rows show no path of the URL', async () => {
    const { id } = await create({ url: 'http://127.0.0.1:9/token-x', condition: 'type != "a"', ratePerSecond: 7 });
    const caller = fixture.caller('OWNER');
    const { subscription } = await fixture.webhooks.updateEventSubscription(caller, {
      ...target(id),
      condition: null,
      state: 'paused',
    });
    expect(subscription).toMatchObject({ condition: null, ratePerSecond: 7, state: 'paused' });
    const rows = await fixture.db<{ action: string; text: string }>`
      select action, concat(before, after) as text from audit_log where subject_id = ${id} order by created_ts`;
    expect(rows.map(({ action }) => action)).toEqual(['subscription.create', 'subscription.update']);
    expect(JSON.stringify(rows)).not.toContain('token-x');
    await fixture.webhooks.deleteEventSubscription(caller, target(id));
    await expect(fixture.webhooks.deleteEventSubscription(caller, target(id))).rejects.toMatchObject({ status: 404 });
  });
});

describe('secrets', () => {
  test('[D53] a start brings them under the first key', async () => {
    const { db, webhookDeps } = fixture;
    const server = await startWebServer((_request, response) => response.writeHead(201).end());
    const { id, secret } = await create({ url: `${server.origin}/hook` });
    const next = randomBytes(32).toString('base64');
    const before = Buffer.alloc(32, 7).toString('base64');
    await resealSubscriptions(db, createSealing([next, before]), quietLog);
    const moved = webhookUseCases({ ...webhookDeps, sealing: createSealing([next]) });
    expect(await moved.testEventSubscription(fixture.caller('OWNER'), target(id))).toMatchObject({ delivered: true });
    const [told] = server.received;
    expect(() => new Webhook(secret ?? '').verify(told?.body ?? '', headersOf(told?.headers ?? {}))).not.toThrow();
    await expect(resealSubscriptions(db, createSealing([before]), quietLog)).rejects.toThrow('MILLRACE_SECRET_KEY');
    await resealSubscriptions(db, createSealing([before, next]), quietLog);
  });

  test('a test event is signed as Standard Webhooks says, during a rotation with both secrets', async () => {
    const server = await startWebServer((_request, response) => response.writeHead(201).end('thanks'));
    const { id, secret } = await create({ url: `${server.origin}/hook` });
    const caller = fixture.caller('OWNER');
    expect(secret).toMatch(/^whsec_/);
    const answer = await fixture.webhooks.testEventSubscription(caller, target(id));
    expect(answer).toMatchObject({ delivered: true, status: 201, excerpt: 'thanks', error: null });
    const rotated = await fixture.webhooks.rotateSubscriptionSecret(caller, { ...target(id), overlapSeconds: 60 });
    await fixture.webhooks.testEventSubscription(caller, target(id));
    const rotatedAgain = await fixture.webhooks.rotateSubscriptionSecret(caller, { ...target(id), overlapSeconds: 0 });
    await fixture.webhooks.testEventSubscription(caller, target(id));
    const verifies = (index: number, key: string | null) => {
      const { body = '', headers = {} } = server.received[index] ?? {};
      try {
        return new Webhook(key ?? '').verify(body, headersOf(headers)) !== undefined;
      } catch {
        return false;
      }
    };
    expect(
      [0, 1, 2].map((index) => [secret, rotated.secret, rotatedAgain.secret].map((key) => verifies(index, key))),
    ).toEqual([
      [true, false, false],
      [true, true, false],
      [false, false, true],
    ]);
    const { body = '{}' } = server.received[0] ?? {};
    expect(JSON.parse(body)).toEqual({
      type: 'webhook.test',
      timestamp: expect.any(String),
      data: expect.objectContaining({ id: answer.id, subscriptionId: id }),
    });
  });

  test('with ed25519 the receiver needs the public key only, and CloudEvents are valid', async () => {
    const server = await startWebServer((_request, response) => response.writeHead(204).end());
    const made = await create({ url: server.origin, signing: 'ed25519', format: 'cloudevents' });
    expect(made.secret).toBeNull();
    await fixture.webhooks.testEventSubscription(fixture.caller('OWNER'), target(made.id));
    const { headers = {}, body = '' } = server.received[0] ?? {};
    const [version, signature = ''] = String(headers['webhook-signature']).split(',');
    expect(version).toBe('v1a');
    const raw = Buffer.from((made.subscription.publicKey ?? '').replace('whpk_', ''), 'base64');
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: raw.toString('base64url') }, format: 'jwk' });
    const content = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
    expect(verify(null, Buffer.from(content), key, Buffer.from(signature, 'base64'))).toBe(true);
    expect(headers['content-type']).toBe('application/cloudevents+json; charset=utf-8');
    expect(new CloudEvent(JSON.parse(body) as object, true).validate()).toBe(true);
  });

  test('a channel gets cards: the format is stored, changed and tested as any other', async () => {
    const server = await startWebServer((_request, response) => response.end('ok'));
    const made = await create({ url: server.origin, format: 'teams' });
    const changed = await fixture.webhooks.updateEventSubscription(fixture.caller('OWNER'), {
      ...target(made.id),
      format: 'slack',
      name: 'Purchasing',
    });
    expect(changed.subscription.format).toBe('slack');
    const answer = await fixture.webhooks.testEventSubscription(fixture.caller('OWNER'), target(made.id));
    expect(answer).toMatchObject({ delivered: true, status: 200 });
    expect(JSON.parse(server.received[0]?.body ?? '')).toMatchObject({ text: expect.stringContaining('“Purchasing”') });
  });

  test('are encrypted in the database, and opened for their subscription only', async () => {
    const one = await create();
    const two = await create();
    const [stored] = await fixture.db<{ sealed: string }>`
      select sealed from subscription_secrets where subscription_id = ${one.id}`;
    expect(stored?.sealed).toMatch(/^A256GCM\./);
    await fixture.owner`
      update subscription_secrets set sealed = ${stored?.sealed ?? ''} where subscription_id = ${two.id}`;
    const sent = fixture.webhooks.testEventSubscription(fixture.caller('OWNER'), target(two.id));
    await expect(sent).rejects.toThrow('was changed');
  });
});

describe('testEventSubscription tells what went wrong', () => {
  test.each<[string, number, object]>([
    ['a redirect', 302, { status: 302, error: 'The receiver answered 302: redirects are not followed.' }],
    ['an error', 500, { status: 500, error: 'The receiver answered 500.' }],
  ])('%s', async (_, status, expected) => {
    const server = await startWebServer((_request, response) =>
      response.writeHead(status, { location: 'http://169.254.169.254/' }).end('no\0'),
    );
    const { id } = await create({ url: server.origin });
    const answer = await fixture.webhooks.testEventSubscription(fixture.caller('OWNER'), target(id));
    expect(answer).toMatchObject({ delivered: false, excerpt: 'no\uFFFD', ...expected });
    expect(server.received).toHaveLength(1);
  });

  test('nobody there', async () => {
    const { id } = await create();
    const answer = await fixture.webhooks.testEventSubscription(fixture.caller('OWNER'), target(id));
    expect(answer).toMatchObject({ delivered: false, status: null, error: expect.stringContaining('ECONNREFUSED') });
  });
});
