import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { principalOf } from '../../identity/records/principal-of.js';
import { endBackOff } from '../../jobs/testing/run-background.js';
import type { JobHandler } from '../../jobs/worker/job-handler.js';
import type { Worker } from '../../jobs/worker/worker.js';
import { newId } from '../../kernel/identifiers.js';
import { DatabaseUnavailableError } from '../../postgres/database.js';
import type { RunDeps } from '../run/run-deps.js';
import { call, diagram, end, flow, service, start, user } from '../testing/diagram.js';
import { createWorkflowFixture, type Who, type WorkflowFixture } from '../testing/workflow-fixture.js';
import { repairWork } from './repair-work.js';

const charge = diagram(
  'charge',
  start(),
  service('pay', 'charge', { inputs: { amount: '=process.fields.amount' }, retries: 1 }),
  user('check'),
  end(),
  flow('s pay check e'),
);
const calls = diagram('calls', start(), call('c', '=otherDetails.which'), end(), flow('s c e'));
const through = diagram('through', start(), end(), flow('s e'));

/** Amounts that the other system refuses. */
let refuses: (amount: number) => boolean;
const chargeJob: JobHandler = {
  type: 'charge',
  timeoutMs: 5000,
  async run({ input: { amount: given } }) {
    const amount = Number(given);
    return refuses(amount)
      ? { outcome: 'failed', message: `${amount} was refused`, permanent: true }
      : { outcome: 'completed', variables: {} };
  },
};

let fixture: WorkflowFixture;
let deps: RunDeps;
beforeEach(async () => {
  refuses = () => true;
  fixture = await createWorkflowFixture({ workflows: { charge, calls, through }, handlers: [chargeJob] });
  deps = fixture.deps;
  for (const who of ['OPERATOR', 'OWN_RUNS'] as const) {
    await fixture.db`insert into clients (id, user_id, created_ts)
      values (${`client-${who}`}, ${fixture.userId(who)}, now())`;
  }
});
afterEach(async () => {
  await fixture.expectNothingStuck();
  await fixture.drop();
});

const begin = (request: object = {}, who: Who = 'OPERATOR') =>
  fixture.useCases.bulkOperateRuns(fixture.caller(who), {
    subProjectId: fixture.subProjectId,
    action: 'RETRY',
    ...request,
  });
const get = async (bulkId: string, who: Who = 'OPERATOR') =>
  fixture.useCases.getBulkOperation(fixture.caller(who), { subProjectId: fixture.subProjectId, bulkId });
const numbers = async (bulkId: string) => {
  const { bulkOperation } = await get(bulkId);
  const { state, total, done, failed, outcomes, failure } = bulkOperation;
  const counts = Object.fromEntries(outcomes.map(({ outcome, count }) => [outcome, Number(count)]));
  return { state, total: Number(total), done: Number(done), failed: Number(failed), counts, failure };
};

const background = (batchSize: number) => [
  repairWork({ ...fixture.deps, principalOf }, { ...fixture.deps, now: () => deps.now() }, { batchSize }),
];
const working = (batchSize = 20): Worker => {
  const worker = fixture.worker({ background: background(batchSize) });
  worker.start();
  return worker;
};
const ended = async (bulkId: string) => {
  const state = async () => {
    await endBackOff(fixture.db);
    return (await numbers(bulkId)).state;
  };
  await expect.poll(state, { timeout: 60_000, interval: 20 }).not.toBe('RUNNING');
  return numbers(bulkId);
};
const openIncidents = async () => {
  const [row] = await fixture.db<{ count: number }>`select count(*) as count from incidents where resolved_ts is null`;
  return row?.count ?? 0;
};
const leftItems = () => fixture.db`select 1 from bulk_repair_items`;

/** Runs of `charge` that have failed, with the amounts 0, 1, 2 … */
async function failing(count: number): Promise<readonly string[]> {
  const worker = fixture.worker();
  worker.start();
  const runIds: string[] = [];
  for (let amount = 0; amount < count; amount += 1) {
    const processId = await fixture.createProcess({ amount });
    runIds.push((await fixture.execute('charge', processId)).id);
  }
  await expect.poll(openIncidents, { timeout: 60_000, interval: 20 }).toBe(count);
  await worker.stop();
  return runIds;
}
const failedCalls = async (...names: readonly string[]) => {
  const runs = [];
  for (const which of names) runs.push(await fixture.execute('calls', await fixture.createProcess(), { which }));
  return runs.map(({ id }) => id);
};

