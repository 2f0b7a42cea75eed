import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { leaseDue } from '../jobs/records/leases.js';
import type { HandledJob, JobHandler, JobResult } from '../jobs/worker/job-handler.js';
import type { Worker } from '../jobs/worker/worker.js';
import {
  boundary,
  catching,
  choice,
  diagram,
  end,
  error,
  flow,
  fork,
  on,
  script,
  service,
  start,
  update,
  user,
} from './testing/diagram.js';
import { createWorkflowFixture, type WorkflowFixture } from './testing/workflow-fixture.js';
import { createRunWork } from './worker/run-work.js';

const reminder = diagram(
  'reminder',
  start(),
  catching('wait', on.timer('PT0.3S')),
  update('note', '={notes: "reminded"}'),
  end(),
  flow('s wait note e'),
);

const handled = diagram(
  'handled',
  error('declined', 'DECLINED'),
  start(),
  service('charge', 'charge', { inputs: { amount: '=process.fields.amount' }, retries: 2 }),
  boundary('caught', 'charge', on.error('declined')),
  update('paid', '={notes: "charged " + receipt}'),
  update('declined-note', '={notes: "declined"}'),
  end(),
  flow('s charge paid e'),
  flow('caught declined-note e'),
);

const endless = diagram(
  'endless',
  start(),
  script('count', '=if n = null then 1 else n + 1', 'n'),
  end(),
  flow('s count'),
  flow('count count', '=true'),
);

/** A person is asked while another branch loops. */
const busyBranch = diagram(
  'busy-branch',
  start(),
  fork('split'),
  user('ask'),
  script('count', '=if n = null then 1 else n + 1', 'n'),
  choice('enough', 'enough-count'),
  fork('join'),
  end(),
  flow('s split ask join e'),
  flow('split count enough'),
  flow('enough count'),
  flow('enough join', '=n > 3000'),
);

const loopingUpdate = diagram(
  'looping-update',
  start(),
  update('touch', '={amount: process.fields.amount + 1}'),
  end(),
  flow('s touch'),
  flow('touch touch'),
);

type Behaviour = (job: HandledJob, signal: AbortSignal) => Promise<JobResult>;

