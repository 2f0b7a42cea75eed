import { afterEach, beforeEach, expect, test } from 'vitest';
import { principalOf } from '../../identity/records/principal-of.js';
import { backgroundRunner } from '../../jobs/testing/run-background.js';
import { newId } from '../../kernel/identifiers.js';
import { diagram, end, flow, fork, service, start, user } from '../testing/diagram.js';
import { createWorkflowFixture, type Who, type WorkflowFixture } from '../testing/workflow-fixture.js';
import { repairWork } from './repair-work.js';

const before = diagram('order', start(), user('a'), user('b'), end(), flow('s a b e'));
/** `a` has another id, and `b` is now the work of a machine. */
const after = diagram('order', start(), user('a2'), service('b', 'pack'), end(), flow('s a2 b e'));
const other = diagram('other', start(), fork('f'), user('x'), user('y'), end(), flow('s f x e'), flow('f y'));

let fixture: WorkflowFixture;
beforeEach(async () => {
  fixture = await createWorkflowFixture({ workflows: { order: before, other } });
  for (const who of ['OPERATOR', 'OWN_RUNS'] as const) {
    await fixture.db`insert into clients (id, user_id, created_ts)
      values (${`client-${who}`}, ${fixture.userId(who)}, now())`;
  }
});
afterEach(async () => {
  await fixture.expectNothingStuck();
  await fixture.drop();
});

const plan = (request: object = {}, who: Who = 'OPERATOR') =>
  fixture.useCases.planMigration(fixture.caller(who), {
    subProjectId: fixture.subProjectId,
    workflowId: fixture.workflowId('order'),
    ...request,
  });
const begin = (request: object = {}, who: Who = 'OPERATOR') =>
  fixture.useCases.bulkOperateRuns(fixture.caller(who), {
    subProjectId: fixture.subProjectId,
    action: 'MIGRATE',
    workflowId: fixture.workflowId('order'),
    ...request,
  });
const runAll = () =>
  backgroundRunner(fixture.db, [repairWork({ ...fixture.deps, principalOf }, fixture.deps)]).runAll();
const numbers = async (bulkId: string) =>
  (await fixture.useCases.getBulkOperation(fixture.caller('OPERATOR'), { subProjectId: fixture.subProjectId, bulkId }))
    .bulkOperation;
const startRuns = async (count: number) => {
  const ids = [];
  for (let n = 0; n < count; n += 1) ids.push((await fixture.execute('order', await fixture.createProcess())).id);
  return ids;
};
const approve = (runId: string) =>
  fixture.useCases.resumeWorkflowRunsApi(fixture.caller('MANAGER'), {
    subProjectId: fixture.subProjectId,
    runId,
    approved: true,
  });

test('a plan tells of each distinct state whether it can be moved, and why not', async () => {
  const [first = '', second = ''] = await startRuns(4);
  await approve(first);
  await approve(second);
  await approve(second);
  expect(await fixture.stateOf(second)).toBe('COMPLETED');
  await fixture.deploy({ order: after, other });
  const told = await plan({ mapping: { a: 'a2' } });
  expect(told).toMatchObject({ toVersion: '2', runs: 3, possible: 2, complete: true });
  expect(told.states).toEqual([
    { version: '1', elements: ['a'], runs: 2, exampleRunId: expect.any(String), obstacles: [] },
    {
      version: '1',
      elements: ['b'],
      runs: 1,
      exampleRunId: first,
      obstacles: ['b is a userTask but b is a jobTask'],
    },
  ]);
  expect(told.targets).toContainEqual({ elementId: 'a2', name: 'Task a2', kind: 'userTask' });
  expect(await plan()).toMatchObject({ possible: 0 });
  expect(await plan({ version: '2' })).toMatchObject({ runs: 0, possible: 0, states: [] });
  expect(await plan({ toVersion: '1' })).toMatchObject({ toVersion: '1', runs: 0 });
  const [run] = await fixture.db<{ number: number }>`select d.number from runs r
    join workflow_definitions d on d.id = r.definition_id where r.id = ${first}`;
  expect(run?.number).toBe(1);
});

test('a bulk migration moves what the plan says, and refuses the rest with its reasons', async () => {
  const [first = '', ...others] = await startRuns(4);
  await approve(first);
  const elsewhere = await fixture.execute('other', await fixture.createProcess());
  await fixture.deploy({ order: after, other });
  const mapping = { a: 'a2' };
  expect(await begin({ mapping, dryRun: true })).toMatchObject({
    total: '4',
    dryRun: { tried: '4', refused: '1', outcomes: [{ outcome: 'MIGRATED', count: '3' }] },
  });
  const { bulkId, total } = await begin({ mapping, version: '1', reason: 'new form' });
  expect(total).toBe('4');
  await runAll();
  expect(await numbers(bulkId)).toMatchObject({
    kind: 'MIGRATE',
    state: 'COMPLETED',
    done: '3',
    failed: '1',
    outcomes: [{ outcome: 'MIGRATED', count: '3' }],
  });
  const rows = await fixture.db<{ id: string; number: number }>`select r.id, d.number from runs r
    join workflow_definitions d on d.id = r.definition_id order by r.id`;
  const versions = new Map(rows.map(({ id, number }) => [id, number]));
  expect([first, ...others, elsewhere.id].map((id) => versions.get(id))).toEqual([1, 2, 2, 2, 1]);
  const tasks =
    await fixture.db`select element_id as "elementId" from tasks where state = 'OPEN' and run_id = any(${others}::uuid[])`;
  expect(tasks.map((task) => task.elementId)).toEqual(['a2', 'a2', 'a2']);
});

test('a run outside the row filter is neither planned nor moved', async () => {
  await startRuns(1);
  const mine = await fixture.createProcess({ assignee: fixture.userId('OWN_RUNS') });
  await fixture.execute('order', mine);
  await fixture.deploy({ order: after, other });
  expect(await plan({}, 'OWN_RUNS')).toMatchObject({ runs: 1 });
  expect(await begin({ dryRun: true }, 'OWN_RUNS')).toMatchObject({ total: '1' });
});

test.each<[string, Who, object, number]>([
  ['[D13] who may not operate', 'MANAGER', {}, 1209],
  ['[D14] a version that does not exist', 'OPERATOR', { toVersion: '9' }, 1200],
  ['[D14] a workflow that does not exist', 'OPERATOR', { workflowId: newId() }, 1200],
  ['a condition on incidents', 'OPERATOR', { kind: 'job' }, 1200],
  ['a target version of a retry', 'OPERATOR', { action: 'RETRY', toVersion: '1' }, 1200],
  ['no workflow', 'OPERATOR', { workflowId: undefined }, 1200],
])('refused at once: %s', async (_rule, who, request, id) => {
  await expect(begin(request, who)).rejects.toMatchObject({ name: 'CatalogueError', id });
});
