import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../kernel/identifiers.js';
import { transaction } from '../postgres/database.js';
import { quietLog } from '../testing/quiet-log.js';
import { call, diagram, end, flow, service, start, user } from './testing/diagram.js';
import { createWorkflowFixture, type Who, type WorkflowFixture } from './testing/workflow-fixture.js';

const lost = diagram('lost', start(), call('c', '=otherDetails.which'), end(), flow('s c e'));
const approval = diagram('approval', start(), user('a'), user('b'), end(), flow('s a b e'));
const busy = diagram('busy', start(), service('work', 'pack'), end(), flow('s work e'));

let fixture: WorkflowFixture;
/** Runs of `lost` in the order in which they failed, then one of `busy` and two of `approval`, the last at `b`. */
const runIds: string[] = [];

const warnings: [object, string][] = [];

beforeAll(async () => {
  fixture = await createWorkflowFixture({ workflows: { lost, approval, busy } });
  Object.assign(fixture.deps, {
    log: { ...quietLog, warn: (context: object, message: string) => void warnings.push([context, message]) },
  });
  const assigned = await fixture.createProcess({ assignee: fixture.userId('ASSIGNEE') });
  for (const which of ['order-4711', 'order-4712', 'order-4713', 'nothing']) {
    const processId = which === 'nothing' ? assigned : await fixture.createProcess();
    runIds.push((await fixture.execute('lost', processId, { which })).id);
  }
  for (const key of ['busy', 'approval', 'approval']) {
    runIds.push((await fixture.execute(key, await fixture.createProcess())).id);
  }
  const { subProjectId, useCases } = fixture;
  await useCases.resumeWorkflowRunsApi(fixture.caller('MANAGER'), {
    subProjectId,
    runId: runIds[6] ?? '',
    approved: true,
  });
});
afterAll(() => fixture.drop());

const incidents = (query: object = {}, who: Who = 'OPERATOR') =>
  fixture.useCases.getIncidents(fixture.caller(who), { subProjectId: fixture.subProjectId, ...query });
const groups = (query: object = {}, who: Who = 'OPERATOR') =>
  fixture.useCases.getIncidentGroups(fixture.caller(who), { subProjectId: fixture.subProjectId, ...query });
const runs = async (query: object, who: Who = 'OPERATOR') => {
  const answer = await fixture.useCases.getWorkflowRuns(fixture.caller(who), {
    subProjectId: fixture.subProjectId,
    ...query,
  });
  return answer.runs.map(({ id }) => runIds.indexOf(id)).toSorted();
};

test('getIncidents lists open incidents, newest first, with the run they stop', async () => {
  const { incidents: found, next } = await incidents();
  expect(next).toBeNull();
  expect(found.map(({ runId }) => runIds.indexOf(runId))).toEqual([3, 2, 1, 0]);
  expect(found[0]).toMatchObject({
    workflowId: fixture.workflowId('lost'),
    workflowVersion: '1',
    elementId: 'c',
    kind: 'call',
    resolvedTs: null,
    fingerprint: expect.stringMatching(/^[0-9a-f]{16}$/),
    message: expect.stringContaining('nothing'),
  });
});

test('getIncidents goes on by position while new incidents arrive', async () => {
  const first = await incidents({ perPageCount: '2', include: 'meta' });
  expect(first.meta).toEqual({ page: '1', perPageCount: '2', totalCount: '4', totalPages: '2' });
  const { id } = await fixture.execute('lost', await fixture.createProcess(), { which: 'later' });
  const second = await incidents({ perPageCount: '2', after: first.next ?? '' });
  expect([...first.incidents, ...second.incidents].map(({ runId }) => runIds.indexOf(runId))).toEqual([3, 2, 1, 0]);
  expect(second.next).toBeNull();
  await fixture.useCases.cancelWorkflowRun(fixture.caller('OPERATOR'), {
    subProjectId: fixture.subProjectId,
    runId: id,
  });
});

