import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../kernel/identifiers.js';
import { quietLog } from '../../testing/quiet-log.js';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.js';
import { type Lane, type LeasedJob, newJob } from '../records/job.js';
import { releaseLease, returnLease } from '../records/lease-reports.js';
import { leaseDue } from '../records/leases.js';
import { storeJobs } from '../records/store-jobs.js';
import { type LaneOfSuspects, MAX_UNFINISHED, Suspects } from './suspects.js';

const LEASE_MS = 60_000;
const subProjectId = newId();
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(() => database.db`delete from jobs`);

const store = (count = 1, lane: Lane = 'engine') => {
  const jobs = Array.from({ length: count }, () =>
    newJob({ subProjectId, runId: newId(), kind: 'continue', lane, dueTs: new Date() }),
  );
  return storeJobs(database.db, jobs, Date.now());
};
const lease = (limit = 1, lane: Exclude<Lane, 'external'> = 'engine') =>
  leaseDue(database.db, lane, limit, 'worker', { '': LEASE_MS });
async function leaseOne(lane: Exclude<Lane, 'external'> = 'engine'): Promise<LeasedJob> {
  const [job] = await lease(1, lane);
  if (job === undefined) throw new Error('nothing was leased');
  return job;
}
const letLeasesEnd = () => database.db`update jobs set due_ts = now() - interval '1 second' where leased`;
const unfinished = async () =>
  (await database.db<{ unfinished: number }>`select unfinished from jobs order by id`).map((row) => row.unfinished);

/** The suspects of one process, which dies as soon as everything it was given is under way. */
function dyingProcess(stopping = new AbortController()) {
  const begun: string[] = [];
  const givenUp: string[] = [];
  const suspects = new Suspects({ db: database.db, log: quietLog, stopping: stopping.signal });
  const lane = (isPatient: boolean): LaneOfSuspects => ({
    leaseMs: LEASE_MS,
    lastAttemptAlone: true,
    isPatient,
    perform: async (job) => {
      begun.push(job.id);
      await new Promise(() => undefined);
    },
    giveUp: async (job) => {
      givenUp.push(job.id);
    },
  });
  const lanes = { engine: lane(false), handler: lane(true) };
  const attempt = (job: LeasedJob) => {
    void suspects.attempt(lanes[job.lane === 'handler' ? 'handler' : 'engine'], job);
  };
  return { begun, givenUp, attempt };
}

describe('jobs whose worker ended', () => {
  it('are counted before each attempt, and given up after three', async () => {
    await store();
    for (let death = 0; death < MAX_UNFINISHED; death += 1) {
      const process = dyingProcess();
      const job = await leaseOne();
      expect(job.unfinished).toBe(death);
      process.attempt(job);
      await expect.poll(() => process.begun).toEqual([job.id]);
      expect(await unfinished()).toEqual([death === 0 ? 0 : death + 1]);
      await letLeasesEnd();
    }
    const process = dyingProcess();
    const job = await leaseOne();
    process.attempt(job);
    await expect.poll(() => process.givenUp).toEqual([job.id]);
    expect(process.begun).toEqual([]);
  });

  it('make their last attempt alone: those that wait for it are not counted', async () => {
    await store(3);
    for (let death = 1; death < MAX_UNFINISHED; death += 1) {
      const process = dyingProcess();
      for (const job of await lease(3)) process.attempt(job);
      await expect.poll(() => process.begun.length).toBe(3);
      await letLeasesEnd();
    }
    const process = dyingProcess();
    const jobs = await lease(3);
    for (const job of jobs) process.attempt(job);
    await expect.poll(() => process.begun).toHaveLength(1);
    await expect.poll(unfinished).toEqual([3, 2, 2]);
    await letLeasesEnd();

    const next = dyingProcess();
    for (const job of await lease(3)) next.attempt(job);
    await expect.poll(() => next.givenUp).toEqual(jobs.slice(0, 1).map(({ id }) => id));
    await expect.poll(() => next.begun).toHaveLength(1);
  });

  it('do not count while a job that calculates makes its attempt beside one that waits for a service', async () => {
    await store(1, 'handler');
    await store(1, 'engine');
    await database.db`update jobs set leased = true, unfinished = 2`;
    const process = dyingProcess();
    const [handler, engine] = [await leaseOne('handler'), await leaseOne('engine')];
    process.attempt(handler);
    await expect.poll(() => process.begun).toEqual([handler.id]);
    expect(await unfinished()).toEqual([3, 2]);
    process.attempt(engine);
    await expect.poll(() => process.begun).toEqual([handler.id, engine.id]);
    expect(await unfinished()).toEqual([2, 3]);
  });

  it('are no longer suspected after any report', async () => {
    await store();
    await database.db`update jobs set leased = true, unfinished = 2`;
    const failed = await leaseOne();
    await releaseLease(database.db, failed, { retries: 0, delayMs: 0, error: 'no luck' });
    expect(await unfinished()).toEqual([0]);
    await database.db`update jobs set leased = true, unfinished = 2`;
    await returnLease(database.db, await leaseOne());
    expect(await unfinished()).toEqual([0]);
  });

  it('stay suspected, uncounted, when the worker stops before their turn', async () => {
    await store(2);
    await database.db`update jobs set leased = true, unfinished = 2`;
    const stopping = new AbortController();
    const process = dyingProcess(stopping);
    const [first, second] = await lease(2);
    if (first === undefined || second === undefined) throw new Error('nothing was leased');
    stopping.abort();
    process.attempt(first);
    process.attempt(second);
    await new Promise((resolve) => setImmediate(resolve));
    expect(process.begun).toEqual([]);
    expect(await unfinished()).toEqual([2, 2]);
  });
});
