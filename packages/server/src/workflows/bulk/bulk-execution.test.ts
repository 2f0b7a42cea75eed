import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { principalOf } from '../../identity/records/principal-of.js';
import { backgroundRunner } from '../../jobs/testing/run-background.js';
import { newId } from '../../kernel/identifiers.js';
import { DatabaseUnavailableError } from '../../postgres/database.js';
import { bulkWork } from '../../processes/bulk/bulk-work.js';
import type { RunDeps } from '../run/run-deps.js';
import { diagram, end, flow, start, user } from '../testing/diagram.js';
import { createWorkflowFixture, type Who, type WorkflowFixture } from '../testing/workflow-fixture.js';
import { bulkExecution } from './execute-kind.js';

const approve = diagram('approve', start(), user('t'), end(), flow('s t e'));
const through = diagram('through', start(), end(), flow('s e'));

let fixture: WorkflowFixture;
beforeEach(async () => {
  fixture = await createWorkflowFixture({ workflows: { approve, through } });
  // What a token of these users would be: their client must be there when the work is done.
  for (const who of ['OWNER', 'ASSIGNEE', 'LIMITED'] as const) {
    await fixture.db`insert into clients (id, user_id, created_ts)
      values (${`client-${who}`}, ${fixture.userId(who)}, now())`;
  }
});
afterEach(async () => {
  await fixture.expectNothingStuck();
  await fixture.drop();
});

const begin = (who: Who, request: object = {}) =>
  fixture.useCases.bulkExecuteWorkflow(fixture.caller(who), {
    subProjectId: fixture.subProjectId,
    filters: {},
    stageKey: 'stage_init',
    workflowId: fixture.workflowId('approve'),
    ...request,
  });
const get = async (who: Who, bulkId: string) =>
  fixture.useCases.getBulkOperation(fixture.caller(who), { subProjectId: fixture.subProjectId, bulkId });

const workerOf = (deps: RunDeps = fixture.deps) =>
  backgroundRunner(fixture.db, [bulkWork({ ...fixture.deps, principalOf }, bulkExecution(deps, { batchSize: 3 }))]);
const batch = async (deps?: RunDeps) => {
  const worker = workerOf(deps);
  const job = await worker.lease();
  if (job !== undefined) await worker.perform(job);
  return worker.counts;
};

const create = async (count: number, fields: (index: number) => object = () => ({})) => {
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) ids.push(await fixture.createProcess(fields(index)));
  return ids;
};
const runsByProcess = () =>
  fixture.db<{ processId: string; status: string }>`
    select process_id as "processId", status from runs order by process_id, id`;