test.each<[object, number]>([
  [{ kind: 'call' }, 4],
  [{ kind: 'job,expression' }, 0],
  [{ elementId: 'c' }, 4],
  [{ elementId: 'other' }, 0],
  [{ message: 'ORDER-47' }, 3],
  [{ createdFrom: '2999-01-01' }, 0],
  [{ createdTo: '2999-01-01' }, 4],
  [{ runId: 'no uuid' }, 0],
  [{ incidentId: 'no uuid' }, 0],
  [{ fingerprint: 'unknown' }, 0],
])('getIncidents with %j finds %d', async (query, count) => {
  expect((await incidents(query)).incidents).toHaveLength(count);
});

test.each<[object, number]>([
  [{ state: 'open' }, 400],
  [{ createdFrom: 'yesterday' }, 400],
  [{ after: 'page 2' }, 400],
  [{ perPageCount: '1001' }, 400],
  [{ version: '1' }, 400],
  [{ workflowId: newId() }, 404],
])('getIncidents with %j is refused', async (query, status) => {
  await expect(incidents(query)).rejects.toMatchObject({ id: 1200, status });
});

test('getIncidentGroups groups by workflow, kind, element and what the messages have in common', async () => {
  const answer = await groups();
  expect(answer).toMatchObject({ incidentCount: 4, complete: true });
  expect(answer.groups).toMatchObject([
    {
      count: 3,
      runCount: 3,
      workflowId: fixture.workflowId('lost'),
      elementId: 'c',
      kind: 'call',
      message: expect.stringContaining('order-<number>'),
      versions: ['1'],
      newestRunId: runIds[2],
    },
    { count: 1, newestRunId: runIds[3] },
  ]);
  const [group] = answer.groups;
  const inGroup = (await incidents({ fingerprint: group?.fingerprint })).incidents;
  expect(inGroup.map(({ runId }) => runIds.indexOf(runId))).toEqual([2, 1, 0]);
  expect([group?.firstTs, group?.lastTs]).toEqual([inGroup[2]?.createdTs, inGroup[0]?.createdTs]);
  expect((await groups({ message: 'nothing' })).groups).toHaveLength(1);
  expect((await groups({ kind: 'job' })).groups).toEqual([]);
});

test('incidents of a server of the previous version, without a pattern, are grouped by their message', async () => {
  await fixture.db`update incidents set pattern = null where run_id = any(${runIds.slice(0, 2)}::uuid[])`;
  expect((await groups()).groups.map(({ count }) => count)).toEqual([1, 1, 1, 1]);
});

test('a resolved incident is found with its state or its id only', async () => {
  const { subProjectId, useCases } = fixture;
  const [incident] = (await incidents({ runId: runIds[0] })).incidents;
  const incidentId = incident?.id ?? '';
  await useCases.retryIncident(fixture.caller('OPERATOR'), { subProjectId, runId: runIds[0] ?? '', incidentId });
  const resolved = (await incidents({ state: 'RESOLVED' })).incidents;
  expect(resolved.map(({ id }) => id)).toContain(incidentId);
  expect((await incidents({ runId: runIds[0] })).incidents.map(({ id }) => id)).not.toContain(incidentId);
  expect((await incidents({ incidentId })).incidents).toMatchObject([{ id: incidentId }]);
});

test('[D12] a row filter leaves incidents out; without the right to operate they are denied', async () => {
  for (const who of ['MANAGER', 'READER', 'STRANGER', 'ASSIGNEE'] as const) {
    await expect(incidents({}, who)).rejects.toMatchObject({ id: 1209 });
    await expect(groups({}, who)).rejects.toMatchObject({ id: 1209 });
  }
});

