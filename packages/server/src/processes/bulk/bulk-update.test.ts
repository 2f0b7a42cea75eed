import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { principalOf } from '../../identity/records/principal-of.js';
import { backgroundRunner } from '../../jobs/testing/run-background.js';
import { newId } from '../../kernel/identifiers.js';
import { DatabaseUnavailableError, transaction } from '../../postgres/database.js';
import { changeProcessWith } from '../change/change-process.js';
import { createProcessFixture, insertSubProject, type ProcessFixture } from '../testing/process-fixture.js';
import { bulkWork } from './bulk-work.js';
import { type BulkUpdateDeps, bulkUpdate } from './update-kind.js';

let fixture: ProcessFixture;
beforeEach(async () => {
  fixture = await createProcessFixture();
  // What a token of these users would be: their client must be there when the work is done.
  for (const who of ['OWNER', 'ASSIGNEE', 'REVIEWER', 'ADMIN']) {
    await fixture.db`insert into clients (id, user_id, created_ts) values (${who}, ${fixture.userId(who)}, now())`;
  }
});
afterEach(() => fixture.drop());

const caller = (who: string) => fixture.caller(who, { clientId: who });

const start = (who: string, request: object = {}) =>
  fixture.useCases.bulkUpdateProcesses(caller(who), {
    subProjectId: fixture.subProjectId,
    filters: {},
    updates: { notes: 'changed' },
    ...request,
  });

const depsOf = (changes: Partial<BulkUpdateDeps> = {}): BulkUpdateDeps => ({
  ...fixture.deps,
  changeProcess: changeProcessWith(fixture.deps),
  batchSize: 3,
  ...changes,
});

const workerOf = (deps: BulkUpdateDeps = depsOf()) =>
  backgroundRunner(fixture.db, [bulkWork({ ...fixture.deps, principalOf }, bulkUpdate(deps))]);
/** Does everything that is due, failed attempts included. */
const runAll = (deps?: BulkUpdateDeps) => workerOf(deps).runAll();

const get = (who: string, bulkId: string, paging: object = {}) =>
  fixture.useCases.getBulkOperation(caller(who), { subProjectId: fixture.subProjectId, bulkId, ...paging });

const batch = async (deps?: BulkUpdateDeps) => {
  const worker = workerOf(deps);
  const job = await worker.lease();
  if (job !== undefined) await worker.perform(job);
  return worker.counts;
};

const versions = async () =>
  (await fixture.db<{ version: number }>`select version from processes order by created_ts, id`).map(
    (row) => row.version,
  );

const create = async (count: number, fields: (index: number) => object = () => ({})) => {
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) ids.push(await fixture.create(fields(index)));
  return ids;
};

test('one user runs only so many at once, also when they are sent together; others run theirs', async () => {
  await create(1);
  const limit = fixture.deps.bulkUpdatesPerUser;
  const sent = await Promise.allSettled(Array.from({ length: limit + 3 }, () => start('OWNER')));
  const begun = sent.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  expect(begun).toHaveLength(limit);
  for (const one of sent) {
    if (one.status === 'rejected') expect(one.reason).toMatchObject({ id: 1003, status: 429, retryAfter: 10 });
  }
  await start('ADMIN');
  const [first, second] = begun;
  const cancelled = { subProjectId: fixture.subProjectId, bulkId: first?.bulkId ?? '' };
  await fixture.useCases.cancelBulkOperation(caller('OWNER'), cancelled);
  await start('OWNER');
  await expect(start('OWNER')).rejects.toMatchObject({ id: 1003 });
  await runAll();
  expect((await get('OWNER', second?.bulkId ?? '')).bulkOperation.state).toBe('COMPLETED');
  await start('OWNER');
});

