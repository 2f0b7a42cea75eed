import { describe, expect, test } from 'vitest';
import { bpmn, end, line, start, updateTask, userTask } from './support/bpmn.js';
import { signInDemoClients } from './support/demo-clients.js';
import { demoUserId } from './support/person.js';
import { configuration, createProcess, deploy, readProcess, unknownId } from './support/sub-project.js';
import { deployWorkflows, execute } from './support/workflows.js';

const { admin, owner, assignee } = await signInDemoClients();
const subProject = await deployWorkflows(admin);

describe('getWorkflowRuns', () => {
  test('[D26] filters by process, workflow, stage and run, newest first, with the documented members', async () => {
    const first = await execute(owner, subProject, 'approval');
    const second = await execute(owner, subProject, 'straight', { processId: first.processId });
    const other = await execute(owner, subProject, 'approval');
    const list = async (query: Readonly<Record<string, unknown>>) =>
      (await owner.ok('getWorkflowRuns', { subProjectId: subProject.id, ...query })).runs.map(({ id }) => id);
    expect(await list({ processId: first.processId })).toEqual([second.id, first.id]);
    expect(await list({ processId: first.processId, workflowId: subProject.workflows.approval })).toEqual([first.id]);
    expect(await list({ runId: other.id })).toEqual([other.id]);
    expect(await list({ runId: other.id, processId: first.processId })).toEqual([]);
    expect(await list({ processId: first.processId, stageKey: 'stage_init' })).toEqual([second.id, first.id]);
    expect(await list({ processId: first.processId, stageKey: 'stage_done' })).toEqual([]);
    const all = await list({});
    expect(all.indexOf(other.id)).toBeLessThan(all.indexOf(second.id));
    const { runs } = await owner.ok('getWorkflowRuns', { subProjectId: subProject.id, runId: first.id });
    expect(Object.keys(runs[0] ?? {}).toSorted()).toEqual(['createdTs', 'id', 'processId', 'state', 'workflowId']);
    expect(runs[0]).toMatchObject({ processId: first.processId, workflowId: subProject.workflows.approval });
  });

  test('[D1] pages and meta are asked for', async () => {
    const { processId } = await execute(owner, subProject, 'straight');
    await execute(owner, subProject, 'straight', { processId });
    const query = { subProjectId: subProject.id, processId };
    expect(await owner.ok('getWorkflowRuns', query)).not.toHaveProperty('meta');
    const page = await owner.ok('getWorkflowRuns', {
      ...query,
      page: '2',
      perPageCount: '1',
      include: 'meta,stageKey',
    });
    expect(page.meta).toEqual({ page: '2', perPageCount: '1', totalCount: '2', totalPages: '2' });
    expect(page.runs).toMatchObject([{ stageKey: 'stage_init' }]);
    await owner.refused('getWorkflowRuns', { ...query, include: 'variables' }, 1200);
    await owner.refused('getWorkflowRuns', { ...query, page: '0' }, 1200);
  });

  test('[D14] ids that name nothing are 1200 with 404', async () => {
    for (const name of ['processId', 'workflowId', 'runId', 'stageKey']) {
      const query = { subProjectId: subProject.id, [name]: unknownId };
      await owner.refused('getWorkflowRuns', query, 1200, { status: 404 });
    }
    await owner.refused('getWorkflowRuns', {}, 1200);
    await owner.refused('getWorkflowRuns', { subProjectId: unknownId }, 1202);
  });
});

test('[D12] a row filter hides runs and tasks of other processes, and refuses to act on them', async () => {
  const fields = { supplier: 'x', assignee: await demoUserId(admin, 'assignee') };
  const own = await execute(owner, subProject, 'approval', {
    processId: await createProcess(owner, subProject.id, { fields }),
  });
  const other = await execute(owner, subProject, 'approval');
  const here = { subProjectId: subProject.id };
  const { runs } = await assignee.ok('getWorkflowRuns', here);
  expect(runs.map(({ id }) => id)).toEqual([own.id]);
  const { tasks } = await assignee.ok('getTasks', here);
  expect(tasks.map(({ runId }) => runId)).toEqual([own.id]);
  await assignee.refused('getWorkflowRun', { ...here, runId: other.id }, 1210);
  await assignee.refused('getRunTimeline', { ...here, runId: other.id }, 1210);
  await assignee.refused('resumeWorkflowRunsApi', { ...here, runId: other.id, approved: true }, 1210);
  const approval = { ...here, stageKey: 'stage_init', workflowId: subProject.workflows.approval };
  await assignee.refused('executeWorkflow', { ...approval, processId: other.processId }, 1210);
  const { runId } = await assignee.ok('resumeWorkflowRunsApi', { ...here, runId: own.id, approved: false });
  expect(runId.state).toBe('COMPLETED');
});