describe('the worker loop', () => {
  let fixture: WorkflowFixture;
  let behave: Behaviour = async () => ({ outcome: 'completed', variables: {} });
  const charge: JobHandler = {
    type: 'charge',
    timeoutMs: 1000,
    run: (job, { signal }) => behave(job, signal),
  };
  beforeAll(async () => {
    fixture = await createWorkflowFixture({
      workflows: { reminder, handled, endless, 'looping-update': loopingUpdate, 'busy-branch': busyBranch },
      handlers: [charge],
    });
  });
  afterAll(async () => {
    await fixture.expectNothingStuck();
    await fixture.drop();
  });

  const withWorkers = async (workers: readonly Worker[], work: () => Promise<void>): Promise<void> => {
    for (const worker of workers) worker.start();
    try {
      await work();
    } finally {
      await Promise.all(workers.map((worker) => worker.stop()));
    }
  };
  const detailOf = async (runId: string) => {
    const { subProjectId } = fixture;
    return (await fixture.useCases.getWorkflowRun(fixture.caller('OWNER'), { subProjectId, runId })).detail;
  };

  it('[D21] is RACING until the timer fires, within a second of its time', async () => {
    await withWorkers([fixture.worker({ pollMs: 500 })], async () => {
      const processId = await fixture.createProcess();
      const run = await fixture.execute('reminder', processId);
      const began = performance.now();
      expect(run.state).toBe('RACING');
      await fixture.untilState(run.id, 'COMPLETED');
      expect(performance.now() - began).toBeLessThan(1300);
      expect((await fixture.process(processId)).fields.notes).toBe('reminded');
    });
  });

  it('fires every timer exactly once with three workers on one database', async () => {
    const processIds = await Promise.all(Array.from({ length: 30 }, () => fixture.createProcess()));
    const runs = await Promise.all(processIds.map((id) => fixture.execute('reminder', id)));
    await withWorkers([fixture.worker(), fixture.worker(), fixture.worker()], async () => {
      for (const run of runs) await fixture.untilState(run.id, 'COMPLETED');
    });
    const rows = await fixture.db<{ versions: number }>`
      select count(*) as versions from audit_log
      where action = 'process.update' and process_id = any(${processIds}::uuid[]) group by process_id`;
    expect(rows.map((row) => row.versions)).toEqual(Array.from({ length: 30 }, () => 1));
  });

  it('hands a handler its input and feeds the result to the run', async () => {
    behave = async (job) => ({ outcome: 'completed', variables: { receipt: `no. ${String(job.input.amount)}` } });
    const processId = await fixture.createProcess({ amount: 12 });
    const run = await fixture.execute('handled', processId);
    expect(run.state).toBe('RACING');
    await withWorkers([fixture.worker()], () => fixture.untilState(run.id, 'COMPLETED'));
    expect((await fixture.process(processId)).fields.notes).toBe('charged no. 12');
  });

  it('follows a BPMN error to the boundary event that catches it', async () => {
    behave = async () => ({ outcome: 'error', code: 'DECLINED', message: 'no funds' });
    const processId = await fixture.createProcess({ amount: 1 });
    const run = await fixture.execute('handled', processId);
    await withWorkers([fixture.worker()], () => fixture.untilState(run.id, 'COMPLETED'));
    expect((await fixture.process(processId)).fields.notes).toBe('declined');
  });

  it('repeats a failed attempt with the same idempotency key, then raises an incident, and retries on demand', async () => {
    const attempts: HandledJob[] = [];
    behave = async (job) => {
      attempts.push(job);
      return { outcome: 'failed', message: 'the bank is closed', retryAfterMs: 1 };
    };
    const run = await fixture.execute('handled', await fixture.createProcess({ amount: 1 }));
    await withWorkers([fixture.worker()], async () => {
      await fixture.untilState(run.id, 'FAILED');
      const { incidents } = await detailOf(run.id);
      expect(incidents).toMatchObject([{ elementId: 'charge', kind: 'job', message: 'the bank is closed' }]);
      expect(attempts.map(({ attempt }) => attempt)).toEqual([1, 2]);
      await fixture.expectNothingStuck();

      behave = async (job) => {
        attempts.push(job);
        return { outcome: 'completed', variables: { receipt: 'late' } };
      };
      const { subProjectId } = fixture;
      await fixture.useCases.retryIncident(fixture.caller('OPERATOR'), {
        subProjectId,
        runId: run.id,
        incidentId: incidents[0]?.id ?? '',
      });
      await fixture.untilState(run.id, 'COMPLETED');
    });
    expect(new Set(attempts.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
    expect(attempts).toHaveLength(3);
  });

  it('takes up the work of a worker that died, under the same key, and refuses its late report', async () => {
    const run = await fixture.execute('handled', await fixture.createProcess({ amount: 1 }));
    const [dead] = await leaseDue(fixture.db, 'handler', 1, 'dead worker', { '': 150 });
    if (dead === undefined) throw new Error('nothing was due');
    const keys: string[] = [];
    behave = async (job) => {
      keys.push(job.idempotencyKey);
      return { outcome: 'completed', variables: { receipt: 'second' } };
    };
    await withWorkers([fixture.worker()], () => fixture.untilState(run.id, 'COMPLETED'));
    expect(keys).toEqual([`${run.id}-${dead.instanceKey}`]);
    const late = await createRunWork(fixture.deps).settle(dead, {
      outcome: 'completed',
      variables: { receipt: 'late' },
    });
    expect(late).toBe('stale');
    expect((await detailOf(run.id)).variables).not.toMatchObject({ receipt: 'late' });
  });

  it('keeps a short lease for as long as a handler is at work, and no longer', async () => {
    let attempts = 0;
    behave = async () => {
      attempts += 1;
      await sleep(700);
      return { outcome: 'completed', variables: { receipt: 'slow' } };
    };
    const run = await fixture.execute('handled', await fixture.createProcess({ amount: 1 }));
    const leaseMs = 200;
    await withWorkers([fixture.worker({ leaseMs }), fixture.worker({ leaseMs })], async () => {
      await expect.poll(() => attempts, { interval: 5 }).toBe(1);
      await sleep(450);
      const [{ ms } = { ms: 0 }] = await fixture.db<{ ms: number }>`
        select (extract(epoch from due_ts - now()) * 1000)::float8 as ms from jobs
        where run_id = ${run.id} and open and leased`;
      expect(ms, 'a dead worker would be noticed soon').toBeGreaterThan(0);
      expect(ms).toBeLessThanOrEqual(leaseMs);
      await fixture.untilState(run.id, 'COMPLETED');
    });
    expect(attempts).toBe(1);
  });

  it('aborts a handler at its timeout and counts the attempt as failed', async () => {
    let aborted = 0;
    behave = (_, signal) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () => {
          aborted += 1;
          resolve({ outcome: 'completed', variables: {} });
        });
      });
    const run = await fixture.execute('handled', await fixture.createProcess({ amount: 1 }));
    await withWorkers([fixture.worker()], async () => {
      await expect
        .poll(async () => (await detailOf(run.id)).jobs[0]?.lastError, { timeout: 4000 })
        .toContain('1000 ms');
    });
    expect(aborted).toBe(1);
    behave = async () => ({ outcome: 'completed', variables: { receipt: 'ok' } });
    await fixture.db`update jobs set due_ts = now() where run_id = ${run.id} and open`;
    await withWorkers([fixture.worker()], () => fixture.untilState(run.id, 'COMPLETED'));
  });

  it('refuses results the database cannot keep as incidents', async () => {
    behave = async () => ({ outcome: 'completed', variables: { receipt: 'a\u0000b' } });
    const run = await fixture.execute('handled', await fixture.createProcess({ amount: 1 }));
    await withWorkers([fixture.worker()], () => fixture.untilState(run.id, 'FAILED'));
    expect((await detailOf(run.id)).incidents[0]?.message).toContain('NUL');
  });

  it('waits for handlers in flight when it stops', async () => {
    behave = async () => {
      await sleep(200);
      return { outcome: 'completed', variables: { receipt: 'slow' } };
    };
    const run = await fixture.execute('handled', await fixture.createProcess({ amount: 1 }));
    const worker = fixture.worker();
    worker.start();
    await expect.poll(() => worker.stats().busy.handler, { interval: 5 }).toBe(1);
    await worker.stop();
    expect(await fixture.stateOf(run.id)).toBe('COMPLETED');
  });

  it('continues a long run once, also when a person comes between', async () => {
    const run = await fixture.execute('busy-branch', await fixture.createProcess());
    const continuations = () => fixture.db`select 1 from jobs where run_id = ${run.id} and kind = 'continue' and open`;
    expect(run.state).toBe('PAUSED');
    expect(await continuations()).toHaveLength(1);
    const { subProjectId } = fixture;
    const resumed = await fixture.useCases.resumeWorkflowRunsApi(fixture.caller('OWNER'), {
      subProjectId,
      runId: run.id,
      approved: true,
    });
    expect(resumed.runId.state).toBe('RACING');
    expect(await continuations()).toHaveLength(1);
    await withWorkers([fixture.worker()], () => fixture.untilState(run.id, 'COMPLETED'));
    expect(await continuations()).toEqual([]);
  });

  it('ends endless loops as incidents, in bounded transactions', async () => {
    const run = await fixture.execute('endless', await fixture.createProcess());
    const updating = await fixture.execute('looping-update', await fixture.createProcess({ amount: 0 }));
    expect(run.state).toBe('RACING');
    expect(updating.state).toBe('RACING');
    await withWorkers([fixture.worker()], async () => {
      await fixture.untilState(run.id, 'FAILED');
      await fixture.untilState(updating.id, 'FAILED');
    });
    expect((await detailOf(run.id)).incidents).toMatchObject([{ kind: 'endless-loop' }]);
    expect((await detailOf(updating.id)).incidents[0]?.message).toContain('without waiting');
    await fixture.expectNothingStuck();
  });
});
