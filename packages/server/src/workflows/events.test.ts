import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Worker } from '../jobs/worker/worker.js';
import {
  catching,
  diagram,
  end,
  flow,
  fork,
  message,
  on,
  signal,
  start,
  throwing,
  update,
  user,
} from './testing/diagram.js';
import { createWorkflowFixture, type Who, type WorkflowFixture } from './testing/workflow-fixture.js';

/** A start, the elements of `chain` one after the other, an end. */
const inSequence = (id: string, chain: string, ...content: readonly string[]) =>
  diagram(id, start(), ...content, end(), flow(`s ${chain} e`));

const payment = message('m', 'payment', '=otherDetails.order');
const waiting = inSequence(
  'waiting',
  'wait note',
  payment,
  catching('wait', on.message('m')),
  update('note', '={notes: "paid " + string(amount)}'),
);
const thrower = inSequence('thrower', 'tell', payment, throwing('tell', on.message('m')));
const signalled = inSequence(
  'signalled',
  'first second',
  signal('go', 'go'),
  catching('first', on.signal('go')),
  catching('second', on.signal('go')),
);
const rich = catching('rich', on.condition('=process.fields.amount > 100'));
const watching = inSequence('watching', 'rich', rich);
const selfWatching = diagram(
  'self-watching',
  start(),
  fork('split'),
  rich,
  update('enrich', '={amount: 1000}'),
  fork('join'),
  end(),
  flow('s split rich join e'),
  flow('split enrich join'),
);
/** Starts with an event and then waits for a user. */
const startedBy = (id: string, root: string, event: string) =>
  diagram(id, root, start('s', event), user('t'), end(), flow('s t e'));
const byMessage = startedBy('by-message', message('m', 'opened'), on.message('m'));
const bySignal = startedBy('by-signal', signal('g', 'month-end'), on.signal('g'));

