import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { signInDemoClients } from './support/demo-clients.js';
import { problemOf } from './support/http.js';
import { configuration, createProcess, deploy, readProcess, unknownId } from './support/sub-project.js';
import { deployWorkflows, execute, waitForState } from './support/workflows.js';

const { admin, owner } = await signInDemoClients();
const subProject = await deployWorkflows(admin);

const resume = (runId: string, members: Readonly<Record<string, unknown>> = {}) =>
  owner.ok('resumeWorkflowRunsApi', { subProjectId: subProject.id, runId, ...members });
const requestToExecute = (workflow: string, processId: string) => ({
  subProjectId: subProject.id,
  processId,
  stageKey: 'stage_init',
  workflowId: subProject.workflows[workflow],
});
const processOf = (processId: string) => readProcess(owner, subProject.id, processId);

describe('getWorkflows', () => {
  test('[D26] lists what is configured for the stages: one, repeated, comma-separated, or all', async () => {
    const on = (key: string, ...stages: string[]) => ({ key, name: key, stages, file: 'straight.bpmn' });
    const { id } = await deployWorkflows(admin, {
      workflows: [on('one', 'stage_init'), on('two', 'stage_review'), on('both', 'stage_init', 'stage_review')],
    });
    const names = async (stageKeys?: unknown) =>
      (await owner.ok('getWorkflows', { subProjectId: id, stageKeys })).workflows.map(({ name }) => name).toSorted();
    expect(await names('stage_init')).toEqual(['both', 'one']);
    expect(await names('stage_review')).toEqual(['both', 'two']);
    expect(await names('stage_done')).toEqual([]);
    expect(await names(['stage_init', 'stage_review'])).toEqual(['both', 'one', 'two']);
    expect(await names('stage_init,stage_review')).toEqual(['both', 'one', 'two']);
    expect(await names()).toEqual(['both', 'one', 'two']);
    await owner.refused('getWorkflows', { subProjectId: id, stageKeys: 'stage_nowhere' }, 1200, { status: 404 });
    await owner.refused('getWorkflows', { subProjectId: unknownId, stageKeys: 'stage_init' }, 1202);
    await owner.refused('getWorkflows', {}, 1200);
  });

  test('[D1] a workflow has the documented members and no others', async () => {
    const { workflows } = await owner.ok('getWorkflows', { subProjectId: subProject.id });
    expect(workflows).toContainEqual({
      id: subProject.workflows.approval,
      name: 'approval',
      description: 'The diagram approval.bpmn',
    });
    for (const workflow of workflows) expect(Object.keys(workflow)).toHaveLength(3);
  });
});

describe('executeWorkflow', () => {
  test('[D22] completes at once where nothing has to be waited for; otherDetails is a variable', async () => {
    const run = await execute(owner, subProject, 'straight', { otherDetails: { note: 'from outside' } });
    expect(run.state).toBe('COMPLETED');
    expect((await processOf(run.processId)).fields.notes).toBe('from outside');
  });

  test('[D21] is RACING while a timer runs, then COMPLETED', async () => {
    const run = await execute(owner, subProject, 'timer');
    expect(run.state).toBe('RACING');
    const problem = await owner.refused('resumeWorkflowRunsApi', { subProjectId: subProject.id, runId: run.id }, 1209, {
      status: 409,
    });
    expect(problem.detail).not.toBe('');
    expect((await waitForState(owner, subProject.id, run.id, 'COMPLETED')).run.state).toBe('COMPLETED');
    expect((await processOf(run.processId)).fields.notes).toBe('time passed');
  });

  test('[D39] is PAUSED while a person is asked, though a timer runs beside', async () => {
    const run = await execute(owner, subProject, 'besides');
    expect(run.state).toBe('PAUSED');
    expect((await resume(run.id, { approved: true })).runId.state).toBe('RACING');
    expect((await waitForState(owner, subProject.id, run.id, 'COMPLETED')).run.state).toBe('COMPLETED');
  });

  test('[D14] missing and unknown members, each with its code', async () => {
    const processId = await createProcess(owner, subProject.id);
    const whole = requestToExecute('straight', processId);
    for (const name of Object.keys(whole)) {
      await owner.refused('executeWorkflow', { ...whole, [name]: undefined }, 1200);
      await owner.refused('executeWorkflow', { ...whole, [name]: '' }, 1200);
      await owner.refused('executeWorkflow', { ...whole, [name]: 5 }, 1200);
    }
    await owner.refused('executeWorkflow', { ...whole, subProjectId: unknownId }, 1202);
    await owner.refused('executeWorkflow', { ...whole, processId: unknownId }, 1239);
    await owner.refused('executeWorkflow', { ...whole, stageKey: 'stage_nowhere' }, 1200, { status: 404 });
    await owner.refused('executeWorkflow', { ...whole, stageKey: 'stage_done' }, 1200, { status: 404 });
    await owner.refused('executeWorkflow', { ...whole, workflowId: unknownId }, 1200, { status: 404 });
    await owner.refused('executeWorkflow', { ...whole, otherDetails: 'text' }, 1200);
    const { runs } = await owner.ok('getWorkflowRuns', { subProjectId: subProject.id, processId });
    expect(runs).toEqual([]);
  });

  test('[D27] a repeated key starts one run, also at the same moment', async () => {
    const processId = await createProcess(owner, subProject.id);
    const body = requestToExecute('approval', processId);
    const headers = { 'idempotency-key': randomUUID() };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => owner.call('executeWorkflow', body, { headers })),
    );
    for (const answer of answers) expect(answer.status === 200 || problemOf(answer).id === 1009).toBe(true);
    expect(new Set(answers.filter(({ status }) => status === 200).map(({ text }) => text)).size).toBe(1);
    const { runs } = await owner.ok('getWorkflowRuns', { subProjectId: subProject.id, processId });
    expect(runs).toHaveLength(1);
    await owner.refused('executeWorkflow', { ...body, otherDetails: { other: 1 } }, 1009, { headers });
  });
});