describe('a bulk retry', () => {
  test('counts what became of the runs: 37 of 100 fail again, and a batch that breaks off counts nothing twice', async () => {
    await failing(200);
    refuses = (amount) => amount % 100 < 37;
    const { bulkId, total } = await begin({ kind: 'job', reason: 'works again' });
    expect(total).toBe('200');
    // Another incident of the same cause is not part of it.
    refuses = () => true;
    const later = fixture.worker();
    later.start();
    await fixture.execute('charge', await fixture.createProcess({ amount: 1 }));
    await expect.poll(openIncidents, { timeout: 20_000, interval: 20 }).toBe(201);
    await later.stop();
    refuses = (amount) => amount % 100 < 37;
    let asked = 0;
    deps = {
      ...deps,
      now: () => {
        asked += 1;
        if (asked === 30) throw new DatabaseUnavailableError('gone', false);
        return Date.now();
      },
    };
    working();
    expect(await ended(bulkId)).toEqual({
      state: 'COMPLETED',
      total: 200,
      done: 200,
      failed: 0,
      counts: { SOLVED: 126, FAILED_AGAIN: 74 },
      failure: null,
    });
    expect(await openIncidents()).toBe(75);
    const [{ waiting } = { waiting: 0 }] = await fixture.db<{ waiting: number }>`
      select count(*) as waiting from tasks where state = 'OPEN'`;
    expect(waiting).toBe(126);
    const retries = await fixture.db`select 1 from audit_log where action = 'incident.retry'`;
    expect(retries).toHaveLength(200);
    expect(await leftItems()).toEqual([]);
    const logs =
      await fixture.db`select action, by_id, after from audit_log where action like 'bulk.%' order by created_ts, id`;
    expect(logs).toMatchObject([
      {
        action: 'bulk.start',
        by_id: fixture.userId('OPERATOR'),
        after: { action: 'RETRY', total: 200, reason: 'works again' },
      },
      { action: 'bulk.complete', after: { done: 200, failed: 0 } },
    ]);
  });

  test('a canary of which too many fail again keeps the others from being asked', async () => {
    await failing(10);
    refuses = (amount) => amount % 2 === 0;
    const { bulkId } = await begin({ canary: { count: 4, mostFailedPercent: 25 } });
    working();
    expect(await ended(bulkId)).toMatchObject({
      state: 'FAILED',
      done: 4,
      counts: { SOLVED: 2, FAILED_AGAIN: 2 },
      failure: expect.stringContaining(
        'Of the first 4, 2 failed again or refused, which is more than 25 %. The other 6',
      ),
    });
    expect(await openIncidents()).toBe(8);
    expect(await leftItems()).toEqual([]);
  });

  test('the others wait until each of the canary has an outcome', async () => {
    await failing(6);
    refuses = () => false;
    const { bulkId } = await begin({ canary: { count: 2, mostFailedPercent: 0 } });
    // Its jobs are taken by nobody.
    const asker = fixture.worker({ background: background(20), engineSlots: 0, handlerSlots: 0 });
    asker.start();
    await expect.poll(async () => (await numbers(bulkId)).counts, { timeout: 10_000 }).toEqual({ WAITING: 2 });
    await endBackOff(fixture.db);
    await expect
      .poll(async () => (await fixture.db`select 1 from jobs where kind = 'bulk-repair' and leased`).length)
      .toBe(0);
    expect(await numbers(bulkId)).toMatchObject({ state: 'RUNNING', done: 0, counts: { WAITING: 2 } });
    working();
    expect(await ended(bulkId)).toMatchObject({ state: 'COMPLETED', done: 6, counts: { SOLVED: 6 } });
  });

  test('corrected variables are set, and what needs no worker has its outcome at once', async () => {
    await failedCalls('a', 'b', 'c');
    const { bulkId, total } = await begin({ kind: 'call', variables: { otherDetails: { which: 'through' } } });
    expect(total).toBe('3');
    working();
    expect(await ended(bulkId)).toMatchObject({ state: 'COMPLETED', done: 3, counts: { SOLVED: 3 } });
    expect(await openIncidents()).toBe(0);
  });

  test('is asked as slowly as it should, and can be cancelled', async () => {
    await failedCalls('a', 'b', 'c');
    const { bulkId } = await begin({ perMinute: 1 });
    working();
    await expect.poll(async () => (await numbers(bulkId)).done, { timeout: 10_000 }).toBe(1);
    const [job] = await fixture.db<{ seconds: number }>`
      select extract(epoch from due_ts - now())::float8 as seconds from jobs where kind = 'bulk-repair' and open`;
    expect(job?.seconds).toBeGreaterThan(40);
    expect(job?.seconds).toBeLessThan(61);
    const { bulkOperation } = await fixture.useCases.cancelBulkOperation(fixture.caller('OPERATOR'), {
      subProjectId: fixture.subProjectId,
      bulkId,
    });
    expect(bulkOperation).toMatchObject({ kind: 'RETRY', state: 'CANCELLED', total: '3', done: '1' });
    await endBackOff(fixture.db);
    await expect.poll(leftItems, { timeout: 10_000 }).toEqual([]);
    expect(await openIncidents()).toBe(3);
    expect(await fixture.db`select 1 from incidents where resolved_ts is not null`).toHaveLength(1);
  });

  test('an incident that was resolved meanwhile is refused; a run that was cancelled while it waited is counted so', async () => {
    const [first = '', second = ''] = await failing(3);
    const { bulkId } = await begin();
    const [incident] = await fixture.db<{ id: string }>`select id from incidents where run_id = ${first}`;
    await fixture.useCases.retryIncident(fixture.caller('OPERATOR'), {
      subProjectId: fixture.subProjectId,
      runId: first,
      incidentId: incident?.id ?? '',
    });
    const asker = fixture.worker({ background: background(20), engineSlots: 0, handlerSlots: 0 });
    asker.start();
    await expect.poll(async () => (await numbers(bulkId)).counts, { timeout: 10_000 }).toEqual({ WAITING: 2 });
    await fixture.useCases.cancelWorkflowRun(fixture.caller('OPERATOR'), {
      subProjectId: fixture.subProjectId,
      runId: second,
    });
    refuses = () => false;
    working();
    expect(await ended(bulkId)).toMatchObject({ done: 2, failed: 1, counts: { CANCELLED: 1, SOLVED: 1 } });
    expect((await get(bulkId)).reasons).toMatchObject([{ code: 'ERROR_CONFLICT', count: '1' }]);
  });
});