describe('a bulk update', () => {
  test('[D5] [D17] changes every process that matches, each with its version and audit row', async () => {
    await create(8, (amount) => ({ amount }));
    const { bulkId, total } = await start('OWNER', { filters: { 'fields.amount': { gte: 1 } }, reason: 'tidy' });
    expect(total).toBe('7');
    const later = await fixture.create({ amount: 5 });
    await runAll();
    expect(await versions()).toEqual([1, 2, 2, 2, 2, 2, 2, 2, 1]);
    const { bulkOperation, errors, meta } = await get('OWNER', bulkId);
    expect(bulkOperation).toMatchObject({
      id: bulkId,
      state: 'COMPLETED',
      total: '7',
      done: '7',
      failed: '0',
      failure: null,
    });
    expect([errors, meta.totalCount]).toEqual([[], '0']);
    const logs = await fixture.db`
      select action, by_id, trace_id, after from audit_log where action <> 'process.create' order by created_ts, id`;
    expect(logs).toHaveLength(9);
    expect(logs[0]).toMatchObject({ action: 'bulk.start', after: { names: ['notes'], total: 7, reason: 'tidy' } });
    expect(logs[1]).toMatchObject({ action: 'process.update', by_id: fixture.userId('OWNER'), trace_id: 'test-trace' });
    expect(logs.at(-1)).toMatchObject({ action: 'bulk.complete', after: { done: 7, failed: 0 } });
    expect(fixture.calls.changed).toHaveLength(7);
    expect(fixture.calls.changed).not.toContain(later);
  });

  test('[D17] what a process refuses is reported, page by page, and does not stop the others', async () => {
    const ids = await create(5);
    await fixture.db`update processes set state = 'APPROVED' where id = any(${ids.slice(1, 4)}::uuid[])`;
    const { bulkId } = await start('OWNER', { updates: { state: 'IN_REVIEW' } });
    await runAll();
    const first = await get('OWNER', bulkId, { page: '1', perPageCount: '2' });
    const second = await get('OWNER', bulkId, { page: '2', perPageCount: '2' });
    expect(first.bulkOperation).toMatchObject({ state: 'COMPLETED', done: '2', failed: '3' });
    expect(first.meta).toMatchObject({ totalCount: '3', totalPages: '2' });
    const refused = [...first.errors, ...second.errors];
    expect(refused.map(({ processId, id }) => [processId, id])).toEqual([3, 2, 1].map((at) => [ids[at], 1232]));
    expect(refused[0]?.detail).toContain('APPROVED');
  });

  test('[D5] a process that a server whose clock is ahead created is part of it', async () => {
    await create(2);
    await fixture.db`update processes set created_ts = created_ts + interval '1 minute'`;
    const { bulkId } = await start('OWNER');
    await runAll();
    expect((await get('OWNER', bulkId)).bulkOperation).toMatchObject({ state: 'COMPLETED', total: '2', done: '2' });
  });

  test('[D12] touches only what the caller sees and may update, by the lists of the roles that cover it', async () => {
    const assignee = fixture.userId('ASSIGNEE');
    const [mine, other] = [await fixture.create({ assignee }), await fixture.create()];
    expect((await start('ASSIGNEE')).total).toBe('1');
    await runAll();
    const changed = await fixture.db`select id, fields->>'notes' as notes from processes order by created_ts, id`;
    expect(changed).toEqual([
      { id: mine, notes: 'changed' },
      { id: other, notes: null },
    ]);
  });

  test('[D12] fields the caller does not see cannot be probed by the number of matches', async () => {
    await expect(start('ASSIGNEE', { filters: { 'fields.amount': 1 } })).rejects.toMatchObject({ id: 1231 });
  });
});

