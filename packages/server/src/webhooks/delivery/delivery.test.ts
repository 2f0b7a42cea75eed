import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ReceivedRequest, startWebServer } from '../../jobs/handlers/testing/web-server.js';
import { newId } from '../../kernel/identifiers.js';
import { sql, transaction } from '../../postgres/database.js';
import { hintDeliveries } from '../records/deliveries.js';
import { forgetDeliveries } from '../records/forget-deliveries.js';
import { type Outcome, storeOutcomes } from '../records/outcomes.js';
import { createWebhookFixture, type WebhookFixture } from '../testing/webhook-fixture.js';
import { createDeliveryLane, type DeliveryLane } from './delivery-lane.js';
import type { AttemptOutcome } from './dispatcher.js';

let fixture: WebhookFixture;
const attempts: AttemptOutcome[] = [];
let lane: DeliveryLane;
const newLane = () =>
  createDeliveryLane({
    ...fixture.webhookDeps,
    feed: fixture.feed,
    hints: fixture.hints,
    againMs: 300,
    attempted: (outcome) => void attempts.push(outcome),
  });
beforeAll(async () => {
  fixture = await createWebhookFixture();
  lane = newLane();
  lane.start();
});
afterAll(async () => {
  await lane.stop(100);
  await fixture.drop();
});

const create = async (url: string, settings: object = {}, who = 'OWNER') =>
  (
    await fixture.webhooks.createEventSubscription(fixture.caller(who), {
      subProjectId: fixture.subProjectId,
      url,
      ...settings,
    })
  ).id;
const target = (subscriptionId: string) => ({ subProjectId: fixture.subProjectId, subscriptionId });
const update = (processId: string, updates: object, who = 'OWNER') =>
  fixture.useCases.updateProcessField(fixture.caller(who), { subProjectId: fixture.subProjectId, processId, updates });
const deliveries = async (id: string, more: object = {}) =>
  (await fixture.webhooks.getDeliveries(fixture.caller('ADMIN'), { ...target(id), ...more })).deliveries;
const subscription = async (id: string) => {
  const request = { subProjectId: fixture.subProjectId, subscriptionId: id };
  const { subscriptions } = await fixture.webhooks.getEventSubscriptions(fixture.caller('ADMIN'), request);
  return subscriptions[0];
};

const leaseOf = async (id: string) => {
  const [row] = await fixture.db<{ worker: string | null; fence: number }>`
    select worker, fence from subscription_progress where subscription_id = ${id}`;
  return row ?? { worker: null, fence: 0 };
};

/** Deploys a version that differs in the private addresses that it allows. */
const deployAllowing = async (addresses: readonly string[]) => {
  const versionId = newId();
  await fixture.owner`
    with current as (
      select v.* from sub_project_versions v join sub_projects p on p.current_version_id = v.id where p.id = ${fixture.subProjectId}
    ), added as (
      insert into sub_project_versions (id, sub_project_id, number, document, files, configuration, fingerprint, created_by, created_ts)
      select ${versionId}::uuid, c.sub_project_id, c.number + 1, c.document, c.files,
        jsonb_set(c.configuration, '{document,http,allowPrivateAddresses}', ${sql.json(addresses)}::jsonb),
        ${versionId}, c.created_by, now() from current c
    )
    update sub_projects p set current_version_id = ${versionId} where p.id = ${fixture.subProjectId}`;
};

interface Body {
  readonly type: string;
  readonly timestamp: string;
  readonly data: {
    readonly id: string;
    readonly processId: string;
    readonly sequence: string;
    readonly replay: boolean;
    readonly payload: string;
    readonly changed: readonly string[];
    readonly data?: { readonly after: { readonly fields?: object } };
  };
}
const bodyOf = ({ body }: ReceivedRequest): Body => JSON.parse(body) as Body;
const bodies = (server: { readonly received: readonly ReceivedRequest[] }) => server.received.map(bodyOf);

/** A receiver that answers with what `answer` gives. */
const receiver = (answer: (body: Body, count: number) => number = () => 204) => {
  let count = 0;
  return startWebServer((request, response) => {
    count += 1;
    response.writeHead(answer(bodyOf(request), count)).end('told');
  });
};

