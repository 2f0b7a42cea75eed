import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LeasedJob } from '../../jobs/records/job.js';
import { leaseDue } from '../../jobs/records/leases.js';
import type { JobHandler } from '../../jobs/worker/job-handler.js';
import type { RunWork } from '../../jobs/worker/run-work.js';
import { transaction } from '../../postgres/database.js';
import { sentWhile } from '../../testing/sent-statements.js';
import { diagram, end, flow, service, start, update } from '../testing/diagram.js';
import { createWorkflowFixture, type WorkflowFixture } from '../testing/workflow-fixture.js';
import { createRunWork } from './run-work.js';

const charge: JobHandler = {
  type: 'charge',
  timeoutMs: 1000,
  run: async () => ({ outcome: 'completed', variables: {} }),
};
const charged = diagram('charged', start(), service('charge', 'charge'), end(), flow('s charge e'));
const counted = diagram(
  'counted',
  start(),
  service('charge', 'charge'),
  update('count', '={amount: process.fields.amount + 1}'),
  end(),
  flow('s charge count e'),
);

describe('[D187] jobs that are due at the same time', () => {
  let fixture: WorkflowFixture;
  let work: RunWork;
  beforeAll(async () => {
    fixture = await createWorkflowFixture({ workflows: { charged, counted }, handlers: [charge] });
    work = createRunWork(fixture.deps);
    // What is read once per version.
    await Promise.all((await leased(1)).map((job) => settle(job)));
  });
  afterAll(async () => {
    await fixture.expectNothingStuck();
    await fixture.drop();
  });

  /** Runs that wait for a job each, with the leases of their jobs. */
  const leased = async (count: number, key = 'charged'): Promise<readonly LeasedJob[]> => {
    for (let index = 0; index < count; index += 1)
      await fixture.execute(key, await fixture.createProcess({ amount: 1 }));
    const jobs = await leaseDue(fixture.db, 'handler', count, 'test', { '': 60_000 });
    expect(jobs).toHaveLength(count);
    return jobs;
  };
  const settle = (job: LeasedJob, variables: object = {}) =>
    work.settle(job, { outcome: 'completed', variables: { ...variables } });
  const statesOf = (jobs: readonly LeasedJob[]) => Promise.all(jobs.map(({ runId }) => fixture.stateOf(runId ?? '')));
  const of = <T>(count: number, value: T): readonly T[] => Array.from({ length: count }, () => value);

  it('are settled in one transaction: a statement for each, and six for all of them', async () => {
    const jobs = await leased(10);
    let outcomes: readonly string[] = [];
    const sent = await sentWhile(async () => {
      outcomes = await Promise.all(jobs.map((job) => settle(job)));
    });
    expect(outcomes).toEqual(of(10, 'done'));
    expect(await statesOf(jobs)).toEqual(of(10, 'COMPLETED'));
    expect(sent).toEqual({ statements: 16, roundTrips: 3 });
  });

  it('are not spoilt by one that PostgreSQL refuses', async () => {
    const jobs = await leased(5, 'counted');
    const [bad, ...good] = jobs;
    const { changeProcess } = fixture.deps;
    const failing = createRunWork({
      ...fixture.deps,
      changeProcess: async (tx, actor, change) => {
        if (change.process.id === bad?.processId) await tx`select from a_table_that_is_not_there`;
        return changeProcess(tx, actor, change);
      },
    });
    const outcomes = await Promise.allSettled(
      jobs.map((job) => failing.settle(job, { outcome: 'completed', variables: {} })),
    );
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', ...of(4, 'fulfilled')]);
    expect(await statesOf(good)).toEqual(of(4, 'COMPLETED'));
    for (const { processId } of good) expect((await fixture.process(processId ?? '')).fields.amount).toBe(2);
    if (bad === undefined) throw new Error('no job was due');
    expect(await fixture.stateOf(bad.runId ?? '')).toBe('RACING');
    // Its lease is as it was.
    expect(await settle(bad)).toBe('done');
  });

  it('do not wait for a run that somebody else has locked', async () => {
    const jobs = await leased(3);
    const [locked, ...free] = jobs;
    let waiting: Promise<string> | undefined;
    await transaction(fixture.db, async (tx) => {
      await tx`select from runs where id = ${locked?.runId ?? ''} for update`;
      const settled = jobs.map((job) => settle(job));
      [waiting] = settled;
      expect(await Promise.all(settled.slice(1))).toEqual(['done', 'done']);
      expect(await statesOf(free)).toEqual(['COMPLETED', 'COMPLETED']);
    });
    expect(await waiting).toBe('done');
    expect(await statesOf(jobs)).toEqual(of(3, 'COMPLETED'));
  });

  it('are settled once each, when they are reported twice and when a lease is over', async () => {
    const jobs = await leased(4, 'counted');
    const [old] = jobs;
    if (old === undefined) throw new Error('no job was due');
    await fixture.db`update jobs set fence = fence + 1 where id = ${old.id}`;
    const outcomes = await Promise.all([...jobs, ...jobs].map((job) => settle(job)));
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(3);
    for (const { id, processId } of jobs) {
      expect((await fixture.process(processId ?? '')).fields.amount).toBe(id === old.id ? 1 : 2);
    }
    expect(await settle({ ...old, fence: old.fence + 1 })).toBe('done');
  });
});
