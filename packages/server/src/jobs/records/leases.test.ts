import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../kernel/identifiers.js';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.js';
import { newJob } from './job.js';
import { closeJob, forgetClosedJobs, lockLease, prolongLease, releaseLease } from './lease-reports.js';
import { isExternalDue, leaseDue, leaseExternal, nextDueIn } from './leases.js';
import { storeJobs } from './store-jobs.js';

describe('leases', () => {
  let database: TestDatabase;
  const subProjectId = newId();
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  beforeEach(async () => {
    await database.db`delete from jobs`;
  });
  afterAll(() => database.drop());

  const due = (given: object = {}) =>
    newJob({ subProjectId, kind: 'job', lane: 'handler', type: 'http', dueTs: new Date(), retries: 3, ...given });
  const store = (...jobs: ReturnType<typeof due>[]) => storeJobs(database.db, jobs, Date.now());

  it('leases what is due, the longest due first, and only that', async () => {
    const late = due({ dueTs: new Date(Date.now() - 5000), runId: newId() });
    await store(due({ runId: newId() }), due({ dueTs: new Date(Date.now() + 60_000) }), due({ lane: 'engine' }));
    await database.db`update jobs set due_ts = now() - interval '1 minute' where lane = 'handler' and due_ts <= now()`;
    await store(late);
    const [first, ...rest] = await leaseDue(database.db, 'handler', 1, 'w', { '': 1000 });
    expect(first?.id).not.toBe(late.id);
    expect(rest).toEqual([]);
    expect((await leaseDue(database.db, 'handler', 10, 'w', { '': 1000 })).map(({ id }) => id)).toEqual([late.id]);
    expect(await leaseDue(database.db, 'handler', 10, 'w', { '': 1000 })).toEqual([]);
    expect(await nextDueIn(database.db, 'engine')).toBeLessThanOrEqual(0);
  });

  it('gives each job to one of many workers that ask at once', async () => {
    await store(...Array.from({ length: 40 }, () => due()));
    const leased = await Promise.all(
      Array.from({ length: 10 }, (_, n) => leaseDue(database.db, 'handler', 7, `w${n}`, { '': 60_000 })),
    );
    const ids = leased.flat().map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeGreaterThan(7);
  });

  it('makes the job of a lease that ran out due again, under the next fencing number', async () => {
    await store(due());
    const [first] = await leaseDue(database.db, 'handler', 1, 'a', { '': 60_000, http: 5 });
    await new Promise((resolve) => setTimeout(resolve, 15));
    const [second] = await leaseDue(database.db, 'handler', 1, 'b', { '': 60_000 });
    expect(second).toMatchObject({ id: first?.id, fence: 2, attempts: 2, retries: 3 });
    if (first === undefined || second === undefined) throw new Error('nothing was leased');
    expect(await lockLease(database.db, first)).toBe(false);
    expect(await releaseLease(database.db, first, { retries: 0, delayMs: 0, error: 'late' })).toBe(false);
    expect(await prolongLease(database.db, first, 1000)).toBeUndefined();
    expect(await lockLease(database.db, second)).toBe(true);
    expect(await prolongLease(database.db, second, 120_000)).toBeInstanceOf(Date);
    await closeJob(database.db, second);
    expect(await lockLease(database.db, second)).toBe(false);
  });

  it('keeps external jobs apart by sub-project and type', async () => {
    await store(due({ lane: 'external', type: 'pack' }), due({ lane: 'external', type: 'send' }));
    expect(await isExternalDue(database.db, subProjectId, 'pack')).toBe(true);
    expect(await isExternalDue(database.db, newId(), 'pack')).toBe(false);
    expect(await leaseDue(database.db, 'handler', 10, 'w', { '': 1000 })).toEqual([]);
    const leased = await leaseExternal(database.db, subProjectId, 'pack', 10, 'w', 1000);
    expect(leased.map(({ type }) => type)).toEqual(['pack']);
  });

  it('forgets closed jobs after a day', async () => {
    await store(due(), due());
    await database.db`update jobs set open = false, closed_ts = now() - interval '25 hours'`;
    await store(due());
    await database.db`update jobs set open = false, closed_ts = now() where open`;
    expect(await forgetClosedJobs(database.db)).toBe(2);
  });

  it('finds due work by index among many jobs, also with a plan made for any lane', async () => {
    await database.db`
      insert into jobs (id, sub_project_id, kind, lane, type, due_ts, open, created_ts, closed_ts)
      select gen_random_uuid(), ${subProjectId}, 'job', lane, 'pack', now() + n * interval '1 second', n % 20 = 0, now(),
        case when n % 20 = 0 then null else now() end
      from generate_series(1, 6000) as n, unnest(array['engine', 'handler', 'external']) as lane`;
    await database.owner.script('analyze jobs');
    const plan = await database.db.script(`
      set plan_cache_mode = force_generic_plan;
      prepare due (text, integer) as select id from jobs
        where open and lane <> 'external' and lane = $1 and due_ts <= now() order by due_ts limit $2 for update skip locked;
      create temp table plans (line text);
      do $$ declare line text; begin
        for line in execute 'explain execute due (''engine'', 4)' loop insert into plans values (line); end loop;
      end $$;
      create table seen as select string_agg(line, E'\\n') as plan from plans;`);
    expect(plan).toBeUndefined();
    const [seen] = await database.db<{ plan: string }>`select plan from seen`;
    expect(seen?.plan).toContain('jobs_due');
  });
});