test('[D12] a call list names the workflows a role may execute and resume', async () => {
  const limited = await deployWorkflows(admin, {
    roles: [{ name: 'CALLER', read: true, create: true, call: ['approval'] }],
    members: [{ user: 'demo-owner', roles: ['CALLER'] }],
  });
  const run = await execute(owner, limited, 'approval');
  const body = { subProjectId: limited.id, processId: run.processId, stageKey: 'stage_init' };
  await owner.refused('executeWorkflow', { ...body, workflowId: limited.workflows.straight }, 1209);
  const foreign = await execute(admin, limited, 'unmodelled');
  await owner.refused('resumeWorkflowRunsApi', { subProjectId: limited.id, runId: foreign.id, approved: true }, 1209);
  await owner.ok('resumeWorkflowRunsApi', { subProjectId: limited.id, runId: run.id, approved: true });
});

describe('versions', () => {
  const version = (note: string) =>
    bpmn(
      'versioned',
      `${start()}${userTask('decide')}${updateTask('after', `{notes: "${note}"}`)}${end()}${line('start', 'decide', 'after', 'end')}`,
    );
  const workflows = [{ key: 'versioned', name: 'Versioned', stages: ['stage_init'], file: 'v.bpmn' }];

  test('[D25] a run keeps the version it started with; new runs take the new one', async () => {
    const document = configuration({ workflows });
    const deployed = await deploy(admin, document, { 'v.bpmn': version('version one') });
    const old = await execute(owner, deployed, 'versioned');
    const again = await admin.ok('deploySubProject', {
      subProjectId: deployed.id,
      document,
      files: { 'v.bpmn': version('version two') },
    });
    expect(again.workflows, 'the workflow keeps its id').toMatchObject([{ id: deployed.workflows.versioned }]);
    const fresh = await execute(owner, deployed, 'versioned');
    for (const run of [old, fresh]) {
      await owner.ok('resumeWorkflowRunsApi', { subProjectId: deployed.id, runId: run.id, approved: true });
    }
    expect((await readProcess(owner, deployed.id, old.processId)).fields.notes).toBe('version one');
    expect((await readProcess(owner, deployed.id, fresh.processId)).fields.notes).toBe('version two');
    const diagram = { subProjectId: deployed.id, workflowId: deployed.workflows.versioned };
    expect((await owner.ok('getWorkflowDiagram', diagram)).bpmn).toBe(version('version two'));
    expect((await owner.ok('getWorkflowDiagram', { ...diagram, runId: old.id })).bpmn).toBe(version('version one'));
    expect(await owner.ok('getWorkflowDiagram', { ...diagram, version: '1' })).toMatchObject({
      version: '1',
      bpmn: version('version one'),
    });
    await owner.refused('getWorkflowDiagram', { ...diagram, version: '9' }, 1200, { status: 404 });
  });

  test('[D25] an operator moves a run to the new version', async () => {
    const document = configuration({ workflows });
    const deployed = await deploy(admin, document, { 'v.bpmn': version('version one') });
    const run = await execute(owner, deployed, 'versioned');
    const here = { subProjectId: deployed.id, runId: run.id };
    await owner.refused('migrateRun', here, 1009);
    await owner.refused('migrateRun', { ...here, version: '7' }, 1200, { status: 404 });
    const files = { 'v.bpmn': version('version two') };
    await admin.ok('deploySubProject', { subProjectId: deployed.id, document, files });
    expect((await owner.ok('migrateRun', here)).runId.state).toBe('PAUSED');
    await owner.ok('resumeWorkflowRunsApi', { ...here, approved: true });
    expect((await readProcess(owner, deployed.id, run.processId)).fields.notes).toBe('version two');
  });
});
