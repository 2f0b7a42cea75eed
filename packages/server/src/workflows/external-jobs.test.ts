import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { boundary, diagram, end, error, flow, on, service, start, update } from './testing/diagram.js';
import { createWorkflowFixture, type Who, type WorkflowFixture } from './testing/workflow-fixture.js';

const packing = diagram(
  'packing',
  error('broken', 'BROKEN'),
  start(),
  service('pack', 'pack', { inputs: { amount: '=process.fields.amount' }, retries: 2 }),
  boundary('caught', 'pack', on.error('broken')),
  update('note', '={notes: parcel}'),
  update('broken-note', '={notes: "broken: " + what}'),
  end(),
  flow('s pack note e'),
  flow('caught broken-note e'),
);

describe('external jobs', () => {
  let fixture: WorkflowFixture;
  beforeAll(async () => {
    fixture = await createWorkflowFixture({ workflows: { packing } });
  });
  afterAll(async () => {
    await fixture.expectNothingStuck();
    await fixture.drop();
  });

  const activate = async (
    options: { who?: Who; type?: string; timeout?: number; requestTimeout?: number; maxJobsToActivate?: number } = {},
  ) => {
    const { who = 'WORKER', type = 'pack', ...rest } = options;
    const request = { subProjectId: fixture.subProjectId, type, worker: 'test', ...rest };
    return (await fixture.useCases.activateJobs(fixture.caller(who), request)).jobs;
  };
  const started = async () => {
    const processId = await fixture.createProcess({ amount: 3 });
    const run = await fixture.execute('packing', processId);
    const [job] = await activate();
    if (job === undefined) throw new Error('no job');
    return { processId, run, job, report: { subProjectId: fixture.subProjectId, jobKey: job.key, token: job.token } };
  };
  const worker = () => fixture.caller('WORKER');

  it('hands a job to one worker and takes its result', async () => {
    const { processId, run, job, report } = await started();
    expect(job).toMatchObject({
      type: 'pack',
      runId: run.id,
      processId,
      workflowId: fixture.workflowId('packing'),
      elementId: 'pack',
      variables: { amount: 3 },
      retries: 2,
    });
    expect(await activate()).toEqual([]);
    const variables = { parcel: 'box 7' };
    const done = await fixture.useCases.completeJob(worker(), { ...report, variables });
    expect(done).toEqual({ runId: { id: run.id, state: 'COMPLETED' } });
    expect((await fixture.process(processId)).fields.notes).toBe('box 7');
    await expect(fixture.useCases.completeJob(worker(), { ...report, variables })).rejects.toMatchObject({ id: 1009 });
  });

  it('[D13] [D14] lets only workers of the type activate and report, and knows no other jobs', async () => {
    const { report } = await started();
    await expect(activate({ type: 'other' })).rejects.toMatchObject({ id: 1209 });
    await expect(activate({ who: 'MANAGER' })).rejects.toMatchObject({ id: 1209 });
    await expect(fixture.useCases.completeJob(fixture.caller('READER'), report)).rejects.toMatchObject({ id: 1209 });
    for (const jobKey of ['no-uuid', fixture.subProjectId]) {
      await expect(fixture.useCases.completeJob(worker(), { ...report, jobKey })).rejects.toMatchObject({
        id: 1200,
        status: 404,
      });
    }
    await fixture.useCases.completeJob(worker(), { ...report, variables: { parcel: 'x' } });
  });

  it('refuses the report of a worker whose lease ran out and was taken by another', async () => {
    const { run, job, report } = await started();
    await fixture.db`update jobs set due_ts = now() - interval '1 second' where id = ${job.key}`;
    const [again] = await activate();
    expect(again).toMatchObject({ key: job.key, idempotencyKey: job.idempotencyKey });
    expect(again?.token).not.toBe(job.token);
    for (const reportLate of [
      () => fixture.useCases.completeJob(worker(), report),
      () => fixture.useCases.failJob(worker(), report),
      () => fixture.useCases.throwJobError(worker(), { ...report, errorCode: 'BROKEN' }),
      () => fixture.useCases.extendJobLease(worker(), { ...report, timeout: 60_000 }),
    ]) {
      await expect(reportLate()).rejects.toMatchObject({ id: 1009, status: 409 });
    }
    expect(await fixture.stateOf(run.id)).toBe('RACING');
    const token = again?.token ?? '';
    await fixture.useCases.completeJob(worker(), { ...report, token, variables: { parcel: 'second' } });
    expect(await fixture.stateOf(run.id)).toBe('COMPLETED');
  });

  it('takes exactly one of several simultaneous reports', async () => {
    const { report } = await started();
    const answers = await Promise.allSettled(
      Array.from({ length: 10 }, (_, n) =>
        fixture.useCases.completeJob(worker(), { ...report, variables: { parcel: String(n) } }),
      ),
    );
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('tries a failed job again after its backoff, then raises an incident that can be retried', async () => {
    const { run, report } = await started();
    const failure = { ...report, retryBackOff: 0, errorMessage: 'no tape' };
    expect(await fixture.useCases.failJob(worker(), failure)).toEqual({ runId: { id: run.id, state: 'RACING' } });
    const [second] = await activate();
    expect(second).toMatchObject({ retries: 1 });
    const failed = await fixture.useCases.failJob(worker(), { ...failure, token: second?.token ?? '' });
    expect(failed).toEqual({ runId: { id: run.id, state: 'FAILED' } });
    const { subProjectId } = fixture;
    const { detail } = await fixture.useCases.getWorkflowRun(fixture.caller('OWNER'), { subProjectId, runId: run.id });
    expect(detail.incidents).toMatchObject([{ kind: 'job', message: 'no tape', jobKey: report.jobKey }]);
    const incidentId = detail.incidents[0]?.id ?? '';
    const retry = { subProjectId, runId: run.id, incidentId, retries: 5 };
    await fixture.useCases.retryIncident(fixture.caller('OPERATOR'), retry);
    await expect(fixture.useCases.retryIncident(fixture.caller('OPERATOR'), retry)).rejects.toMatchObject({ id: 1009 });
    const [third] = await activate();
    expect(third).toMatchObject({ retries: 5, idempotencyKey: second?.idempotencyKey });
    const repaired = { subProjectId, jobKey: third?.key ?? '', token: third?.token ?? '' };
    await fixture.useCases.completeJob(worker(), { ...repaired, variables: { parcel: 'taped' } });
    expect(await fixture.stateOf(run.id)).toBe('COMPLETED');
  });

  it('throws a BPMN error that the diagram catches', async () => {
    const { processId, report } = await started();
    const thrown = await fixture.useCases.throwJobError(worker(), {
      ...report,
      errorCode: 'BROKEN',
      variables: { what: 'glass' },
    });
    expect(thrown).toMatchObject({ runId: { state: 'COMPLETED' } });
    expect((await fixture.process(processId)).fields.notes).toBe('broken: glass');
  });

  it('extends a lease', async () => {
    const { job, report } = await started();
    const { deadline } = await fixture.useCases.extendJobLease(worker(), { ...report, timeout: 600_000 });
    expect(Date.parse(deadline)).toBeGreaterThan(Date.parse(job.deadline) + 300_000);
    await fixture.useCases.completeJob(worker(), { ...report, variables: { parcel: 'x' } });
  });

  it('answers a long poll as soon as a job appears, holding no connection while it waits', async () => {
    const polls = Array.from({ length: 30 }, () => activate({ requestTimeout: 5000, maxJobsToActivate: 1 }));
    await sleep(150);
    // Their first queries are over after a moment, on a busy machine after a second or two.
    await expect.poll(() => fixture.db.stats(), { timeout: 3000, interval: 20 }).toMatchObject({ waiting: 0 });
    const began = performance.now();
    await fixture.execute('packing', await fixture.createProcess());
    const [job] = await Promise.race(polls);
    expect(job?.type).toBe('pack');
    expect(performance.now() - began).toBeLessThan(900);
    const report = { subProjectId: fixture.subProjectId, jobKey: job?.key ?? '', token: job?.token ?? '' };
    await fixture.useCases.completeJob(worker(), { ...report, variables: { parcel: 'x' } });
    for (let n = 1; n < polls.length; n += 1) await fixture.execute('packing', await fixture.createProcess());
    const answered = (await Promise.all(polls)).flat();
    expect(new Set(answered.map(({ key }) => key)).size).toBe(answered.length);
  });

  it('answers an empty long poll when its time is over', async () => {
    await fixture.db`update jobs set due_ts = now() + interval '1 hour' where open`;
    const began = performance.now();
    expect(await activate({ requestTimeout: 300 })).toEqual([]);
    expect(performance.now() - began).toBeGreaterThan(280);
  });
});