test.each<[object, readonly number[]]>([
  [{ state: 'FAILED' }, [0, 1, 2, 3]],
  [{ state: 'RACING,PAUSED', perPageCount: '100' }, [4, 5, 6]],
  [{ hasIncident: 'true', workflowId: 'lost' }, [0, 1, 2, 3]],
  [{ hasIncident: 'false', createdTo: '2999-01-01', state: 'PAUSED,FAILED' }, [5, 6]],
  [{ incidentKind: 'call,job' }, [0, 1, 2, 3]],
  [{ incidentKind: 'job' }, []],
  [{ workflowId: 'approval', activeElement: 'a' }, [5]],
  [{ workflowId: 'approval', activeElement: 'b' }, [6]],
  [{ workflowId: 'approval', activeElement: '"' }, []],
  [{ workflowId: 'approval', version: '1' }, [5, 6]],
  [{ workflowId: 'busy', updatedFrom: '2999-01-01' }, []],
  [{ workflowId: 'busy', updatedTo: '2999-01-01', createdFrom: '2020-01-01' }, [4]],
  [{ endedFrom: '2020-01-01', state: 'RACING' }, []],
])('getWorkflowRuns with %j', async (query, expected) => {
  const workflow = 'workflowId' in query ? { workflowId: fixture.workflowId(String(query.workflowId)) } : {};
  expect(await runs({ ...query, ...workflow })).toEqual(expected);
});

test('getWorkflowRuns shows what is included, and pages by position', async () => {
  const include = 'next,endedTs,workflowVersion,activeElements,incident';
  const query = { subProjectId: fixture.subProjectId, state: 'FAILED,RACING', perPageCount: '3', include };
  const first = await fixture.useCases.getWorkflowRuns(fixture.caller('OPERATOR'), query);
  expect(first.runs[0]).toMatchObject({
    id: runIds[4],
    endedTs: null,
    workflowVersion: '1',
    activeElements: expect.arrayContaining(['work']),
    incident: null,
  });
  expect(first.runs[1]).toMatchObject({ id: runIds[3], incident: { kind: 'call', elementId: 'c', openCount: 1 } });
  const rest = await fixture.useCases.getWorkflowRuns(fixture.caller('OPERATOR'), {
    ...query,
    after: first.next ?? '',
  });
  expect(rest).toMatchObject({ next: null, runs: [{ id: runIds[1] }, { id: runIds[0] }] });
});

test.each<[object, number]>([
  [{ state: 'failed' }, 400],
  [{ hasIncident: 'yes' }, 400],
  [{ activeElement: 'a' }, 400],
  [{ version: '1' }, 400],
  [{ endedTo: '31.1.2026' }, 400],
  [{ after: 'x' }, 400],
  [{ after: 'MS4x', page: '2' }, 400],
  [{ include: 'variables' }, 400],
])('getWorkflowRuns with %j is refused', async (query, status) => {
  await expect(runs(query)).rejects.toMatchObject({ id: 1200, status });
});

test('a version that does not exist is 1200 with 404', async () => {
  const query = { workflowId: fixture.workflowId('lost'), version: '7' };
  await expect(runs(query)).rejects.toMatchObject({ id: 1200, status: 404 });
});

test('each incident is one line of the log, without secrets, and only once it is committed', async () => {
  const opened = () => warnings.filter(([, message]) => message === 'incident opened');
  const before = opened().length;
  const which = 'https://user:hunter2@erp.example.com/a?key=hunter2';
  const { id } = await fixture.execute('lost', await fixture.createProcess(), { which });
  expect(opened()).toHaveLength(before + 1);
  const [line] = opened().at(-1) ?? [];
  expect(line).toMatchObject({
    incident: (await incidents({ runId: id })).incidents[0]?.id,
    run: id,
    element: 'c',
    kind: 'call',
    subProject: fixture.subProjectId,
    message: expect.stringContaining('erp.example.com'),
    traceId: expect.any(String),
  });
  expect(JSON.stringify(line)).not.toContain('hunter2');
});

test('work after a commit is not done when the transaction or its savepoint is rolled back', async () => {
  const done: string[] = [];
  await transaction(fixture.db, async (tx) => {
    tx.afterCommit(() => done.push('outer'));
    const undone = tx.savepoint(async () => {
      tx.afterCommit(() => done.push('savepoint'));
      throw new Error('undo');
    });
    await expect(undone).rejects.toThrow('undo');
    expect(done).toEqual([]);
  });
  const failed = transaction(fixture.db, async (tx) => {
    tx.afterCommit(() => done.push('failed'));
    throw new Error('roll back');
  });
  await expect(failed).rejects.toThrow('roll back');
  expect(done).toEqual(['outer']);
});