const until = async (holds: () => boolean | Promise<boolean>, what: string) => {
  for (let turn = 0; turn < 600; turn += 1) {
    if (await holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error(`it did not happen: ${what}`);
};

describe('a receiver', () => {
  test('gets what its owner sees, thin or full, and only types, processes and events that match', async () => {
    const [thin, full, filtered, none] = [await receiver(), await receiver(), await receiver(), await receiver()];
    const mine = fixture.userId('ASSIGNEE');
    await create(thin.origin, { types: ['process.updated'] });
    await create(full.origin, { payload: 'full', types: ['process.*'] }, 'ASSIGNEE');
    await create(filtered.origin, { filter: { 'fields.supplier': 'Acme' }, condition: 'type = "process.updated"' });
    await create(none.origin, { types: ['task.*'] });
    const other = await fixture.create({ assignee: fixture.userId('OWNER'), supplier: 'Other' });
    const processId = await fixture.create({ assignee: mine });
    await update(other, { amount: 1 });
    await update(processId, { amount: 5, notes: 'secret' });
    await update(processId, { notes: 'secret again' });
    await until(() => filtered.received.length === 2 && thin.received.length === 3, 'all were told');
    await until(() => full.received.length === 3, 'the assignee was told');
    expect(bodies(thin).find(({ data }) => data.processId === other)).toEqual({
      type: 'process.updated',
      timestamp: expect.stringMatching(/Z$/),
      data: expect.objectContaining({ changed: ['fields.amount'], payload: 'thin', replay: false, sequence: '2' }),
    });
    expect(bodies(thin).some(({ data }) => 'data' in data)).toBe(false);
    expect(bodies(full).map(({ type, data }) => [type, data.processId === processId, data.data?.after.fields])).toEqual(
      [
        ['process.created', true, expect.objectContaining({ supplier: 'Acme' })],
        ['process.updated', true, { amount: 5 }],
        ['process.updated', true, {}],
      ],
    );
    expect(full.received.map(({ body }) => body).join()).not.toContain('secret');
    expect(bodies(filtered).map(({ data }) => data.processId)).toEqual([processId, processId]);
    expect(none.received).toHaveLength(0);
    // The process leaves the row filter of the assignee: it is told once.
    await update(processId, { assignee: fixture.userId('OWNER') });
    await update(processId, { amount: 9 });
    await until(() => thin.received.length === 5 && full.received.length >= 4, 'the changes were told');
    expect(
      bodies(full)
        .map(({ type }) => type)
        .slice(3),
    ).toEqual(['process.hidden']);
  });

  test('that fails gets the event again with the same id; later ones of the process wait, others do not', async () => {
    const fails = new Set<string>();
    const server = await receiver((body) => (fails.has(body.data.processId) ? 500 : 204));
    const id = await create(server.origin, { types: ['process.updated'] });
    const [one, two] = [await fixture.create(), await fixture.create()];
    fails.add(one);
    for (let amount = 1; amount <= 3; amount += 1)
      for (const processId of [one, two]) await update(processId, { amount });
    await until(async () => (await deliveries(id, { processId: one })).length === 3, 'three rows');
    await until(() => bodies(server).filter(({ data }) => data.processId === two).length === 3, 'the other process');
    expect((await deliveries(id, { processId: one })).map(({ state, attempts: count }) => [state, count])).toEqual([
      ['queued', 0],
      ['queued', 0],
      ['waiting', 1],
    ]);
    const [first] = (await deliveries(id, { state: 'waiting' })).flatMap(({ log }) => log);
    expect(first).toMatchObject({ attempt: 1, status: 500, error: 'The receiver answered 500.', excerpt: 'told' });
    fails.clear();
    const request = { ...target(id), processId: one, state: 'waiting' as const };
    expect(await fixture.webhooks.retryDeliveries(fixture.caller('OWNER'), request)).toEqual({ count: 1 });
    await until(() => bodies(server).filter(({ data }) => data.processId === one).length === 4, 'all of the process');
    const told = server.received.filter((request) => bodyOf(request).data.processId === one);
    expect(told.map((request) => bodyOf(request).data.sequence)).toEqual(['2', '2', '3', '4']);
    expect(new Set(told.map(({ headers }) => headers['webhook-id'])).size).toBe(3);
    expect(told[0]?.headers['webhook-id']).toBe(told[1]?.headers['webhook-id']);
    await until(async () => (await deliveries(id, { state: 'delivered' })).length === 6, 'all are delivered');
    await update(one, { amount: 4 });
    await until(() => server.received.length === 8, 'and it goes on');
  });

  test('that answers 410 gets nothing more until it is resumed, and then everything', async () => {
    const server = await receiver((_, count) => (count === 1 ? 410 : 204));
    const id = await create(server.origin, { types: ['process.updated'] });
    const processId = await fixture.create();
    await update(processId, { amount: 1 });
    await until(async () => (await subscription(id))?.state === 'disabled', 'it is disabled');
    expect((await subscription(id))?.reason).toContain('410');
    await update(processId, { amount: 2 });
    await fixture.webhooks.updateEventSubscription(fixture.caller('OWNER'), { ...target(id), state: 'active' });
    await fixture.webhooks.retryDeliveries(fixture.caller('OWNER'), target(id));
    await until(() => server.received.length === 3, 'it is told');
    expect(bodies(server).map(({ data }) => data.sequence)).toEqual(['2', '2', '3']);
  });

  test('that answers 410 at its old address does not disable the settings of after', async () => {
    let answer: (() => void) | undefined;
    const old = await startWebServer((_, response) => {
      answer = () => response.writeHead(410).end();
    });
    const corrected = await receiver();
    const id = await create(old.origin, { types: ['process.updated'] });
    const [one, two] = [await fixture.create(), await fixture.create()];
    await update(one, { amount: 1 });
    await until(() => answer !== undefined, 'the request is under way');
    const changes = { ...target(id), url: corrected.origin };
    await fixture.webhooks.updateEventSubscription(fixture.caller('OWNER'), changes);
    answer?.();
    await until(async () => (await deliveries(id)).some(({ log }) => log[0]?.status === 410), 'the answer is stored');
    await update(two, { amount: 1 });
    await until(() => bodies(corrected).some(({ data }) => data.processId === two), 'the new address is told');
    expect(await subscription(id)).toMatchObject({ state: 'active', reason: null });
  });

  test('has got the event with a status of 2xx, however long its answer is and whether it ends', async () => {
    const long = await startWebServer((_, response) => response.writeHead(200).end('x'.repeat(200_000)));
    const broken = await startWebServer((_, response) => {
      response.writeHead(200, { 'content-length': '1000' }).write('begun', () => response.destroy());
    });
    const servers = [long, broken];
    const ids = await Promise.all(servers.map(({ origin }) => create(origin, { types: ['process.updated'] })));
    await update(await fixture.create(), { amount: 1 });
    for (const id of ids) await until(async () => (await deliveries(id)).length === 1, 'it is stored');
    const rows = (await Promise.all(ids.map((id) => deliveries(id)))).flat();
    expect(rows.map(({ state, attempts: count }) => [state, count])).toEqual([
      ['delivered', 1],
      ['delivered', 1],
    ]);
    expect(servers.map(({ received }) => received.length)).toEqual([1, 1]);
  });

  test('that is slow holds neither others nor other processes up', async () => {
    const held: (() => void)[] = [];
    const slow = await startWebServer((request, response) => {
      const end = () => response.writeHead(204).end();
      if (bodyOf(request).data.changed.includes('fields.notes')) held.push(end);
      else end();
    });
    const quick = await receiver();
    const id = await create(slow.origin, { types: ['process.updated'] });
    await create(quick.origin, { types: ['process.updated'] });
    const [one, two] = [await fixture.create(), await fixture.create()];
    await update(one, { notes: 'slow' });
    await update(one, { amount: 1 });
    for (let amount = 1; amount <= 5; amount += 1) await update(two, { amount });
    await until(() => quick.received.length >= 7, 'the quick receiver has all');
    await until(() => slow.received.length === 6, 'the slow one has the other process');
    // After a second the request under way has a row, and the position passes it.
    await until(async () => (await deliveries(id, { state: 'queued' })).length === 1, 'it was set aside');
    for (const end of held) end();
    await until(async () => (await deliveries(id, { state: 'delivered' })).length === 7, 'all are delivered');
    expect(
      bodies(slow)
        .filter(({ data }) => data.processId === one)
        .map(({ data }) => data.sequence),
    ).toEqual(['2', '3']);
  });

  test('gets no more requests a second than allowed', async () => {
    const server = await receiver();
    await create(server.origin, { types: ['process.updated'], ratePerSecond: 10, ordering: 'none' });
    const processId = await fixture.create();
    const begun = performance.now();
    for (let amount = 1; amount <= 12; amount += 1) await update(processId, { amount });
    await until(() => server.received.length === 12, 'all are told');
    expect(performance.now() - begun).toBeGreaterThan(1000);
  });
});

describe('dead letters', () => {
  test('an event on which the condition fails says why, and parks its process', async () => {
    const server = await receiver();
    const condition = 'if data.after.fields.notes = "long" then count(for i in 1..9999999 return i) > 1 else true';
    const id = await create(server.origin, { types: ['process.updated'], condition });
    const [one, two] = [await fixture.create(), await fixture.create()];
    await update(one, { notes: 'long' });
    await update(one, { notes: 'short' });
    await update(two, { notes: 'short' });
    await until(async () => (await deliveries(id)).length === 3, 'three outcomes');
    expect((await deliveries(id)).map(({ state, error }) => [state, error])).toEqual([
      ['delivered', null],
      ['queued', 'An earlier event of the process was not delivered.'],
      ['dead', expect.stringMatching(/^The condition failed on the event: /)],
    ]);
    expect(bodies(server).map(({ data }) => data.processId)).toEqual([two]);
  });

  test('a condition that gives a value names its kind only, and the subscription goes on', async () => {
    const server = await receiver();
    // Cut after 100 characters, half of a surrogate pair would be left.
    const value = `${'x'.repeat(98)}\u{1F600}`;
    const condition = `if data.after.fields.notes = "odd" then "${value}" else true`;
    const id = await create(server.origin, { types: ['process.updated'], condition });
    const [one, two] = [await fixture.create(), await fixture.create()];
    await update(one, { notes: 'odd' });
    await update(two, { notes: 'even' });
    await until(async () => (await deliveries(id)).length === 2, 'two outcomes');
    expect((await deliveries(id)).map(({ state, error }) => [state, error])).toEqual([
      ['delivered', null],
      ['dead', 'The condition gave a text for the event, and not true or false.'],
    ]);
  });

  test('that fails while the open deliveries are read anew gets no later event of the process before', async () => {
    const { db, owner, subProjectId } = fixture;
    let refuse = (): void => undefined;
    const isRefused = new Promise<void>((resolve) => {
      refuse = resolve;
    });
    const sent: string[] = [];
    const server = await startWebServer(async (request, response) => {
      sent.push(bodyOf(request).data.sequence);
      if (sent.length === 1) await isRefused;
      response.writeHead(sent.length === 1 ? 500 : 204).end();
    });
    const [processId, other] = [await fixture.create(), await fixture.create()];
    const id = await create(server.origin, { types: ['process.updated'] });
    await update(processId, { amount: 1 });
    await until(() => sent.length === 1, 'the first event is under way');
    await db`
      insert into deliveries (sub_project_id, subscription_id, position, type, process_id, state, created_ts, updated_ts)
      values (${subProjectId}, ${id}, 900000, 'process.updated', ${other}, 'queued', now(), now())`;
    // The look at what is open waits for this lock, and the first event fails meanwhile.
    await transaction(owner, async (tx) => {
      await tx`select from deliveries where subscription_id = ${id} for update`;
      await transaction(db, (hint) => hintDeliveries(hint, 'millrace_jobs', { id }));
      const isWaiting = async () => (await owner`select from pg_locks where not granted`).length > 0;
      await until(isWaiting, 'the look waits');
      const failed = attempts.filter((outcome) => outcome === 'failed').length;
      refuse();
      await until(() => attempts.filter((outcome) => outcome === 'failed').length > failed, 'the first event failed');
    });
    await update(processId, { amount: 2 });
    await until(async () => (await deliveries(id, { processId })).length === 2, 'both have rows');
    expect((await deliveries(id, { processId })).map(({ state }) => state)).toEqual(['queued', 'waiting']);
    expect(sent).toEqual(['2']);
  });

  test('an outcome that the database cannot hold is stored without its text, and the others as they are', async () => {
    const { db, subProjectId } = fixture;
    const id = await create('http://127.0.0.1:9/nobody', { types: ['task.*'] });
    await until(async () => (await leaseOf(id)).worker !== null, 'a worker has it');
    const lease = { subProjectId, id, ...(await leaseOf(id)), worker: (await leaseOf(id)).worker ?? '' };
    const outcome = (position: number, error: string, excerpt: string): Outcome => ({
      position,
      type: 'process.updated',
      processId: null,
      state: 'dead',
      replay: false,
      attempts: 1,
      tries: 1,
      dueTs: null,
      error,
      attempt: { startedTs: new Date(), durationMs: 1, status: 500, excerpt },
    });
    const given = [outcome(7001, 'cut \ud83d', 'a'), outcome(7002, 'whole', 'b\ud83d'), outcome(7003, 'whole', 'c')];
    const note = { position: 0, replay: undefined, failingSince: null };
    expect(await storeOutcomes(db, lease, given, note)).toBe(true);
    const unstorable = 'What came of it has text that the database cannot store.';
    const rows = await db<{ error: string; excerpt: string }>`
      select error, excerpt from deliveries where subscription_id = ${id} order by position`;
    expect(rows.map(({ error, excerpt }) => [error, excerpt])).toEqual([
      [unstorable, null],
      [unstorable, null],
      ['whole', 'c'],
    ]);
  });

  test('a person skips or retries what is parked', async () => {
    let isDown = true;
    const server = await receiver(() => (isDown ? 503 : 204));
    const id = await create(server.origin, { types: ['process.updated'] });
    const processId = await fixture.create();
    for (let amount = 1; amount <= 3; amount += 1) await update(processId, { amount });
    await until(async () => (await deliveries(id)).length === 3, 'rows');
    await fixture.db`update deliveries set state = 'dead', due_ts = null where subscription_id = ${id} and state = 'waiting'`;
    expect(await subscription(id)).toMatchObject({ dead: '1', waiting: '2' });
    const [dead] = await deliveries(id, { state: 'dead' });
    isDown = false;
    const caller = fixture.caller('OWNER');
    await fixture.webhooks.skipDelivery(caller, { ...target(id), position: dead?.position ?? '' });
    await until(() => bodies(server).some(({ data }) => data.sequence === '4'), 'the rest is told');
    expect(bodies(server).map(({ data }) => data.sequence)).toEqual(['2', '3', '4']);
    await expect(
      fixture.webhooks.skipDelivery(caller, { ...target(id), position: dead?.position ?? '' }),
    ).rejects.toMatchObject({ id: 1009 });
    await fixture.db`update deliveries set state = 'dead' where subscription_id = ${id} and state = 'skipped'`;
    expect(await fixture.webhooks.retryDeliveries(caller, { ...target(id), state: 'dead' })).toEqual({ count: 1 });
    await until(() => server.received.length === 4, 'it is sent again');
  });
});

describe('the log and the configuration change', () => {
  test('deliveries whose events were deleted from the log are closed, and later ones of the process are sent', async () => {
    const { db, subProjectId } = fixture;
    let isDown = true;
    const server = await receiver(() => (isDown ? 503 : 204));
    const id = await create(server.origin, { types: ['process.updated'] });
    const processId = await fixture.create();
    for (let amount = 1; amount <= 2; amount += 1) await update(processId, { amount });
    await until(async () => (await deliveries(id)).length === 2, 'rows');
    const [last, first] = await deliveries(id);
    const log = await db<{ first: number }>`
      select first_position as first from event_positions where sub_project_id = ${subProjectId}`;
    // As when the partition of the first event is dropped.
    await db`update event_positions set first_position = ${first?.position ?? ''}::bigint + 1 where sub_project_id = ${subProjectId}`;
    isDown = false;
    await forgetDeliveries(db);
    await db`update event_positions set first_position = ${log[0]?.first ?? 1} where sub_project_id = ${subProjectId}`;
    expect((await deliveries(id)).map(({ position, state, error }) => [position, state, error])).toEqual([
      [last?.position, 'queued', expect.anything()],
      [first?.position, 'skipped', 'The log does not have the event any more.'],
    ]);
    await fixture.webhooks.retryDeliveries(fixture.caller('OWNER'), { ...target(id), state: 'waiting' });
    await lane.stop();
    lane = newLane();
    lane.start();
    await until(async () => (await deliveries(id))[0]?.state === 'delivered', 'the later event is sent');
    expect(server.received.filter(({ body }) => body.includes(`"position":"${first?.position}"`))).toHaveLength(1);
  });

  test('an address that a deployment allows no longer gets nothing more, and gets it when it is allowed again', async () => {
    const server = await receiver();
    const id = await create(server.origin, { types: ['process.updated'] });
    const processId = await fixture.create();
    await update(processId, { amount: 1 });
    await until(() => server.received.length === 1, 'it is told');
    await deployAllowing([]);
    await update(processId, { amount: 2 });
    await until(async () => (await deliveries(id))[0]?.state === 'waiting', 'it is refused');
    expect((await deliveries(id))[0]?.error).toContain('is not a public address');
    expect(server.received).toHaveLength(1);
    await deployAllowing(['127.0.0.1']);
    await fixture.webhooks.retryDeliveries(fixture.caller('OWNER'), { ...target(id), state: 'waiting' });
    await until(() => server.received.length === 2, 'it is told again');
  });
});

describe('a replay', () => {
  test('sends a part of the log again, marked, with the same ids', async () => {
    const server = await receiver();
    const id = await create(server.origin, { types: ['process.updated'] });
    const processId = await fixture.create();
    for (let amount = 1; amount <= 3; amount += 1) await update(processId, { amount });
    await until(async () => (await deliveries(id)).length === 3, 'all are delivered');
    const [, second] = (await deliveries(id)).toReversed();
    const caller = fixture.caller('OWNER');
    await fixture.webhooks.replayEvents(caller, { ...target(id), fromPosition: second?.position ?? '' });
    await until(() => server.received.length === 5, 'two are sent again');
    expect(bodies(server).map(({ data }) => [data.sequence, data.replay])).toEqual([
      ['2', false],
      ['3', false],
      ['4', false],
      ['3', true],
      ['4', true],
    ]);
    expect(server.received[3]?.headers['webhook-id']).toBe(server.received[1]?.headers['webhook-id']);
    await until(async () => (await subscription(id))?.replaying === false, 'it has ended');
    await fixture.webhooks.replayEvents(caller, { ...target(id), since: '2020-01-01T00:00:00Z' });
    await until(() => server.received.length >= 8, 'all since then');
  });
});

describe('the owner', () => {
  test('that is disabled suspends the subscription, and it goes on when it is enabled', async () => {
    const server = await receiver();
    const id = await create(server.origin, { types: ['process.updated'] }, 'ASSIGNEE');
    const userId = fixture.userId('ASSIGNEE');
    const processId = await fixture.create({ assignee: userId });
    await update(processId, { amount: 1 });
    await until(() => server.received.length === 1, 'it is told');
    await fixture.owner`update users set disabled = true where id = ${userId}`;
    await new Promise((resolve) => setTimeout(resolve, 2100));
    await update(processId, { amount: 2 });
    await until(async () => (await subscription(id))?.state === 'suspended', 'it is suspended');
    expect((await subscription(id))?.reason).toContain('is disabled');
    await fixture.owner`update users set disabled = false where id = ${userId}`;
    await until(() => server.received.length === 2, 'it goes on');
    expect(bodies(server).map(({ data }) => data.sequence)).toEqual(['2', '3']);
  }, 30_000);
});

describe('workers', () => {
  test('share the subscriptions, and take over those of one that ended; nothing is lost and all is in order', async () => {
    const servers = [await receiver(), await receiver(), await receiver(), await receiver()];
    for (const { origin } of servers) await create(origin, { types: ['process.updated'] });
    const second = newLane();
    second.start();
    const processId = await fixture.create();
    const write = async (from: number, to: number) => {
      for (let amount = from; amount <= to; amount += 1) await update(processId, { amount });
    };
    await write(1, 20);
    await second.stop();
    await write(21, 40);
    const complete = (server: (typeof servers)[number]) =>
      new Set(bodies(server).map(({ data }) => data.sequence)).size === 40;
    await until(() => servers.every(complete), 'all are told');
    for (const server of servers) {
      const firsts = [...new Set(bodies(server).map(({ data }) => Number(data.sequence)))];
      expect(firsts).toEqual(firsts.toSorted((a, b) => a - b));
    }
  }, 30_000);

  test('a request whose result was not stored is sent again, with the same id', async () => {
    const server = await receiver();
    const id = await create(server.origin, { types: ['process.updated'] });
    const processId = await fixture.create();
    await update(processId, { amount: 1 });
    await until(async () => (await deliveries(id)).length === 1, 'it is delivered');
    // As if the worker had ended after the request and before the result was stored.
    await lane.stop();
    await fixture.db`delete from deliveries where subscription_id = ${id}`;
    await fixture.db`update subscription_progress set position = position - 1 where subscription_id = ${id}`;
    lane = newLane();
    lane.start();
    await until(() => server.received.length === 2, 'it is sent again');
    const [first, again] = server.received;
    expect(again?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    await until(async () => (await deliveries(id, { state: 'delivered' })).length === 1, 'it is delivered');
  });
});