describe('messages, signals and conditions', () => {
  let fixture: WorkflowFixture;
  let worker: Worker;
  beforeAll(async () => {
    fixture = await createWorkflowFixture({
      workflows: {
        waiting,
        thrower,
        signalled,
        watching,
        'self-watching': selfWatching,
        'by-message': byMessage,
        'by-signal': bySignal,
      },
    });
    worker = fixture.worker();
    worker.start();
  });
  afterAll(async () => {
    await worker.stop();
    await fixture.expectNothingStuck();
    await fixture.drop();
  });

  const publish = (given: Record<string, unknown>, who: Who = 'OWNER') =>
    fixture.useCases.publishMessage(fixture.caller(who), {
      subProjectId: fixture.subProjectId,
      name: 'payment',
      variables: { amount: 5 },
      ...given,
    });

  it('correlates a message with the one run that waits for its key', async () => {
    const processId = await fixture.createProcess();
    const run = await fixture.execute('waiting', processId, { order: 'a' });
    const other = await fixture.execute('waiting', await fixture.createProcess(), { order: 'b' });
    expect(run.state).toBe('PAUSED');
    expect(await publish({ correlationKey: 'a' })).toEqual({
      status: 'correlated',
      runId: { id: run.id, state: 'COMPLETED' },
    });
    expect((await fixture.process(processId)).fields.notes).toBe('paid 5');
    expect(await fixture.stateOf(other.id)).toBe('PAUSED');
    await publish({ correlationKey: 'b' });
  });

  it('keeps a message until a run comes to wait for it, once', async () => {
    expect(await publish({ correlationKey: 'c' })).toEqual({ status: 'buffered' });
    expect(await fixture.execute('waiting', await fixture.createProcess(), { order: 'c' })).toMatchObject({
      state: 'COMPLETED',
    });
    const second = await fixture.execute('waiting', await fixture.createProcess(), { order: 'c' });
    expect(second.state).toBe('PAUSED');
    await publish({ correlationKey: 'c' });
  });

  it('forgets a message when its time to live is over', async () => {
    expect(await publish({ correlationKey: 'd', timeToLive: 0 })).toEqual({ status: 'discarded' });
    expect(await publish({ correlationKey: 'd', timeToLive: 1 })).toEqual({ status: 'buffered' });
    // As if half a second had passed, which is more than its millisecond, whatever the clock does meanwhile.
    await fixture.db`update messages set expires_ts = expires_ts - interval '500 milliseconds' where correlation_key = 'd'`;
    const run = await fixture.execute('waiting', await fixture.createProcess(), { order: 'd' });
    expect(run.state).toBe('PAUSED');
    await publish({ correlationKey: 'd' });
  });

  it('publishes a message id once while it is kept', async () => {
    const run = await fixture.execute('waiting', await fixture.createProcess(), { order: 'e' });
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => publish({ correlationKey: 'e', messageId: 'only once' })),
    );
    for (const answer of answers)
      expect(answer).toEqual({ status: 'correlated', runId: { id: run.id, state: 'COMPLETED' } });
    const next = await fixture.execute('waiting', await fixture.createProcess(), { order: 'e' });
    await publish({ correlationKey: 'e', messageId: 'only once' });
    expect(await fixture.stateOf(next.id)).toBe('PAUSED');
    await publish({ correlationKey: 'e' });
  });

  it('loses no message and delivers none twice when runs come to wait while it is published', async () => {
    const orders = Array.from({ length: 25 }, (_, n) => `race ${n}`);
    const processIds = await Promise.all(orders.map(() => fixture.createProcess()));
    const answers = await Promise.all(
      orders.map(async (order, n) => {
        const [run, published] = await Promise.all([
          fixture.execute('waiting', processIds[n] ?? '', { order }),
          publish({ correlationKey: order }),
        ]);
        return { run, published };
      }),
    );
    for (const { run } of answers) expect(await fixture.stateOf(run.id)).toBe('COMPLETED');
    const [left] = await fixture.db<{
      n: number;
    }>`select count(*) as n from messages where name = 'payment' and correlation_key like 'race%'`;
    expect(left?.n).toBe(0);
  });

  it('delivers a message that another run throws', async () => {
    const run = await fixture.execute('waiting', await fixture.createProcess(), { order: 'thrown' });
    await fixture.execute('thrower', await fixture.createProcess(), { order: 'thrown' });
    await fixture.untilState(run.id, 'COMPLETED');
  });

  it('starts a workflow by a message, on the process it names', async () => {
    const processId = await fixture.createProcess();
    const started = await publish({ name: 'opened', processId });
    expect(started).toMatchObject({ status: 'started', runId: { state: 'PAUSED' } });
    const { subProjectId } = fixture;
    const { runs } = await fixture.useCases.getWorkflowRuns(fixture.caller('OWNER'), { subProjectId, processId });
    expect(runs).toMatchObject([{ id: started.runId?.id, workflowId: fixture.workflowId('by-message') }]);
    expect(await publish({ name: 'opened' })).toEqual({ status: 'buffered' });
    await expect(publish({ name: 'opened', processId: subProjectId })).rejects.toMatchObject({ id: 1200, status: 404 });
  });

  it('[D12] lets no role that is limited to workflows or processes publish or broadcast', async () => {
    for (const who of ['LIMITED', 'ASSIGNEE', 'READER', 'STRANGER'] as const) {
      await expect(publish({ correlationKey: 'x' }, who)).rejects.toMatchObject({ id: 1209, status: 403 });
      const caller = fixture.caller(who);
      const { subProjectId } = fixture;
      await expect(fixture.useCases.broadcastSignal(caller, { subProjectId, name: 'go' })).rejects.toMatchObject({
        id: 1209,
      });
    }
  });

  it('delivers a signal to every run that waits for it, once each', async () => {
    const runs = await Promise.all(
      Array.from({ length: 12 }, async () => fixture.execute('signalled', await fixture.createProcess())),
    );
    const broadcast = () =>
      fixture.useCases.broadcastSignal(fixture.caller('OWNER'), { subProjectId: fixture.subProjectId, name: 'go' });
    const active = async (runId: string) => {
      const { subProjectId } = fixture;
      const { detail } = await fixture.useCases.getWorkflowRun(fixture.caller('OWNER'), { subProjectId, runId });
      return detail.waits.map(({ elementId }) => elementId);
    };
    expect(await broadcast()).toEqual({ status: 'success', runCount: '12' });
    for (const run of runs) await expect.poll(() => active(run.id)).toEqual(['second']);
    await broadcast();
    for (const run of runs) await fixture.untilState(run.id, 'COMPLETED');
    expect(await broadcast()).toEqual({ status: 'success', runCount: '0' });
  });

  it('starts a workflow by a signal on every process in its stages', async () => {
    const { subProjectId } = fixture;
    const [before] = await fixture.db<{ n: number }>`
      select count(*) as n from processes where sub_project_id = ${subProjectId} and stage_key = 'stage_init'`;
    await fixture.db`update processes set stage_key = 'stage_done' where id = ${await fixture.createProcess()}`;
    await fixture.useCases.broadcastSignal(fixture.caller('OWNER'), { subProjectId, name: 'month-end' });
    const count = async () => {
      const [row] = await fixture.db<{ runs: number; processes: number }>`
        select count(*) as runs, count(distinct process_id) as processes from runs
        where workflow_id = ${fixture.workflowId('by-signal')}`;
      return row;
    };
    await expect.poll(count, { timeout: 5000 }).toEqual({ runs: before?.n, processes: before?.n });
  });

  it('wakes a run whose condition a change of the process makes true', async () => {
    const { subProjectId } = fixture;
    const processId = await fixture.createProcess({ amount: 1 });
    const run = await fixture.execute('watching', processId);
    expect(run.state).toBe('PAUSED');
    const update = (amount: number) =>
      fixture.useCases.updateProcessField(fixture.caller('OWNER'), { subProjectId, processId, updates: { amount } });
    await update(50);
    await update(500);
    await fixture.untilState(run.id, 'COMPLETED');
  });

  it('misses no change that is made while the run comes to wait', async () => {
    const { subProjectId } = fixture;
    const processIds = await Promise.all(Array.from({ length: 20 }, () => fixture.createProcess({ amount: 1 })));
    const runs = await Promise.all(
      processIds.map(async (processId) => {
        const [run] = await Promise.all([
          fixture.execute('watching', processId),
          fixture.useCases.updateProcessField(fixture.caller('OWNER'), {
            subProjectId,
            processId,
            updates: { amount: 500 },
          }),
        ]);
        return run;
      }),
    );
    for (const run of runs) await fixture.untilState(run.id, 'COMPLETED');
  });

  it('judges its own conditions again after its own updates', async () => {
    expect(await fixture.execute('self-watching', await fixture.createProcess({ amount: 1 }))).toMatchObject({
      state: 'COMPLETED',
    });
  });
});