describe('a bulk execution', () => {
  test('[D22] starts one run on every process that matches, with its context, and says what became of them', async () => {
    const ids = await create(8, (amount) => ({ amount }));
    const request = { filters: { 'fields.amount': { gte: 1 } }, otherDetails: { source: 'month end' }, reason: 'x' };
    const { bulkId, total } = await begin('OWNER', request);
    expect(total).toBe('7');
    await fixture.createProcess({ amount: 5 });
    await workerOf().runAll();
    expect((await runsByProcess()).map(({ processId }) => processId)).toEqual(ids.slice(1).toSorted());
    expect((await get('OWNER', bulkId)).bulkOperation).toMatchObject({
      kind: 'EXECUTE',
      state: 'COMPLETED',
      total: '7',
      done: '7',
      failed: '0',
      outcomes: [{ outcome: 'PAUSED', count: '7' }],
    });
    const [variables] = await fixture.db<{ state: unknown }>`select state from runs limit 1`;
    expect(JSON.stringify(variables)).toContain('month end');
    const logs = await fixture.db`
      select action, by_id, trace_id, after from audit_log where action like 'bulk.%' or action = 'run.start' order by created_ts, id`;
    expect(logs[0]).toMatchObject({
      action: 'bulk.start',
      after: { workflowId: fixture.workflowId('approve'), stageKey: 'stage_init', total: 7, reason: 'x' },
    });
    expect(logs[1]).toMatchObject({ action: 'run.start', by_id: fixture.userId('OWNER') });
    expect(logs.at(-1)).toMatchObject({ action: 'bulk.complete', after: { done: 7, failed: 0 } });
    const { bulkOperations } = await fixture.useCases.getBulkOperations(fixture.caller('OWNER'), {
      subProjectId: fixture.subProjectId,
    });
    expect(bulkOperations).toMatchObject([{ names: [], workflowId: fixture.workflowId('approve'), reason: 'x' }]);
  });

  test('[D12] touches only what the caller sees and a role that may call the workflow covers', async () => {
    const [mine] = [
      await fixture.createProcess({ assignee: fixture.userId('ASSIGNEE') }),
      await fixture.createProcess(),
    ];
    expect((await begin('ASSIGNEE')).total).toBe('1');
    await workerOf().runAll();
    expect(await runsByProcess()).toEqual([{ processId: mine, status: 'PAUSED' }]);
  });

  test('a worker that dies in a batch repeats it whole, and nothing before it', async () => {
    await create(7);
    const { bulkId } = await begin('OWNER');
    await batch();
    expect((await get('OWNER', bulkId)).bulkOperation).toMatchObject({ state: 'RUNNING', done: '3' });
    let starts = 0;
    const dies: RunDeps = {
      ...fixture.deps,
      now: () => {
        starts += 1;
        if (starts === 2) throw new DatabaseUnavailableError('gone', false);
        return Date.now();
      },
    };
    expect(await batch(dies)).toMatchObject({ retried: 1 });
    expect(await runsByProcess()).toHaveLength(3);
    await workerOf().runAll();
    const runs = await runsByProcess();
    expect(new Set(runs.map(({ processId }) => processId)).size).toBe(7);
    expect(runs).toHaveLength(7);
    expect((await get('OWNER', bulkId)).bulkOperation).toMatchObject({
      state: 'COMPLETED',
      done: '7',
      outcomes: [{ outcome: 'PAUSED', count: '7' }],
    });
  });

  test('cancelled: the runs that were started go on, and no other begins', async () => {
    await create(7);
    const { bulkId } = await begin('OWNER');
    await batch();
    const cancelled = await fixture.useCases.cancelBulkOperation(fixture.caller('OWNER'), {
      subProjectId: fixture.subProjectId,
      bulkId,
    });
    expect(cancelled.bulkOperation).toMatchObject({ state: 'CANCELLED', done: '3' });
    await workerOf().runAll();
    expect((await runsByProcess()).map(({ status }) => status)).toEqual(['PAUSED', 'PAUSED', 'PAUSED']);
  });

  test('a workflow that is deployed away meanwhile ends it before the next batch', async () => {
    await create(4);
    const { bulkId } = await begin('OWNER');
    await batch();
    await fixture.deploy({ through });
    await workerOf().runAll();
    expect((await get('OWNER', bulkId)).bulkOperation).toMatchObject({
      state: 'FAILED',
      done: '3',
      failure: expect.stringContaining('workflow'),
    });
    expect(await runsByProcess()).toHaveLength(3);
  });
});

describe('refused at once', () => {
  test.each<[string, Who, object, number]>([
    ['[D13] a role that may call no workflow', 'READER', {}, 1209],
    ['[D13] a stranger', 'STRANGER', {}, 1209],
    ['[D12] a workflow outside the call list', 'LIMITED', { of: 'through' }, 1209],
    ['[D14] a workflow that does not exist', 'OWNER', { workflowId: newId() }, 1200],
    ['[D14] a stage that the workflow is not on', 'OWNER', { stageKey: 'stage_done' }, 1200],
    ['[D15] an unknown filter key', 'OWNER', { filters: { colour: 1 } }, 1230],
    ['[D12] a field that the caller does not see', 'PARTIAL', { filters: { 'fields.amount': 1 } }, 1231],
    ['[D13] an unknown sub-project', 'OWNER', { subProjectId: newId() }, 1202],
  ])('%s', async (_rule, who, { of, ...request }: { of?: string }, id) => {
    const named = of === undefined ? request : { ...request, workflowId: fixture.workflowId(of) };
    await expect(begin(who, named)).rejects.toMatchObject({ name: 'CatalogueError', id });
    expect(await fixture.db`select from jobs where kind = 'bulk-execute'`).toHaveLength(0);
  });
});

test('a dry run says what would become of the runs, and starts none', async () => {
  await create(5);
  const { total, bulkId, dryRun } = await begin('OWNER', { dryRun: true });
  expect([total, bulkId]).toEqual(['5', '']);
  expect(dryRun).toEqual({
    tried: '5',
    started: '5',
    refused: '0',
    outcomes: [{ outcome: 'PAUSED', count: '5' }],
    reasons: [],
  });
  const left = await fixture.db`select (select count(*) from runs) as runs, (select count(*) from tasks) as tasks,
    (select count(*) from run_timeline) as entries, (select count(*) from bulk_operations) as operations`;
  expect(left).toEqual([{ runs: 0, tasks: 0, entries: 0, operations: 0 }]);
  const logs = await fixture.db`select action from audit_log where action like 'bulk.%' or action like 'run.%'`;
  expect(logs).toEqual([{ action: 'bulk.dryRun' }]);
});
