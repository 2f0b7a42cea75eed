import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { connect } from '../client.js';
import { MillraceError } from '../errors/errors.js';
import { type Answer, answerJson, answerProblem, inTurn, loopback, type Seen } from '../testing/loopback.js';
import { BpmnError, JobFailure } from './bpmn-error.js';
import type { JobHandler } from './job-handler.js';
import type { WorkerOptions } from './worker.js';

const runId = { runId: { id: 'r', state: 'RACING' } };
const job = (key: string) => ({
  key,
  type: 'charge-card',
  runId: 'r',
  workflowId: 'w',
  processId: 'p',
  elementId: 'Task_1',
  customHeaders: {},
  variables: { amount: 7 },
  retries: 3,
  deadline: '2026-11-21T00:00:00.000Z',
  token: `fence-${key}`,
  idempotencyKey: `r-${key}`,
});

const stale: Answer = (_, response) => answerProblem(response, 409, 1009, 'ERROR_CONFLICT');
const report: Answer = (_, response) => answerJson(response, runId);
const renewed: Answer = (_, response) => answerJson(response, { deadline: '2026-11-21T00:01:00.000Z' });
const unavailable: Answer = (_, response) => answerProblem(response, 503, 1010, 'ERROR_UNAVAILABLE');

/** A service with some open jobs: it gives out as many as asked for, and otherwise holds the request for a moment. */
async function service(keys: readonly string[], answers: { [operation: string]: Answer } = {}) {
  const open = [...keys];
  const activate: Answer = (seen, response) => {
    const { maxJobsToActivate } = seen.json();
    const jobs = open.splice(0, Number(maxJobsToActivate)).map(job);
    setTimeout(() => answerJson(response, { jobs }), jobs.length > 0 ? 0 : 20);
  };
  const operationOf = ({ path }: Seen) => path.split('/').pop() ?? '';
  const all: { [operation: string]: Answer } = { activateJobs: activate, extendJobLease: renewed, ...answers };
  const server = await loopback((seen, response) => (all[operationOf(seen)] ?? report)(seen, response));
  const client = connect({ url: server.url, token: 't', retryBaseMs: 2, retryMaxMs: 20 });
  const log = { info: vi.fn(), warn: vi.fn() };
  return {
    ...server,
    open,
    log,
    work(handler: JobHandler, options: Partial<WorkerOptions> = {}) {
      const worker = client.worker('charge-card', handler, { subProjectId: 's', pollMs: 20, log, ...options });
      onTestFinished(() => worker.stop({ graceMs: 0 }));
      return worker;
    },
    sent: (operation: string) => server.requests.filter((seen) => operationOf(seen) === operation),
    logged: () => log.warn.mock.calls.map(([message]) => String(message)),
  };
}

/** Patient, for machines that do other things too. */
const eventually = (check: () => void) => vi.waitFor(check, { timeout: 10_000, interval: 5 });

const gate = () => {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
};