describe('resumeWorkflowRunsApi', () => {
  test('[D23] approved: the payload becomes variables and the run goes on', async () => {
    const run = await execute(owner, subProject, 'approval');
    expect(run.state).toBe('PAUSED');
    const { runId } = await resume(run.id, { approved: true, payload: { comment: 'fine by me' } });
    expect(runId).toEqual({ id: run.id, state: 'COMPLETED' });
    expect(await processOf(run.processId)).toMatchObject({ state: 'APPROVED', fields: { notes: 'fine by me' } });
    const { tasks } = await owner.ok('getTasks', { subProjectId: subProject.id, runId: run.id, state: 'COMPLETED' });
    expect(tasks).toMatchObject([{ elementId: 'decide', approved: true }]);
  });

  test('[D23] approved is false unless it says otherwise: the drawn rejection is followed', async () => {
    const run = await execute(owner, subProject, 'approval');
    const { runId } = await resume(run.id);
    expect(runId.state).toBe('COMPLETED');
    expect((await processOf(run.processId)).state).toBe('REJECTED');
  });

  test('[D24] a rejection that is not drawn ends the run REJECTED; nothing behind it runs', async () => {
    const rejected = await execute(owner, subProject, 'unmodelled');
    expect((await resume(rejected.id, { approved: false })).runId.state).toBe('REJECTED');
    expect((await processOf(rejected.processId)).fields).not.toHaveProperty('notes');
    const approved = await execute(owner, subProject, 'unmodelled');
    expect((await resume(approved.id, { approved: true })).runId.state).toBe('COMPLETED');
    expect((await processOf(approved.processId)).fields.notes).toBe('went on');
  });

  test('[D24] a payload cannot pass itself off as the approval', async () => {
    const run = await execute(owner, subProject, 'approval');
    await resume(run.id, { approved: false, payload: { approved: true } });
    expect((await processOf(run.processId)).state).toBe('REJECTED');
  });

  test('[D24] a boundary event with the code REJECTED catches a rejection', async () => {
    for (const [approved, notes] of [
      [true, 'approved'],
      [false, 'rejected'],
    ] as const) {
      const run = await execute(owner, subProject, 'boundary');
      expect((await resume(run.id, { approved })).runId.state).toBe('COMPLETED');
      expect((await processOf(run.processId)).fields.notes).toBe(notes);
    }
  });

  test('[D23] twice: the second is 1209 with 409 and changes nothing', async () => {
    const run = await execute(owner, subProject, 'approval');
    await resume(run.id, { approved: true, payload: { comment: 'first' } });
    const again = { subProjectId: subProject.id, runId: run.id, approved: false };
    await owner.refused('resumeWorkflowRunsApi', again, 1209, { status: 409 });
    expect(await processOf(run.processId)).toMatchObject({ state: 'APPROVED', fields: { notes: 'first' } });
  });

  test('[D23] of twenty simultaneous resumes exactly one wins', async () => {
    const run = await execute(owner, subProject, 'approval');
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        owner.call('resumeWorkflowRunsApi', {
          subProjectId: subProject.id,
          runId: run.id,
          approved: n % 2 === 0,
          payload: { comment: `decision ${n}` },
        }),
      ),
    );
    const winners = answers.flatMap(({ status }, n) => (status === 200 ? [n] : []));
    expect(winners).toHaveLength(1);
    for (const answer of answers) {
      if (answer.status !== 200) expect([answer.status, problemOf(answer).id]).toEqual([409, 1209]);
    }
    const [winner = -1] = winners;
    const process = await processOf(run.processId);
    expect(process.state).toBe(winner % 2 === 0 ? 'APPROVED' : 'REJECTED');
    if (winner % 2 === 0) expect(process.fields.notes).toBe(`decision ${winner}`);
  });

  test('[D27] the same key answers the same, also when the run has moved on', async () => {
    const run = await execute(owner, subProject, 'approval');
    const options = { headers: { 'idempotency-key': randomUUID() } };
    const body = { subProjectId: subProject.id, runId: run.id, approved: true, payload: { comment: 'c' } };
    const first = await owner.ok('resumeWorkflowRunsApi', body, options);
    expect(await owner.ok('resumeWorkflowRunsApi', body, options)).toEqual(first);
    await owner.refused('resumeWorkflowRunsApi', { ...body, approved: false }, 1009, options);
  });

  test('[D23] of several open tasks the oldest, unless taskId chooses', async () => {
    const run = await execute(owner, subProject, 'parallel');
    const open = async () => (await owner.ok('getTasks', { subProjectId: subProject.id, runId: run.id })).tasks;
    const tasks = await open();
    const second = tasks.find(({ elementId }) => elementId === 'second');
    expect(tasks).toHaveLength(2);
    expect((await resume(run.id, { approved: true, taskId: second?.id })).runId.state).toBe('PAUSED');
    expect((await open()).map(({ elementId }) => elementId)).toEqual(['first']);
    const again = { subProjectId: subProject.id, runId: run.id, taskId: second?.id };
    await owner.refused('resumeWorkflowRunsApi', again, 1209, { status: 409 });
    await owner.refused('resumeWorkflowRunsApi', { ...again, taskId: unknownId }, 1200, { status: 404 });
    expect((await resume(run.id, { approved: true })).runId.state).toBe('COMPLETED');
    expect((await processOf(run.processId)).fields.notes).toBe('both');
  });

  test('[D23] a payload that does not fit the form is 1232 and leaves the task open', async () => {
    const run = await execute(owner, subProject, 'form');
    const body = { subProjectId: subProject.id, runId: run.id, approved: true };
    const missing = await owner.refused('resumeWorkflowRunsApi', { ...body, payload: {} }, 1232);
    expect(missing.errors?.[0]?.pointer).toBe('/payload/comment');
    const payload = { comment: 'c', amount: 'many' };
    const wrong = await owner.refused('resumeWorkflowRunsApi', { ...body, payload }, 1232);
    expect(wrong.errors?.[0]?.pointer).toBe('/payload/amount');
    expect((await resume(run.id, { approved: true, payload: { comment: 'c' } })).runId.state).toBe('COMPLETED');
  });

  test('[D14] missing members, unknown runs and wrong types', async () => {
    const body = { subProjectId: subProject.id, runId: unknownId, approved: true };
    await owner.refused('resumeWorkflowRunsApi', body, 1200, { status: 404 });
    await owner.refused('resumeWorkflowRunsApi', { ...body, runId: undefined }, 1200);
    await owner.refused('resumeWorkflowRunsApi', { ...body, subProjectId: undefined }, 1200);
    await owner.refused('resumeWorkflowRunsApi', { ...body, subProjectId: unknownId }, 1202);
    for (const change of [{ approved: 'true' }, { approved: 1 }, { payload: [] }, { payload: 'x' }]) {
      await owner.refused('resumeWorkflowRunsApi', { ...body, ...change }, 1232);
    }
  });

  test('[D13] a run of another sub-project does not exist in this one', async () => {
    const run = await execute(owner, subProject, 'approval');
    const other = await deploy(admin, configuration());
    const body = { subProjectId: other.id, runId: run.id, approved: true };
    await owner.refused('resumeWorkflowRunsApi', body, 1200, { status: 404 });
    const { run: same } = await owner.ok('getWorkflowRun', { subProjectId: subProject.id, runId: run.id });
    expect(same.state).toBe('PAUSED');
  });
});
