import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { INSTALLATION_ID } from '../../kernel/identifiers.js';
import { sql, transaction } from '../../postgres/database.js';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.js';
import { type LeasedJob, newJob } from '../records/job.js';
import { storeJobOnce, storeJobs } from '../records/store-jobs.js';
import { backgroundRunner, endBackOff } from '../testing/run-background.js';
import { MAX_ATTEMPTS } from './background-lane.js';
import { type BackgroundWork, type BatchContext, inBatch } from './background-work.js';
import { MAX_UNFINISHED } from './suspects.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(() => database.db`delete from jobs`);

const newIndexJob = () =>
  newJob({ subProjectId: INSTALLATION_ID, kind: 'field-index', lane: 'background', dueTs: new Date() });

async function store(count = 1): Promise<readonly string[]> {
  const jobs = Array.from({ length: count }, newIndexJob);
  for (const job of jobs) await storeJobs(database.db, [job], Date.now());
  return jobs.map(({ id }) => id);
}

interface JobState {
  readonly open: boolean;
  readonly leased: boolean;
  readonly attempts: number;
  readonly lastError: string | null;
  /** Milliseconds from now. */
  readonly dueIn: number;
}

const state = async (id: string) =>
  (
    await database.db<JobState>`
      select open, leased, attempts, last_error as "lastError",
        (extract(epoch from due_ts - clock_timestamp()) * 1000)::float8 as "dueIn"
      from jobs where id = ${id}`
  ).at(0);

/** Work of so many batches per job, which notes what it did. */
function workOf(options: { batches?: number; fails?: (job: LeasedJob) => boolean } = {}) {
  const log: string[] = [];
  const work: BackgroundWork = {
    kind: 'field-index',
    async runBatch(job) {
      if (options.fails?.(job) === true) throw new Error('no luck');
      return inBatch(database.db, job, async () => {
        log.push(job.id);
        const done = log.filter((id) => id === job.id).length;
        return done >= (options.batches ?? 1) ? 'finished' : 'more';
      });
    },
    async giveUp(_tx, job, reason) {
      log.push(`${job.id}: ${reason}`);
      return 'finished';
    },
  };
  return { work, log, runner: backgroundRunner(database.db, [work]) };
}

describe('background work', () => {
  it('takes turns, one batch each, and closes the job after the last', async () => {
    const [first, second] = await store(2);
    const { runner, log } = workOf({ batches: 3 });
    await runner.runDue();
    expect(log).toEqual([first, second, first, second, first, second]);
    expect(await state(first ?? '')).toMatchObject({ open: false, leased: false });
  });

  it('waits after each failure, longer every time, and ends after its attempts', async () => {
    const [id = ''] = await store();
    const { runner, log } = workOf({ fails: () => true });
    for (let attempt = 1; attempt < MAX_ATTEMPTS; attempt += 1) {
      await runner.runDue();
      const job = await state(id);
      const full = 1000 * 2 ** (attempt - 1);
      expect(job).toMatchObject({ open: true, leased: false, attempts: attempt, lastError: 'no luck' });
      expect(job?.dueIn).toBeGreaterThan(full / 2 - 400);
      expect(job?.dueIn).toBeLessThanOrEqual(full);
      expect(await endBackOff(database.db)).toBe(true);
    }
    await runner.runDue();
    expect(log).toEqual([`${id}: given up after ${MAX_ATTEMPTS} attempts: no luck`]);
    expect(await state(id)).toMatchObject({ open: false });
    expect(runner.counts).toMatchObject({ retried: MAX_ATTEMPTS - 1, failed: 1 });
  });

  it('has all its attempts again after a batch that was done', async () => {
    const [id = ''] = await store();
    let calls = 0;
    const { runner, log } = workOf({
      batches: 3,
      fails: () => {
        calls += 1;
        return calls % MAX_ATTEMPTS !== 0;
      },
    });
    await runner.runAll();
    expect(log).toEqual([id, id, id]);
  });

  it('is given up when three attempts ended with the process of their worker', async () => {
    const [id = ''] = await store();
    const dying: BackgroundWork = { ...workOf().work, runBatch: () => new Promise(() => undefined) };
    const dies = backgroundRunner(database.db, [dying]);
    const { runner, log } = workOf();
    for (let death = 1; death <= MAX_UNFINISHED; death += 1) {
      const job = await dies.lease();
      if (job === undefined) throw new Error('nothing was leased');
      expect(job.unfinished).toBe(death - 1);
      void dies.perform(job);
      const counted = sql`unfinished = ${death === 1 ? 0 : death}`;
      await expect.poll(() => database.db`select 1 from jobs where id = ${id} and ${counted}`).toHaveLength(1);
      await database.db`update jobs set due_ts = now() - interval '1 second'`;
    }
    await runner.runDue();
    expect(log).toEqual([expect.stringMatching(`^${id}: given up: the server stopped 3 times`)]);
  });

  it('does nothing under a lease that was lost, and is told of the loss', async () => {
    const [id = ''] = await store();
    const { runner, log } = workOf();
    const late = await runner.lease();
    await database.db`update jobs set due_ts = now() - interval '1 second'`;
    await runner.runDue();
    expect(log).toEqual([id]);
    if (late === undefined) throw new Error('nothing was leased');
    await runner.perform(late);
    expect([log, runner.counts.stale]).toEqual([[id], 1]);

    await store();
    const waiting: BackgroundWork = {
      kind: 'field-index',
      runBatch: (_job, { signal }: BatchContext) =>
        new Promise((resolve) => signal.addEventListener('abort', () => resolve('stale'))),
      giveUp: async () => 'finished',
    };
    const frozen = backgroundRunner(database.db, [waiting], { leaseMs: 60 });
    const job = await frozen.lease();
    if (job === undefined) throw new Error('nothing was leased');
    const performed = frozen.perform(job);
    await database.db`update jobs set fence = fence + 1 where id = ${job.id}`;
    await performed;
    expect(frozen.counts.stale).toBe(1);
  });

  it('goes to another worker at once when its worker stops, without losing an attempt', async () => {
    const [id = ''] = await store();
    const stopped = workOf({
      fails: () => {
        stopped.runner.stop();
        return true;
      },
    });
    const job = await stopped.runner.lease();
    if (job !== undefined) await stopped.runner.perform(job);
    const after = await state(id);
    expect(after).toMatchObject({ open: true, leased: false, attempts: 0 });
    expect(after?.dueIn).toBeLessThanOrEqual(0);
  });

  it('of a kind that this server does not know is left to others', async () => {
    const [id = ''] = await store();
    await backgroundRunner(database.db, []).runDue();
    expect(await state(id)).toMatchObject({ open: true, leased: false, attempts: 0 });
  });

  it('is asked for once until it begins, and begins after the transaction that asked', async () => {
    const ask = () => transaction(database.db, (tx) => storeJobOnce(tx, newIndexJob(), Date.now()));
    const { runner } = workOf();
    await ask();
    await transaction(database.db, async (tx) => {
      await storeJobOnce(tx, newIndexJob(), Date.now());
      expect(await runner.lease()).toBeUndefined();
    });
    expect(await runner.lease()).toBeDefined();
    expect(await runner.lease()).toBeUndefined();
    await ask();
    expect(await runner.lease()).toBeDefined();
  });
});