test('a bulk cancellation ends each run once, however many incidents it has', async () => {
  const runIds = await failedCalls('a', 'b');
  const [kept = ''] = await failedCalls('c');
  const found = await fixture.db<{ id: string }>`select id from incidents where run_id = any(${runIds}::uuid[])`;
  const request = { action: 'CANCEL', incidentIds: found.map(({ id }) => id), reason: 'not needed' };
  const { bulkId, total } = await begin(request);
  expect(total).toBe('2');
  working();
  expect(await ended(bulkId)).toMatchObject({ state: 'COMPLETED', done: 2, counts: { CANCELLED: 2 } });
  expect(await Promise.all([...runIds, kept].map((id) => fixture.stateOf(id)))).toEqual([
    'CANCELLED',
    'CANCELLED',
    'FAILED',
  ]);
  const logs = await fixture.db`select after from audit_log where action = 'run.cancel'`;
  expect(logs).toMatchObject([{ after: { reason: 'not needed' } }, { after: { reason: 'not needed' } }]);
});

test('a dry run says what the first step of each would be, and does nothing', async () => {
  await failing(2);
  await failedCalls('a', 'b');
  const { bulkId, total, dryRun } = await begin({ dryRun: true });
  expect([bulkId, total]).toEqual(['', '4']);
  expect(dryRun).toEqual({
    tried: '4',
    refused: '0',
    outcomes: [
      { outcome: 'FAILED_AGAIN', count: '2' },
      { outcome: 'WAITING', count: '2' },
    ],
    reasons: [],
  });
  expect(await openIncidents()).toBe(4);
  expect(await fixture.db`select 1 from incidents`).toHaveLength(4);
  expect(await fixture.db`select 1 from bulk_operations`).toEqual([]);
  expect(await fixture.db`select action from audit_log where action like 'bulk.%'`).toEqual([
    { action: 'bulk.dryRun' },
  ]);
});

test('rights are those of the moment, and rows outside the filter are left out', async () => {
  await failedCalls('a');
  const mine = await fixture.createProcess({ assignee: fixture.userId('OWN_RUNS') });
  await fixture.execute('calls', mine, { which: 'b' });
  const { bulkId, total } = await begin({}, 'OWN_RUNS');
  expect(total).toBe('1');
  await fixture.db`update users set disabled = true where id = ${fixture.userId('OWN_RUNS')}`;
  working();
  await expect
    .poll(
      async () =>
        (await fixture.db<{ state: string }>`select state from bulk_operations where id = ${bulkId}`)[0]?.state,
      {
        timeout: 10_000,
      },
    )
    .toBe('FAILED');
  expect(await openIncidents()).toBe(2);
});

test.each<[string, Who, object, number]>([
  ['[D13] who may not operate', 'MANAGER', {}, 1209],
  ['[D13] a stranger', 'STRANGER', {}, 1209],
  ['[D14] a workflow that does not exist', 'OPERATOR', { workflowId: newId() }, 1200],
  ['[D13] an unknown sub-project', 'OPERATOR', { subProjectId: newId() }, 1202],
])('refused at once: %s', async (_rule, who, request, id) => {
  await expect(begin(request, who)).rejects.toMatchObject({ name: 'CatalogueError', id });
  expect(await fixture.db`select from jobs where kind = 'bulk-repair'`).toHaveLength(0);
});