describe('a worker', () => {
  it('leases jobs of its type and completes them with what the handler returns', async () => {
    const { work, sent } = await service(['1']);
    const worker = work(async ({ variables }) => ({ paid: variables.amount }), { worker: 'till', leaseMs: 5000 });
    await eventually(() => expect(sent('completeJob')).toHaveLength(1));
    await worker.stop();
    expect(sent('activateJobs')[0]?.json()).toEqual({
      subProjectId: 's',
      type: 'charge-card',
      worker: 'till',
      timeout: 5000,
      maxJobsToActivate: 10,
      requestTimeout: 20,
    });
    expect(sent('completeJob')[0]?.json()).toEqual({
      subProjectId: 's',
      jobKey: '1',
      token: 'fence-1',
      variables: { paid: 7 },
    });
  });

  it('completes without variables when the handler returns nothing', async () => {
    const { work, sent } = await service(['1']);
    work(async () => undefined);
    await eventually(() => expect(sent('completeJob')).toHaveLength(1));
    expect(sent('completeJob')[0]?.json()).not.toHaveProperty('variables');
  });

  it('fails a job whose handler throws, as the service decides', async () => {
    const { work, sent, logged } = await service(['1']);
    work(async () => {
      throw new Error('card declined');
    });
    await eventually(() => expect(sent('failJob')).toHaveLength(1));
    expect(sent('failJob')[0]?.json()).toEqual({
      subProjectId: 's',
      jobKey: '1',
      token: 'fence-1',
      errorMessage: 'card declined',
    });
    expect(logged()).toEqual(['A job handler failed']);
  });

  it('fails a job as a JobFailure says', async () => {
    const { work, sent } = await service(['1']);
    work(async () => {
      throw new JobFailure('till is closed', { retries: 2, retryBackOffMs: 60_000 });
    });
    await eventually(() => expect(sent('failJob')).toHaveLength(1));
    expect(sent('failJob')[0]?.json()).toMatchObject({ retries: 2, retryBackOff: 60_000 });
  });

  it('throws a BPMN error', async () => {
    const { work, sent } = await service(['1']);
    work(async () => {
      throw new BpmnError('DECLINED', 'card declined', { reason: 'limit' });
    });
    await eventually(() => expect(sent('throwJobError')).toHaveLength(1));
    expect(sent('throwJobError')[0]?.json()).toEqual({
      subProjectId: 's',
      jobKey: '1',
      token: 'fence-1',
      errorCode: 'DECLINED',
      errorMessage: 'card declined',
      variables: { reason: 'limit' },
    });
    expect(sent('failJob')).toEqual([]);
  });

  it('never works on more jobs at once than it may, and asks for no more than it can take', async () => {
    const { work, sent } = await service(['1', '2', '3', '4', '5']);
    let now = 0;
    let most = 0;
    work(
      async () => {
        now += 1;
        most = Math.max(most, now);
        await new Promise((resolve) => setTimeout(resolve, 15));
        now -= 1;
      },
      { concurrency: 2 },
    );
    await eventually(() => expect(sent('completeJob')).toHaveLength(5));
    expect(most).toBe(2);
    expect(sent('activateJobs').map((seen) => Number(seen.json().maxJobsToActivate))).not.toContain(3);
  });

  it('renews the lease while the handler runs, and no longer', async () => {
    const { work, sent } = await service(['1']);
    const { open, opened } = gate();
    const worker = work(() => opened, { leaseMs: 90 });
    await eventually(() => expect(sent('extendJobLease').length).toBeGreaterThanOrEqual(3));
    expect(sent('extendJobLease')[0]?.json()).toEqual({
      subProjectId: 's',
      jobKey: '1',
      token: 'fence-1',
      timeout: 90,
    });
    open();
    await eventually(() => expect(sent('completeJob')).toHaveLength(1));
    await eventually(() => expect(worker.running).toBe(0));
    const count = sent('extendJobLease').length;
    await new Promise((resolve) => setTimeout(resolve, 80));
    expect(sent('extendJobLease')).toHaveLength(count);
  });

  it('ends with an error that its options name, after the running handlers', async () => {
    const { open, opened } = gate();
    const jobs: Answer = (_, response) => answerJson(response, { jobs: [job('1')] });
    const refused: Answer = (_, response) => answerProblem(response, 403, 1209, 'ERROR_NOT_ALLOWED_TO_CALL_METHOD');
    const { work, sent } = await service([], { activateJobs: inTurn(jobs, unavailable, unavailable, refused) });
    const endsWith = vi.fn((error: unknown) => error instanceof MillraceError && error.status === 403);
    const worker = work(() => opened, { endsWith });
    await eventually(() => expect(endsWith).toHaveBeenCalledTimes(2));
    expect(worker.running).toBe(1);
    open();
    await expect(worker.done).rejects.toMatchObject({ id: 1209 });
    await worker.stop();
    expect(sent('completeJob')).toHaveLength(1);
  });

  it('tells the handler when the lease is lost, and drops its result', async () => {
    const { work, sent, logged } = await service(['1'], { extendJobLease: stale });
    const reasons: unknown[] = [];
    work(
      (_, { signal }) =>
        new Promise((resolve) => {
          signal.addEventListener('abort', () => {
            reasons.push(signal.reason);
            resolve({ late: true });
          });
        }),
      { leaseMs: 60 },
    );
    await eventually(() => expect(logged()).toContain('The result of a job is dropped: its lease was lost'));
    expect(reasons).toMatchObject([{ id: 1009 }]);
    expect(sent('completeJob')).toEqual([]);
    expect(sent('failJob')).toEqual([]);
  });

  it('keeps the job when a renewal fails for a reason that may pass', async () => {
    const { work, sent } = await service(['1'], { extendJobLease: inTurn(unavailable, renewed) });
    const { open, opened } = gate();
    work(() => opened, { leaseMs: 60 });
    await eventually(() => expect(sent('extendJobLease').length).toBeGreaterThanOrEqual(3));
    open();
    await eventually(() => expect(sent('completeJob')).toHaveLength(1));
  });

  it('logs and drops a report with a stale token, and goes on', async () => {
    const { work, sent, logged } = await service(['1', '2'], { completeJob: inTurn(stale, report) });
    work(async () => undefined, { concurrency: 1 });
    await eventually(() => expect(sent('completeJob')).toHaveLength(2));
    expect(logged()).toEqual(['The result of a job is dropped: its token is stale']);
    expect(sent('failJob')).toEqual([]);
  });

  it('repeats a report with the same key until the service is back', async () => {
    const reset: Answer = (_, response) => void response.destroy();
    const away = [reset, unavailable, reset, unavailable, reset, unavailable, reset];
    const { work, sent } = await service(['1'], { completeJob: inTurn(...away, report) });
    work(async () => undefined);
    await eventually(() => expect(sent('completeJob')).toHaveLength(8));
    expect(new Set(sent('completeJob').map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
  });

  it('a result that the service cannot take is a failed attempt, not a job that comes back for ever', async () => {
    const refused: Answer = (_, response) => answerProblem(response, 413, 1005, 'ERROR_BODY_TOO_LARGE');
    const { work, sent } = await service(['1', '2'], { completeJob: refused });
    work(async ({ key }) => (key === '1' ? { much: true } : { many: 2n }));
    await eventually(() => expect(sent('failJob')).toHaveLength(2));
    const messages = sent('failJob').map((seen) => String(seen.json().errorMessage));
    expect(messages.every((message) => message.startsWith('The result could not be taken: '))).toBe(true);
    expect(sent('completeJob')).toHaveLength(1);
  });

  it('goes on asking, more and more rarely, while the service is away', async () => {
    const random = vi.spyOn(Math, 'random').mockReturnValue(0.05);
    onTestFinished(() => random.mockRestore());
    const { work, sent, log, open } = await service(['1']);
    const answers = await service([], { activateJobs: unavailable });
    const worker = answers.work(async () => undefined);
    await eventually(() => expect(answers.sent('activateJobs').length).toBeGreaterThanOrEqual(6));
    expect(answers.logged()).toContain('Jobs could not be activated');
    await worker.stop();
    work(async () => undefined);
    await eventually(() => expect(sent('completeJob')).toHaveLength(1));
    expect([open, log.warn.mock.calls]).toEqual([[], []]);
  });

  it('takes up work when the service is back', async () => {
    const activated: Answer = (_, response) => answerJson(response, { jobs: [job('1')] });
    const none: Answer = (_, response) => setTimeout(() => answerJson(response, { jobs: [] }), 20) && undefined;
    const random = vi.spyOn(Math, 'random').mockReturnValue(0.01);
    onTestFinished(() => random.mockRestore());
    const { work, sent } = await service([], {
      activateJobs: inTurn(unavailable, unavailable, unavailable, activated, none),
    });
    work(async () => undefined);
    await eventually(() => expect(sent('completeJob')).toHaveLength(1));
  });
});

describe('stopping', () => {
  it('waits for the handlers, reports their results and asks for no more', async () => {
    const { work, sent, open } = await service(['1']);
    const { open: finish, opened } = gate();
    const worker = work(() => opened);
    await eventually(() => expect(worker.running).toBe(1));
    const stopped = worker.stop();
    await new Promise((resolve) => setTimeout(resolve, 50));
    const asked = sent('activateJobs').length;
    open.push('2');
    finish();
    await Promise.all([stopped, worker.stop(), worker.done]);
    expect(sent('completeJob').map((seen) => seen.json().jobKey)).toEqual(['1']);
    expect(sent('activateJobs')).toHaveLength(asked);
    expect([worker.running, open]).toEqual([0, ['2']]);
  });

  it('works on jobs that were leased in the last moment: nobody else would before their lease ends', async () => {
    const { open: answer, opened } = gate();
    const late: Answer = async (_, response) => {
      await opened;
      answerJson(response, { jobs: [job('1')] });
    };
    const { work, sent } = await service([], { activateJobs: late });
    const worker = work(async () => undefined);
    await eventually(() => expect(sent('activateJobs')).toHaveLength(1));
    const stopped = worker.stop();
    answer();
    await stopped;
    expect(sent('completeJob')).toHaveLength(1);
  });

  it('after its grace it no longer waits, and says so to the handlers', async () => {
    const { work, sent, logged } = await service(['1']);
    let aborted = false;
    const worker = work(
      (_, { signal }) =>
        new Promise((resolve) => {
          signal.addEventListener('abort', () => {
            aborted = true;
            resolve();
          });
        }),
    );
    await eventually(() => expect(worker.running).toBe(1));
    await worker.stop({ graceMs: 20 });
    expect(aborted).toBe(true);
    await eventually(() => expect(logged()).toContain('The result of a job is dropped: the worker has stopped'));
    expect(sent('completeJob')).toEqual([]);
  });

  it('happens when the signal of the options aborts', async () => {
    const { work } = await service([]);
    const controller = new AbortController();
    const worker = work(async () => undefined, { signal: controller.signal });
    controller.abort();
    await worker.done;
    expect(worker.running).toBe(0);
  });
});