describe('failures', () => {
  test('a bulk update that fails every time ends as FAILED and does not hold up another one', async () => {
    await create(4);
    const broken = await start('OWNER');
    const sound = await start('OWNER', { updates: { amount: 1 } });
    const changeProcess = changeProcessWith(fixture.deps);
    const deps = depsOf({
      changeProcess: async (tx, actor, change) => {
        if ('notes' in change.updates) throw new DatabaseUnavailableError('gone', false);
        return changeProcess(tx, actor, change);
      },
    });
    await runAll(deps);
    expect((await get('OWNER', sound.bulkId)).bulkOperation).toMatchObject({ state: 'COMPLETED', done: '4' });
    expect((await get('OWNER', broken.bulkId)).bulkOperation).toMatchObject({
      state: 'FAILED',
      done: '0',
      failure: expect.stringContaining('given up'),
    });
    const ends = await fixture.db`select subject_id as id from audit_log where action = 'bulk.fail'`;
    expect(ends).toEqual([{ id: broken.bulkId }]);
    expect(await fixture.db`select from jobs where open`).toHaveLength(0);
  });

  test('a worker that dies in a batch repeats it whole, and nothing before it', async () => {
    await create(7);
    const { bulkId } = await start('OWNER');
    await batch();
    expect((await get('OWNER', bulkId)).bulkOperation).toMatchObject({ state: 'RUNNING', done: '3' });
    let calls = 0;
    const dies: BulkUpdateDeps = depsOf({
      processChanged: () => {
        calls += 1;
        if (calls === 2) throw new DatabaseUnavailableError('gone', false);
      },
    });
    expect(await batch(dies)).toMatchObject({ retried: 1 });
    expect((await get('OWNER', bulkId)).bulkOperation).toMatchObject({ state: 'RUNNING', done: '3' });
    await runAll();
    expect(await versions()).toEqual([2, 2, 2, 2, 2, 2, 2]);
    expect((await get('OWNER', bulkId)).bulkOperation).toMatchObject({ state: 'COMPLETED', done: '7', failed: '0' });
  });

  test('several workers share the work without doing anything twice', async () => {
    await create(12);
    const both = [await start('OWNER'), await start('OWNER', { updates: { amount: 1 } })];
    await Promise.all([1, 2, 3].map(() => runAll()));
    await runAll();
    expect(new Set(await versions())).toEqual(new Set([3]));
    for (const { bulkId } of both) {
      expect((await get('OWNER', bulkId)).bulkOperation).toMatchObject({ state: 'COMPLETED', done: '12' });
    }
  });

  test('a server that lost its lease changes nothing; another one goes on after the last batch', async () => {
    await create(7);
    const { bulkId } = await start('OWNER');
    const [frozen, other] = [workerOf(), workerOf()];
    const late = await frozen.lease();
    await fixture.db`update jobs set due_ts = now() - interval '1 second' where kind = 'bulk-update'`;
    const job = await other.lease();
    if (late === undefined || job === undefined) throw new Error('nothing was leased');
    await other.perform(job);
    await frozen.perform(late);
    expect(frozen.counts).toMatchObject({ done: 0, stale: 1 });
    expect((await get('OWNER', bulkId)).bulkOperation).toMatchObject({ state: 'RUNNING', done: '3' });
    await runAll();
    expect(await versions()).toEqual([2, 2, 2, 2, 2, 2, 2]);
    expect((await get('OWNER', bulkId)).bulkOperation).toMatchObject({ state: 'COMPLETED', done: '7' });
  });

  test('[D12] rights that are taken away end it before the next batch', async () => {
    await create(7);
    const { bulkId } = await start('OWNER');
    await batch();
    await fixture.db`update clients set disabled = true where id = 'OWNER'`;
    await runAll();
    const { bulkOperation } = await get('ADMIN', bulkId);
    expect(bulkOperation).toMatchObject({ state: 'FAILED', done: '3', failure: expect.stringContaining('1001') });
    expect((await versions()).filter((version) => version === 2)).toHaveLength(3);
  });

  test('cancelled: what is done stays, nothing else begins, and cancelling again changes nothing', async () => {
    await create(7);
    const { bulkId } = await start('OWNER');
    await batch();
    const cancel = () =>
      fixture.useCases.cancelBulkOperation(caller('OWNER'), { subProjectId: fixture.subProjectId, bulkId });
    const { bulkOperation } = await cancel();
    expect(bulkOperation).toMatchObject({ state: 'CANCELLED', done: '3' });
    await runAll();
    expect(await fixture.db`select from jobs where open`).toHaveLength(0);
    expect((await cancel()).bulkOperation).toMatchObject({ state: 'CANCELLED', done: '3' });
    const [ended] = await fixture.db`select count(*)::integer as n from audit_log where action = 'bulk.cancel'`;
    expect(ended).toEqual({ n: 1 });
  });
});

describe('refused at once', () => {
  test.each<[string, string, object, number]>([
    ['[D13] a role that may not update', 'CLERK', {}, 1207],
    ['[D13] a stranger', 'STRANGER', {}, 1207],
    ['[D17] a field in no update list', 'ASSIGNEE', { updates: { amount: 1 } }, 1207],
    ['[D17] a field that does not exist', 'OWNER', { updates: { colour: 1 } }, 1231],
    ['[D17] nothing to update', 'OWNER', { updates: {} }, 1232],
    ['[D15] an unknown filter key', 'OWNER', { filters: { colour: 1 } }, 1230],
    ['[D15] an unknown field in the filters', 'OWNER', { filters: { 'fields.colour': 1 } }, 1231],
    ['[D15] a malformed filter', 'OWNER', { filters: { state: { like: 'x' } } }, 1232],
    ['[D13] an unknown sub-project', 'OWNER', { subProjectId: newId() }, 1202],
  ])('%s', async (_rule, who, request, id) => {
    await expect(start(who, request)).rejects.toMatchObject({ name: 'CatalogueError', id });
    expect(await fixture.db`select from jobs where kind = 'bulk-update'`).toHaveLength(0);
  });

  test('[D14] a bulk update of somebody else, of another sub-project or of nobody does not exist', async () => {
    const { bulkId } = await start('OWNER');
    const elsewhere = newId();
    await insertSubProject(fixture.db, elsewhere, { name: 'Other', stages: [{ key: 's', default: true }] });
    const request = { subProjectId: fixture.subProjectId, bulkId };
    for (const [who, named] of [
      ['REVIEWER', request],
      ['OWNER', { ...request, bulkId: newId() }],
      ['OWNER', { ...request, bulkId: 'x' }],
      ['ADMIN', { ...request, subProjectId: elsewhere }],
    ] as const) {
      const read = fixture.useCases.getBulkOperation(caller(who), named);
      await expect(read).rejects.toMatchObject({ id: 1200, status: 404 });
    }
  });
});

