import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { choice, diagram, end, flow, start, update, user } from './testing/diagram.js';
import { createWorkflowFixture, type WorkflowFixture } from './testing/workflow-fixture.js';

const modelled = diagram(
  'modelled',
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

const unmodelled = diagram(
  'unmodelled',
  start(),
  user('approve'),
  update('pay', '={state: "APPROVED", notes: "paid " + reason}'),
  end(),
  flow('s approve pay e'),
);

const classify = diagram(
  'classify',
  start(),
  choice('big', 'big-e'),
  update('high', '={priority: "HIGH", notes: otherDetails.note}'),
  end(),
  flow('s big'),
  flow('big high', '=process.fields.amount > 10000'),
  flow('high e'),
  flow('big e'),
);

describe('an approval run', () => {
  let fixture: WorkflowFixture;
  beforeAll(async () => {
    fixture = await createWorkflowFixture({ workflows: { modelled, unmodelled, classify } });
  });
  afterAll(async () => {
    await fixture.expectNothingStuck();
    await fixture.drop();
  });

  const resume = (runId: string, approved: boolean, payload: object = {}, who: 'MANAGER' | 'OWNER' = 'MANAGER') =>
    fixture.useCases.resumeWorkflowRunsApi(fixture.caller(who), {
      subProjectId: fixture.subProjectId,
      runId,
      approved,
      payload,
    });

  it('[D22] completes at once without external work, and changes the process in its own transaction', async () => {
    const processId = await fixture.createProcess({ amount: 20_000 });
    expect(await fixture.execute('classify', processId, { note: 'checked' })).toMatchObject({ state: 'COMPLETED' });
    expect(await fixture.process(processId)).toMatchObject({ priority: 'HIGH', fields: { notes: 'checked' } });

    const small = await fixture.createProcess({ amount: 5 });
    expect(await fixture.execute('classify', small)).toMatchObject({ state: 'COMPLETED' });
    expect((await fixture.process(small)).priority).toBe('MEDIUM');
  });

  it('[D23] pauses for the decision and follows it', async () => {
    const processId = await fixture.createProcess();
    const run = await fixture.execute('modelled', processId);
    expect(run.state).toBe('PAUSED');
    expect(await resume(run.id, true)).toEqual({ runId: { id: run.id, state: 'COMPLETED' } });
    expect((await fixture.process(processId)).state).toBe('APPROVED');
  });

  it('[D24] follows a rejection where the diagram models it', async () => {
    const processId = await fixture.createProcess();
    const run = await fixture.execute('modelled', processId);
    expect(await resume(run.id, false)).toEqual({ runId: { id: run.id, state: 'COMPLETED' } });
    expect((await fixture.process(processId)).state).toBe('REJECTED');
  });

  it('[D24] ends REJECTED and runs nothing downstream where it does not', async () => {
    const processId = await fixture.createProcess();
    const run = await fixture.execute('unmodelled', processId);
    expect(await resume(run.id, false, { reason: 'no' })).toMatchObject({ runId: { state: 'REJECTED' } });
    expect(await fixture.process(processId)).toMatchObject({ state: 'INIT', fields: {} });
  });

  it('[D23] feeds the members of payload to the run as variables', async () => {
    const processId = await fixture.createProcess();
    const run = await fixture.execute('unmodelled', processId);
    await resume(run.id, true, { reason: 'in full' });
    expect(await fixture.process(processId)).toMatchObject({ state: 'APPROVED', fields: { notes: 'paid in full' } });
  });

  it('[D23] lets exactly one of 20 simultaneous resumes win; the others get 1209 with 409', async () => {
    const run = await fixture.execute('modelled', await fixture.createProcess());
    const answers = await Promise.allSettled(Array.from({ length: 20 }, () => resume(run.id, true)));
    const refused = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []));
    expect(refused).toHaveLength(19);
    for (const reason of refused) expect(reason).toMatchObject({ id: 1209, status: 409 });
    const [row] = await fixture.db<{ completed: number }>`
      select count(*) as completed from audit_log where subject_id = ${run.id} and action = 'run.resume'`;
    expect(row?.completed).toBe(1);
  });

  it('[D20] audits who started, decided and changed what, with the trace', async () => {
    const processId = await fixture.createProcess();
    const run = await fixture.execute('modelled', processId);
    await resume(run.id, true);
    const rows = await fixture.db`
      select action, by_name, trace_id, before, after from audit_log
      where process_id = ${processId} and action <> 'process.create' order by id`;
    expect(rows).toMatchObject([
      { action: 'run.start', by_name: 'OWNER', after: { state: 'PAUSED', stageKey: 'stage_init' } },
      { action: 'process.update', by_name: 'MANAGER', before: { state: 'INIT' }, after: { state: 'APPROVED' } },
      {
        action: 'run.resume',
        by_name: 'MANAGER',
        trace_id: 'test-trace',
        before: { state: 'PAUSED' },
        after: { state: 'COMPLETED', approved: true },
      },
    ]);
  });

  it('undoes an update the configuration does not allow and raises an incident that a retry can mend', async () => {
    const processId = await fixture.createProcess();
    const { subProjectId } = fixture;
    await fixture.useCases.updateProcessField(fixture.caller('OWNER'), {
      subProjectId,
      processId,
      updates: { state: 'REJECTED' },
    });
    const run = await fixture.execute('modelled', processId);
    expect(await resume(run.id, true)).toMatchObject({ runId: { state: 'FAILED' } });
    const { detail } = await fixture.useCases.getWorkflowRun(fixture.caller('OWNER'), { subProjectId, runId: run.id });
    expect(detail.incidents).toMatchObject([{ elementId: 'yes', kind: 'job', resolvedTs: null }]);
    expect(detail.incidents[0]?.message).toContain('1232 /updates/state');
    await fixture.expectNothingStuck();

    await fixture.db`update processes set state = 'INIT' where id = ${processId}`;
    const incidentId = detail.incidents[0]?.id ?? '';
    const retried = await fixture.useCases.retryIncident(fixture.caller('OPERATOR'), {
      subProjectId,
      runId: run.id,
      incidentId,
    });
    expect(retried).toEqual({ runId: { id: run.id, state: 'COMPLETED' } });
    expect((await fixture.process(processId)).state).toBe('APPROVED');
  });

  it('tells the story of a run in order, by pages that do not overlap', async () => {
    const { subProjectId } = fixture;
    const run = await fixture.execute('modelled', await fixture.createProcess());
    await resume(run.id, true);
    const read = (page: string, perPageCount: string) =>
      fixture.useCases.getRunTimeline(fixture.caller('READER'), { subProjectId, runId: run.id, page, perPageCount });
    const whole = await read('1', '1000');
    const total = Number(whole.meta.totalCount);
    expect(whole.timeline.map((entry) => entry.sequence)).toEqual(Array.from({ length: total }, (_, i) => i + 1));
    const completed = whole.timeline.filter(({ event }) => event === 'completed').map(({ elementId }) => elementId);
    expect(completed).toEqual(expect.arrayContaining(['s', 'approve', 'decide', 'yes', 'e']));
    const pages = await Promise.all(Array.from({ length: Math.ceil(total / 3) }, (_, i) => read(String(i + 1), '3')));
    expect(pages.flatMap((page) => page.timeline)).toEqual(whole.timeline);
    expect((await read('1000', '3')).timeline).toEqual([]);
  });
});
