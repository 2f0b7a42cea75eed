import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../kernel/identifiers.js';
import { diagram, end, flow, start, user } from './testing/diagram.js';
import { createWorkflowFixture, type Who, type WorkflowFixture } from './testing/workflow-fixture.js';

const first = diagram('first', start(), user('t'), end(), flow('s t e'));
const second = diagram('second', start(), end(), flow('s e'));

describe('workflows and runs', () => {
  let fixture: WorkflowFixture;
  beforeAll(async () => {
    fixture = await createWorkflowFixture({ workflows: { first, second } });
  });
  afterAll(async () => {
    await fixture.expectNothingStuck();
    await fixture.drop();
  });

  const workflows = (who: Who, stageKeys?: string | string[]) =>
    fixture.useCases.getWorkflows(fixture.caller(who), {
      subProjectId: fixture.subProjectId,
      ...(stageKeys === undefined ? {} : { stageKeys: [stageKeys].flat() }),
    });
  const runs = (who: Who, query: Record<string, string> = {}) =>
    fixture.useCases.getWorkflowRuns(fixture.caller(who), { subProjectId: fixture.subProjectId, ...query });
  const execute = (who: Who, given: Record<string, unknown>) =>
    fixture.useCases.executeWorkflow(fixture.caller(who), {
      subProjectId: fixture.subProjectId,
      processId: newId(),
      stageKey: 'stage_init',
      workflowId: fixture.workflowId('first'),
      ...given,
    });

  it('[D26] lists workflows of stages given once, repeated or comma-separated; of all stages without', async () => {
    const all = [
      { id: fixture.workflowId('first'), name: 'Workflow first', description: '' },
      { id: fixture.workflowId('second'), name: 'Workflow second', description: '' },
    ];
    expect((await workflows('READER')).workflows).toEqual(all);
    expect((await workflows('READER', 'stage_init')).workflows).toEqual(all);
    expect((await workflows('READER', 'stage_done')).workflows).toEqual([]);
    expect((await workflows('READER', 'stage_done,stage_init')).workflows).toEqual(all);
    expect((await workflows('READER', ['stage_done', 'stage_init'])).workflows).toEqual(all);
  });

  it('[D13] [D14] refuses unknown sub-projects, stages and callers without the right', async () => {
    await expect(workflows('READER', 'stage_nowhere')).rejects.toMatchObject({ id: 1200, status: 404 });
    await expect(workflows('STRANGER')).rejects.toMatchObject({ id: 1205 });
    const subProjectId = newId();
    await expect(fixture.useCases.getWorkflows(fixture.caller('READER'), { subProjectId })).rejects.toMatchObject({
      id: 1202,
    });
  });

  it('[D13] executes only what exists, for roles that may, on processes they cover', async () => {
    const processId = await fixture.createProcess();
    await expect(execute('STRANGER', { processId })).rejects.toMatchObject({ id: 1209, status: 403 });
    await expect(execute('READER', { processId })).rejects.toMatchObject({ id: 1209, status: 403 });
    await expect(execute('OWNER', {})).rejects.toMatchObject({ id: 1239, status: 404 });
    await expect(execute('OWNER', { processId: 'no-uuid' })).rejects.toMatchObject({ id: 1239, status: 404 });
    await expect(execute('OWNER', { processId, workflowId: newId() })).rejects.toMatchObject({ id: 1200, status: 404 });
    await expect(execute('OWNER', { processId, stageKey: 'nowhere' })).rejects.toMatchObject({ id: 1200, status: 404 });
    await expect(execute('OWNER', { processId, stageKey: 'stage_done' })).rejects.toMatchObject({
      id: 1200,
      status: 404,
    });
    await expect(execute('ASSIGNEE', { processId })).rejects.toMatchObject({ id: 1210, status: 403 });
    const workflowId = fixture.workflowId('second');
    await expect(execute('LIMITED', { processId, workflowId })).rejects.toMatchObject({ id: 1209, status: 403 });
    expect(await execute('LIMITED', { processId })).toMatchObject({ runId: { state: 'PAUSED' } });
  });

  it('[D26] lists runs newest first, by process, stage, workflow and id', async () => {
    const processId = await fixture.createProcess();
    const a = await fixture.execute('first', processId);
    const b = await fixture.execute('second', processId);
    const listed = (await runs('READER', { processId })).runs;
    expect(listed).toEqual([
      {
        id: b.id,
        workflowId: fixture.workflowId('second'),
        processId,
        state: 'COMPLETED',
        createdTs: expect.any(String),
      },
      { id: a.id, workflowId: fixture.workflowId('first'), processId, state: 'PAUSED', createdTs: expect.any(String) },
    ]);
    const ids = async (query: Record<string, string>) => (await runs('READER', query)).runs.map((run) => run.id);
    expect(await ids({ processId, workflowId: fixture.workflowId('first') })).toEqual([a.id]);
    expect(await ids({ runId: b.id })).toEqual([b.id]);
    expect(await ids({ runIds: `${a.id}, ${b.id},${newId()},nothing` })).toEqual([b.id, a.id]);
    expect(await ids({ runIds: 'nothing' })).toEqual([]);
    expect(await ids({ processIds: `${newId()},${processId}` })).toEqual([b.id, a.id]);
    expect(await ids({ processIds: newId() })).toEqual([]);
    expect(await ids({ processId, stageKey: 'stage_done' })).toEqual([]);
    expect(await ids({ processId, page: '2', perPageCount: '1' })).toEqual([a.id]);
    expect(await runs('READER', { processId, include: 'meta,stageKey', page: '9' })).toEqual({
      meta: { page: '9', perPageCount: '10', totalCount: '2', totalPages: '1' },
      runs: [],
    });
    expect((await runs('READER', { runId: b.id, include: 'stageKey,updatedTs' })).runs[0]).toMatchObject({
      stageKey: 'stage_init',
      updatedTs: expect.any(String),
    });
  });

  it('[D14] answers 1200 with 404 for ids that name nothing, with 400 for wrong paging', async () => {
    for (const name of ['processId', 'workflowId', 'runId', 'stageKey']) {
      for (const value of [newId(), 'nothing', '']) {
        await expect(runs('READER', { [name]: value })).rejects.toMatchObject({ id: 1200, status: 404 });
      }
    }
    for (const wrong of [
      { page: '0' },
      { perPageCount: '1001' },
      { page: '1.5' },
      { include: 'state' },
      { runIds: Array.from({ length: 201 }, newId).join() },
    ]) {
      await expect(runs('READER', wrong)).rejects.toMatchObject({ id: 1200, status: 400 });
    }
    await expect(runs('STRANGER')).rejects.toMatchObject({ id: 1205 });
  });

  it('[D12] leaves out runs on processes outside the row filter, and shows none of their detail', async () => {
    const { subProjectId } = fixture;
    const mine = await fixture.createProcess({ assignee: fixture.userId('ASSIGNEE') });
    const own = await fixture.execute('first', mine);
    const other = await fixture.execute('first', await fixture.createProcess());
    expect((await runs('ASSIGNEE')).runs.map((run) => run.id)).toEqual([own.id]);
    const caller = fixture.caller('ASSIGNEE');
    await expect(fixture.useCases.getWorkflowRun(caller, { subProjectId, runId: other.id })).rejects.toMatchObject({
      id: 1210,
    });
    await expect(fixture.useCases.getRunTimeline(caller, { subProjectId, runId: other.id })).rejects.toMatchObject({
      id: 1210,
    });
    const detail = await fixture.useCases.getWorkflowRun(caller, { subProjectId, runId: own.id });
    expect(detail.detail).toMatchObject({
      workflowVersion: '1',
      variables: { otherDetails: {} },
      tasks: [{ elementId: 't' }],
      jobs: [],
      incidents: [],
    });
  });

  it('[D25] keeps a run on the version it started with, and hides workflows that were taken out', async () => {
    const { subProjectId } = fixture;
    const before = await fixture.execute('first', await fixture.createProcess());
    const workflowId = fixture.workflowId('first');
    const changed = diagram('first', start(), user('t'), user('u'), end(), flow('s t u e'));
    await fixture.deploy({ first: changed });
    expect((await workflows('READER')).workflows.map(({ id }) => id)).toEqual([workflowId]);
    await expect(
      execute('OWNER', { processId: await fixture.createProcess(), workflowId: fixture.workflowId('second') }),
    ).rejects.toMatchObject({ id: 1200, status: 404 });
    const after = await fixture.execute('first', await fixture.createProcess());
    const caller = fixture.caller('MANAGER');
    const resume = (runId: string) =>
      fixture.useCases.resumeWorkflowRunsApi(caller, { subProjectId, runId, approved: true });
    expect(await resume(before.id)).toMatchObject({ runId: { state: 'COMPLETED' } });
    expect(await resume(after.id)).toMatchObject({ runId: { state: 'PAUSED' } });
    const diagramOf = async (runId?: string) =>
      fixture.useCases.getWorkflowDiagram(caller, {
        subProjectId,
        workflowId,
        ...(runId === undefined ? {} : { runId }),
      });
    expect(await diagramOf()).toEqual({ workflowId, version: '2', bpmn: changed });
    expect(await diagramOf(before.id)).toEqual({ workflowId, version: '1', bpmn: first });
    await expect(diagramOf(newId())).rejects.toMatchObject({ id: 1200, status: 404 });
    await fixture.deploy({ first, second });
  });
});