describe('a dry run', () => {
  const attempt = async (who: string, request: object) => (await start(who, { ...request, dryRun: true })).dryRun;

  test('tells what would happen, changes nothing, and is what the update then does', async () => {
    const ids = await create(6, (index) => ({ amount: index, notes: index < 2 ? 'changed' : 'as it was' }));
    const before = await versions();
    const request = { updates: { notes: 'changed', state: 'APPROVED' }, filters: { 'fields.amount': { gte: 0 } } };
    await fixture.db`update processes set state = 'IN_REVIEW' where id = any(${ids.slice(0, 4)}::uuid[])`;
    const told = await attempt('OWNER', request);
    expect(told).toMatchObject({ tried: '6', changed: '4', unchanged: '0', refused: '2' });
    expect(told?.reasons).toMatchObject([{ id: 1232, count: '2', processIds: [ids[5], ids[4]] }]);
    expect(await versions()).toEqual(before);
    expect(await fixture.db`select from jobs where kind = 'bulk-update'`).toHaveLength(0);
    expect(await fixture.db`select from bulk_operations`).toHaveLength(0);
    expect(fixture.calls.changed).toEqual([]);

    const { bulkId } = await start('OWNER', request);
    await runAll();
    const { bulkOperation, reasons } = await get('OWNER', bulkId);
    expect(bulkOperation).toMatchObject({ done: '4', failed: '2' });
    expect(reasons.map(({ count, detail }) => [count, detail])).toEqual(
      told?.reasons.map(({ count, detail }) => [count, detail]),
    );
    expect(await attempt('OWNER', { updates: { notes: 'changed' } })).toMatchObject({ changed: '2', unchanged: '4' });
  });

  test('of one user runs once at a time, and is in the audit log without values', async () => {
    await create(1);
    const key = `bulk dry run ${fixture.subProjectId} ${fixture.userId('OWNER')}`;
    await transaction(fixture.db, async (tx) => {
      await tx`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`;
      await expect(attempt('OWNER', {})).rejects.toMatchObject({ id: 1003, retryAfter: expect.any(Number) });
      expect(await attempt('ADMIN', {})).toMatchObject({ tried: '1' });
    });
    expect(await attempt('OWNER', { reason: 'to see' })).toMatchObject({ tried: '1' });
    const logs =
      await fixture.db`select by_id, after from audit_log where action = 'bulk.dryRun' order by created_ts, id`;
    expect(logs).toEqual([
      { by_id: fixture.userId('ADMIN'), after: { names: ['notes'], total: 1, reason: null } },
      { by_id: fixture.userId('OWNER'), after: { names: ['notes'], total: 1, reason: 'to see' } },
    ]);
  });

  test('refuses what the update would refuse as a whole', async () => {
    await create(1);
    await expect(attempt('CLERK', {})).rejects.toMatchObject({ id: 1207 });
    await expect(attempt('OWNER', { updates: {} })).rejects.toMatchObject({ id: 1232 });
    expect(await attempt('OWNER', { filters: { state: 'PAID' } })).toMatchObject({ tried: '0', reasons: [] });
  });
});

test('getBulkOperations lists one’s own; the administrator has all', async () => {
  await create(2);
  const first = await start('OWNER', { reason: 'spelling' });
  const second = await start('ADMIN');
  await runAll();
  const third = await start('OWNER', { updates: { priority: 'LOW', notes: null } });
  const list = async (who: string, rest: object = {}) =>
    (
      await fixture.useCases.getBulkOperations(caller(who), { subProjectId: fixture.subProjectId, ...rest })
    ).bulkOperations.map(({ bulkOperation: { id } }) => id);
  expect(await list('OWNER')).toEqual([third.bulkId, first.bulkId]);
  expect(await list('OWNER', { state: 'RUNNING' })).toEqual([third.bulkId]);
  expect(await list('ADMIN')).toEqual([third.bulkId, second.bulkId, first.bulkId]);
  const { meta, bulkOperations } = await fixture.useCases.getBulkOperations(caller('OWNER'), {
    subProjectId: fixture.subProjectId,
    page: '2',
    perPageCount: '1',
  });
  expect(meta.totalCount).toBe('2');
  expect(bulkOperations).toMatchObject([{ names: ['notes'], reason: 'spelling', userId: fixture.userId('OWNER') }]);
});
