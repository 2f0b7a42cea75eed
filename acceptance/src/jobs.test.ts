import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, inject, test } from 'vitest';
import { signInDemoClients } from './support/demo-clients.js';
import { readProcess, type SubProject, unknownId } from './support/sub-project.js';
import { deployWorkflows, execute } from './support/workflows.js';

const url = inject('demoUrl');
const { admin, owner } = await signInDemoClients();
const type = 'acceptance-work';

async function activate(subProject: SubProject, members: Readonly<Record<string, unknown>> = {}) {
  const { jobs } = await owner.ok('activateJobs', { subProjectId: subProject.id, type, worker: 'w', ...members });
  return jobs;
}

async function activateOne(subProject: SubProject, members: Readonly<Record<string, unknown>> = {}) {
  const [job] = await activate(subProject, { maxJobsToActivate: 1, requestTimeout: 5000, ...members });
  if (!job) throw new Error('no job was activated');
  return { ...job, report: { subProjectId: subProject.id, jobKey: job.key, token: job.token } };
}

const processOf = async (subProject: SubProject, processId: string) =>
  (await readProcess(owner, subProject.id, processId)).fields;

describe('external jobs', () => {
  test('[D21] the run is RACING until a worker completes its job with variables', async () => {
    const subProject = await deployWorkflows(admin);
    const run = await execute(owner, subProject, 'job');
    expect(run.state).toBe('RACING');
    const job = await activateOne(subProject);
    expect(job).toMatchObject({ runId: run.id, variables: { supplier: 'Supplier' }, retries: 3 });
    expect(await activate(subProject), 'a leased job is nobody else’s').toEqual([]);
    const { runId } = await owner.ok('completeJob', { ...job.report, variables: { result: 'done by w' } });
    expect(runId).toEqual({ id: run.id, state: 'COMPLETED' });
    expect((await processOf(subProject, run.processId)).notes).toBe('done by w');
    await owner.refused('completeJob', job.report, 1009);
  });

  test('a long poll is answered as soon as a job appears', async () => {
    const subProject = await deployWorkflows(admin);
    const begun = Date.now();
    const waiting = activateOne(subProject, { requestTimeout: 10_000 });
    await sleep(100);
    await execute(owner, subProject, 'job');
    await waiting;
    expect(Date.now() - begun).toBeLessThan(2000);
  });

  test('a long poll whose worker has hung up leases nothing', async () => {
    const subProject = await deployWorkflows(admin);
    const hungUp = new AbortController();
    const poll = fetch(`${url}/v1/process/workflows/activateJobs`, {
      method: 'POST',
      headers: { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ subProjectId: subProject.id, type, requestTimeout: 10_000 }),
      signal: hungUp.signal,
    });
    await sleep(200);
    hungUp.abort();
    await expect(poll).rejects.toThrow();
    await sleep(200);
    await execute(owner, subProject, 'job');
    await sleep(300);
    expect(await activate(subProject)).toHaveLength(1);
  });

  test('a lease that ran out goes to the next worker; the late report changes nothing (fencing token)', async () => {
    const subProject = await deployWorkflows(admin);
    const run = await execute(owner, subProject, 'job');
    const late = await activateOne(subProject, { timeout: 1000 });
    await sleep(1100);
    const next = await activateOne(subProject);
    expect(next.key).toBe(late.key);
    expect(next.token).not.toBe(late.token);
    expect(next.idempotencyKey, 'stable across attempts').toBe(late.idempotencyKey);
    for (const operation of ['completeJob', 'failJob'] as const) await owner.refused(operation, late.report, 1009);
    await owner.refused('throwJobError', { ...late.report, errorCode: 'BROKEN' }, 1009);
    await owner.refused('extendJobLease', { ...late.report, timeout: 5000 }, 1009);
    await owner.ok('completeJob', { ...next.report, variables: { result: 'second' } });
    expect((await processOf(subProject, run.processId)).notes).toBe('second');
  });

  test('an extended lease stays with its worker', async () => {
    const subProject = await deployWorkflows(admin);
    await execute(owner, subProject, 'job');
    const job = await activateOne(subProject, { timeout: 1000 });
    const { deadline } = await owner.ok('extendJobLease', { ...job.report, timeout: 60_000 });
    expect(Date.parse(deadline) - Date.parse(job.deadline)).toBeGreaterThan(50_000);
    await sleep(1100);
    expect(await activate(subProject)).toEqual([]);
    await owner.ok('completeJob', { ...job.report, variables: { result: 'kept' } });
  });

  test('a failed job comes back with one retry less; without retries it is an incident, and the run FAILED (D21)', async () => {
    const subProject = await deployWorkflows(admin);
    const run = await execute(owner, subProject, 'job');
    const first = await activateOne(subProject);
    const failed = await owner.ok('failJob', { ...first.report, retryBackOff: 0, errorMessage: 'printer on fire' });
    expect(failed.runId.state).toBe('RACING');
    const second = await activateOne(subProject);
    expect(second.retries).toBe(2);
    const last = await owner.ok('failJob', { ...second.report, retries: 0, errorMessage: 'printer gone' });
    expect(last.runId.state).toBe('FAILED');
    const here = { subProjectId: subProject.id, runId: run.id };
    const { detail } = await owner.ok('getWorkflowRun', here);
    expect(detail.incidents).toMatchObject([{ elementId: 'work', message: expect.stringContaining('printer gone') }]);
    const retried = await owner.ok('retryIncident', { ...here, incidentId: detail.incidents[0]?.id, retries: 1 });
    expect(retried.runId.state).toBe('RACING');
    const third = await activateOne(subProject);
    await owner.ok('completeJob', { ...third.report, variables: { result: 'at last' } });
    expect((await processOf(subProject, run.processId)).notes).toBe('at last');
  });

  test('a BPMN error is caught by the diagram; an uncaught one is an incident', async () => {
    const subProject = await deployWorkflows(admin);
    const run = await execute(owner, subProject, 'job');
    const job = await activateOne(subProject);
    const { runId } = await owner.ok('throwJobError', { ...job.report, errorCode: 'BROKEN' });
    expect(runId.state).toBe('COMPLETED');
    expect((await processOf(subProject, run.processId)).notes).toBe('caught');
    await execute(owner, subProject, 'job');
    const other = await activateOne(subProject);
    const uncaught = await owner.ok('throwJobError', { ...other.report, errorCode: 'UNHEARD_OF' });
    expect(uncaught.runId.state).toBe('FAILED');
  });

  test('of ten workers asking at once each job goes to one', async () => {
    const subProject = await deployWorkflows(admin);
    const runs = await Promise.all(Array.from({ length: 20 }, () => execute(owner, subProject, 'job')));
    const leases = await Promise.all(
      Array.from({ length: 10 }, (_, n) => activate(subProject, { worker: `w${n}`, maxJobsToActivate: 3 })),
    );
    const taken = leases.flat().map(({ runId }) => runId);
    const rest = (await activate(subProject, { maxJobsToActivate: 100 })).map(({ runId }) => runId);
    expect([...taken, ...rest].toSorted()).toEqual(runs.map(({ id }) => id).toSorted());
  });

  test('unknown jobs are 1200 with 404; a job type outside of the role’s list is 1209', async () => {
    const limited = await deployWorkflows(admin, {
      roles: [{ name: 'WORKER', read: true, work: ['other-work'] }],
      members: [{ user: 'demo-owner', roles: ['WORKER'] }],
    });
    await owner.refused('activateJobs', { subProjectId: limited.id, type }, 1209);
    await owner.ok('activateJobs', { subProjectId: limited.id, type: 'other-work' });
    const subProject = await deployWorkflows(admin);
    const report = { subProjectId: subProject.id, jobKey: unknownId, token: '1' };
    await owner.refused('completeJob', report, 1200, { status: 404 });
    await owner.refused('failJob', report, 1200, { status: 404 });
    await owner.refused('throwJobError', { ...report, errorCode: 'X' }, 1200, { status: 404 });
    await owner.refused('extendJobLease', { ...report, timeout: 5000 }, 1200, { status: 404 });
    await owner.refused('activateJobs', { subProjectId: subProject.id, type, timeout: 1 }, 1200);
  });
});
