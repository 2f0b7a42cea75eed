import { expect, test } from 'vitest';
import { declaredHook, deliver } from './support/deliveries.js';
import { signInDemoClients } from './support/demo-clients.js';
import { configuration, deploy } from './support/sub-project.js';

const { admin, owner } = await signInDemoClients();

const github = {
  key: 'issues',
  scheme: 'github',
  actAs: 'demo-owner',
  createProcess: { fields: '={supplier: body.title}' },
};
const erp = { key: 'erp', url: 'https://erp.example.com/hook', owner: 'demo-owner', types: ['process.*'] };

test('[D110] a document declares webhooks and inbound hooks; only a deployment changes them', async () => {
  const document = configuration({ hooks: [github], events: [erp] });
  const { id: subProjectId } = await deploy(admin, document);
  const { subscriptions } = await owner.ok('getEventSubscriptions', { subProjectId });
  expect(subscriptions).toMatchObject([{ declaredAs: 'erp', url: erp.url, types: ['process.*'] }]);
  const subscriptionId = subscriptions[0]?.id;
  expect((await owner.ok('revealSubscriptionSecret', { subProjectId, subscriptionId })).secret).toMatch(/^whsec_/);
  await owner.refused('updateEventSubscription', { subProjectId, subscriptionId, payload: 'full' }, 1009);
  await owner.refused('deleteEventSubscription', { subProjectId, subscriptionId }, 1009);

  const hook = await declaredHook(admin, subProjectId, 'issues');
  await owner.refused('updateInboundHook', { subProjectId, hookId: hook.hookId, name: 'Mine' }, 1009);
  await owner.refused('deleteInboundHook', { subProjectId, hookId: hook.hookId }, 1009);
  expect(await deliver(admin.url, hook, { id: '1', body: { title: 'Acme' } })).toMatchObject({ status: 200 });
  const filters = { subProjectId_id: subProjectId };
  const { processes } = await owner.ok('getProcess', { page: '1', perPageCount: '10', filters });
  expect(processes).toMatchObject([{ fields: { supplier: 'Acme' } }]);

  const request = { subProjectId, document: configuration() };
  const { changes } = await admin.ok('deploySubProject', { ...request, dryRun: true });
  expect(changes).toEqual(expect.arrayContaining(['event subscription erp removed', 'hook issues removed']));
  await admin.ok('deploySubProject', request);
  expect((await owner.ok('getEventSubscriptions', { subProjectId })).subscriptions).toEqual([]);
  expect(await deliver(admin.url, hook, { id: '2', body: { title: 'Acme' } })).toMatchObject({ status: 401 });
});

test('a delivery of more than 1 MiB is 413, and too many that nobody signed are 429', async () => {
  const { id: subProjectId } = await deploy(admin, configuration({ hooks: [github] }));
  const hook = await declaredHook(admin, subProjectId, 'issues');
  const large = await deliver(admin.url, hook, { id: '1', body: { title: 'x'.repeat(1024 * 1024) } });
  expect(large.status).toBe(413);
  const nearly = await deliver(admin.url, hook, { id: '2', body: { title: 'Acme', rest: 'x'.repeat(1024 * 1000) } });
  expect(nearly.status).toBe(200);
  // 100 a second are answered with 401. What no hook can have as its address costs the server least.
  const wrong = { path: '/hooks/nothing', secret: 'wrong' };
  const statuses = new Set<number>();
  for (let batch = 0; batch < 30 && !statuses.has(429); batch += 1) {
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) => deliver(admin.url, wrong, { id: `${batch}-${index}`, body: {} })),
    );
    for (const { status } of answers) statuses.add(status);
  }
  expect([...statuses].toSorted((a, b) => a - b)).toEqual([401, 429]);
  // Those who sign are not held up by those who do not.
  expect(await deliver(admin.url, hook, { id: '3', body: { title: 'Acme' } })).toMatchObject({ status: 200 });
});
