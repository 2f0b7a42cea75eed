import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CatalogueError } from '../../kernel/errors/catalogue-error.js';
import type { ConfigurationDocument } from '../../sub-projects/document/model/document.js';
import { subProjectUseCases } from '../../sub-projects/use-cases.js';
import { createWebhookFixture, subscribing, type WebhookFixture } from '../testing/webhook-fixture.js';
import { deploySubscriptions } from './deploy-subscriptions.js';

let fixture: WebhookFixture;
let subProjects: ReturnType<typeof subProjectUseCases>;
beforeAll(async () => {
  fixture = await createWebhookFixture();
  const { db, webhookDeps } = fixture;
  subProjects = subProjectUseCases({
    db,
    deployed: (tx, deployment) => deploySubscriptions(tx, webhookDeps, deployment),
    storagePlugins: [],
  });
});
afterAll(() => fixture.drop());

type Events = NonNullable<ConfigurationDocument['events']>;
const erp = { key: 'erp', url: 'http://127.0.0.1:9/hooks/secret-path', owner: 'owner@example.com' } as const;

const deploy = (events: Events | undefined, options: { readonly dryRun?: boolean } = {}) =>
  subProjects.deploySubProject(fixture.caller('ADMIN'), {
    subProjectId: fixture.subProjectId,
    document: JSON.stringify({
      ...subscribing,
      members: ['OWNER', 'ASSIGNEE', 'GUEST'].map((role) => ({ user: fixture.userId(role), roles: [role] })),
      ...(events === undefined ? {} : { events }),
    }),
    ...options,
  });
const list = async () => {
  const request = { subProjectId: fixture.subProjectId };
  return (await fixture.webhooks.getEventSubscriptions(fixture.caller('ADMIN'), request)).subscriptions;
};
const target = (subscriptionId: string) => ({ subProjectId: fixture.subProjectId, subscriptionId });
const refusal = async (events: Events) => {
  const error = await deploy(events).then(
    () => undefined,
    (reason: CatalogueError) => reason,
  );
  return error?.errors?.map(({ pointer, detail }) => [pointer, detail]);
};

test('[D110] event subscriptions of the document are made, changed and deleted by deployments only', async () => {
  const made = await deploy([{ ...erp, types: ['process.*'], payload: 'full' }]);
  expect(made.changes).toContain('event subscription erp added');
  const [first] = await list();
  expect(first).toMatchObject({
    declaredAs: 'erp',
    name: 'erp',
    owner: { id: fixture.userId('OWNER') },
    types: ['process.*'],
    payload: 'full',
    state: 'active',
  });
  const key = target(first?.id ?? '');
  const owner = fixture.caller('OWNER');
  const { secret } = await fixture.webhooks.revealSubscriptionSecret(owner, key);
  expect(secret).toMatch(/^whsec_/);
  await expect(fixture.webhooks.updateEventSubscription(owner, { ...key, payload: 'thin' })).rejects.toMatchObject({
    id: 1009,
  });
  await expect(fixture.webhooks.deleteEventSubscription(owner, key)).rejects.toMatchObject({ id: 1009 });
  await fixture.webhooks.updateEventSubscription(owner, { ...key, state: 'paused' });

  // What the document leaves out has its default again, and what it says nothing of stays.
  const changed = await deploy([{ ...erp, types: ['process.*'], url: 'http://127.0.0.1:9/hooks/other-path' }]);
  expect(changed.changes).toEqual([
    'event subscription erp: url changed',
    'event subscription erp: payload full -> not set',
  ]);
  const [second] = await list();
  expect(second).toMatchObject({
    id: first?.id,
    payload: 'thin',
    state: 'paused',
    url: 'http://127.0.0.1:9/hooks/other-path',
  });

  expect((await deploy([], { dryRun: true })).changes).toEqual(['event subscription erp removed']);
  expect(await list()).toHaveLength(1);
  await deploy([{ ...erp, signing: 'ed25519', owner: fixture.userId('ASSIGNEE') }]);
  expect(await list()).toMatchObject([
    {
      id: first?.id,
      signing: 'ed25519',
      publicKey: expect.stringMatching(/^whpk_/),
      owner: { id: fixture.userId('ASSIGNEE') },
    },
  ]);
  await deploy(undefined);
  expect(await list()).toEqual([]);

  const rows = await fixture.db<{ action: string; after: string }>`
    select action, coalesce(after::text, '') as after from audit_log where subject_type = 'subscription' order by id`;
  expect(rows.map(({ action }) => action)).toEqual([
    'subscription.create',
    'subscription.revealSecret',
    'subscription.update',
    'subscription.update',
    'subscription.update',
    'subscription.delete',
  ]);
  expect(rows.map(({ after }) => after).join()).not.toContain('path');
});

test('[D110] subscriptions that were made by requests are left alone', async () => {
  const { id } = await fixture.webhooks.createEventSubscription(fixture.caller('OWNER'), {
    subProjectId: fixture.subProjectId,
    url: 'http://127.0.0.1:9/own',
  });
  await deploy([erp]);
  await deploy([]);
  expect((await list()).map((one) => [one.id, one.declaredAs])).toEqual([[id, null]]);
  await fixture.webhooks.deleteEventSubscription(fixture.caller('OWNER'), target(id));
});

test('[D110] a document whose subscriptions cannot work is refused, with what is wrong where', async () => {
  expect(await refusal([{ ...erp, owner: 'nobody@example.com' }])).toEqual([
    ['/document/events/0/owner', expect.stringContaining('there is no user')],
  ]);
  expect(await refusal([erp, { ...erp, key: 'two', owner: 'guest@example.com' }])).toEqual([
    ['/document/events/1', expect.stringContaining('role')],
  ]);
  expect(await refusal([{ ...erp, url: 'ftp://example.com' }])).toEqual([
    ['/document/events/0/url', expect.stringContaining('http or https')],
  ]);
  expect(await refusal([{ ...erp, url: 'http://10.0.0.1/' }])).toEqual([
    ['/document/events/0/url', expect.stringContaining('not a public address')],
  ]);
  expect(await refusal([{ ...erp, condition: 'type =' }])).toEqual([
    ['/document/events/0/condition', expect.stringContaining('FEEL')],
  ]);
  expect(await refusal([erp, erp])).toEqual([
    ['/document/events/1/key', expect.stringContaining('is taken by /events/0')],
  ]);
  expect(await refusal([{ ...erp, payload: 'big' as 'full' }])).toEqual([
    ['/document/events/0/payload', expect.stringContaining('must be one of thin, full')],
  ]);
  expect(await list()).toEqual([]);
});
