import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sent, sentWhile } from '../testing/sent-statements.js';
import { choice, diagram, end, flow, service, start, update, user } from './testing/diagram.js';
import { createWorkflowFixture, type WorkflowFixture } from './testing/workflow-fixture.js';

const approval = diagram(
  'approval',
  start(),
  user('approve', { candidateGroups: '=["MANAGER"]' }),
  choice('decide', 'decide-no'),
  update('yes', '={state: "APPROVED"}'),
  update('no', '={state: "REJECTED"}'),
  end(),
  flow('s approve decide'),
  flow('decide yes', '=approved'),
  flow('decide no e'),
  flow('yes e'),
);
const plain = diagram('plain', start(), user('look'), end(), flow('s look e'));
const packing = diagram('packing', start(), service('pack', 'pack'), end(), flow('s pack e'));

describe('[D138] what a request sends to PostgreSQL, with begin and commit', () => {
  let fixture: WorkflowFixture;
  beforeAll(async () => {
    fixture = await createWorkflowFixture({ workflows: { approval, plain, packing } });
    // What is read once per process and version.
    for (const key of ['approval', 'plain', 'packing']) await fixture.execute(key, await fixture.createProcess());
    await fixture.useCases.updateProcessField(fixture.caller('OWNER'), {
      subProjectId: fixture.subProjectId,
      processId: await fixture.createProcess(),
      updates: { notes: 'before' },
    });
  });
  afterAll(async () => {
    await fixture.expectNothingStuck();
    await fixture.drop();
  });

  const taskOf = async (runId: string): Promise<string> => {
    const [row] = await fixture.db<{ id: string }>`select id from tasks where run_id = ${runId}`;
    return row?.id ?? '';
  };
  const decided = async (key: string): Promise<Sent> => {
    const run = await fixture.execute(key, await fixture.createProcess());
    const { subProjectId } = fixture;
    return sentWhile(() =>
      fixture.useCases.resumeWorkflowRunsApi(fixture.caller('MANAGER'), {
        subProjectId,
        runId: run.id,
        approved: true,
      }),
    );
  };

  it('createProcess', async () => {
    expect(await sentWhile(() => fixture.createProcess({ amount: 1 }))).toEqual({ statements: 3, roundTrips: 2 });
  });

  it('updateProcessField', async () => {
    const { subProjectId, useCases } = fixture;
    const processId = await fixture.createProcess();
    const change = { subProjectId, processId, updates: { notes: 'after' } };
    expect(await sentWhile(() => useCases.updateProcessField(fixture.caller('OWNER'), change))).toEqual({
      statements: 2,
      roundTrips: 2,
    });
  });

  it('executeWorkflow', async () => {
    const processId = await fixture.createProcess();
    expect(await sentWhile(() => fixture.execute('approval', processId))).toEqual({ statements: 2, roundTrips: 2 });
  });

  it('a decision, and one that changes the process', async () => {
    expect(await decided('plain')).toEqual({ statements: 4, roundTrips: 2 });
    expect(await decided('approval')).toEqual({ statements: 5, roundTrips: 3 });
  });

  it('claimTask', async () => {
    const { subProjectId, useCases } = fixture;
    const taskId = await taskOf((await fixture.execute('plain', await fixture.createProcess())).id);
    expect(await sentWhile(() => useCases.claimTask(fixture.caller('MANAGER'), { subProjectId, taskId }))).toEqual({
      statements: 2,
      roundTrips: 2,
    });
  });

  it('completeJob', async () => {
    const { subProjectId, useCases } = fixture;
    await fixture.execute('packing', await fixture.createProcess());
    const worker = fixture.caller('WORKER');
    const { jobs } = await useCases.activateJobs(worker, {
      subProjectId,
      type: 'pack',
      worker: 'w',
      maxJobsToActivate: 1,
    });
    const [job] = jobs;
    const report = { subProjectId, jobKey: job?.key ?? '', token: job?.token ?? '' };
    expect(await sentWhile(() => useCases.completeJob(worker, report))).toEqual({ statements: 4, roundTrips: 2 });
  });
});
