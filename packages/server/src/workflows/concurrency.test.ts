import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JobHandler } from '../jobs/worker/job-handler.js';
import type { Log } from '../kernel/log.js';
import { quietLog } from '../testing/quiet-log.js';
import {
  catching,
  diagram,
  end,
  flow,
  fork,
  message,
  on,
  service,
  signal,
  start,
  throwing,
  update,
  user,
} from './testing/diagram.js';
import { createWorkflowFixture, type WorkflowFixture } from './testing/workflow-fixture.js';

/** Waits for everything there is at the same time; the branches end in updates of the one process. */
const everything = diagram(
  'everything',
  message('answer', 'answer', '=otherDetails.order'),
  signal('go', 'go'),
  start(),
  fork('split'),
  catching('timer', on.timer('PT0.05S')),
  update('after-timer', '={notes: "timer"}'),
  user('ask'),
  update('after-ask', '={notes: "asked"}'),
  service('charge', 'charge'),
  update('after-charge', '={notes: "charged"}'),
  catching('reply', on.message('answer')),
  catching('signalled', on.signal('go')),
  catching('rich', on.condition('=process.fields.amount > 100')),
  fork('join'),
  end(),
  flow('s split timer after-timer join e'),
  flow('split ask after-ask join'),
  flow('split charge after-charge join'),
  flow('split reply join'),
  flow('split signalled join'),
  flow('split rich join'),
);

/** What it writes depends on what it reads; the second waits for a message before. */
const counting = diagram(
  'counting',
  start(),
  update('count', '={amount: process.fields.amount + 1}'),
  end(),
  flow('s count e'),
);
const countingAfterMessage = diagram(
  'counting-after-message',
  message('counted', 'counted', '=otherDetails.order'),
  start(),
  catching('wait', on.message('counted')),
  update('count', '={amount: process.fields.amount + 1}'),
  end(),
  flow('s wait count e'),
);

/** Two runs of these send each other messages at the same time. */
const pingPong = (name: string, out: string, back: string) =>
  diagram(
    name,
    message('out', out, '=otherDetails.pair'),
    message('back', back, '=otherDetails.pair'),
    start(),
    throwing('send', on.message('out')),
    catching('receive', on.message('back')),
    throwing('send-again', on.message('out')),
    catching('receive-again', on.message('back')),
    end(),
    flow('s send receive send-again receive-again e'),
  );

describe('many things at once', () => {
  let fixture: WorkflowFixture;
  const errors: object[] = [];
  const log: Log = { ...quietLog, error: (context) => errors.push(context), warn: (context) => errors.push(context) };
  const charge: JobHandler = {
    type: 'charge',
    timeoutMs: 5000,
    run: async () => ({ outcome: 'completed', variables: {} }),
  };
  beforeAll(async () => {
    fixture = await createWorkflowFixture({
      workflows: {
        everything,
        counting,
        'counting-after-message': countingAfterMessage,
        ping: pingPong('ping', 'ping', 'pong'),
        pong: pingPong('pong', 'pong', 'ping'),
      },
      handlers: [charge],
    });
    for (const worker of [fixture.worker({ log }), fixture.worker({ log })]) worker.start();
  });
  afterAll(async () => {
    await fixture.expectNothingStuck();
    await fixture.drop();
  });

  it('a run whose every wait ends at the same moment advances once for each, without deadlock', async () => {
    const { subProjectId, useCases } = fixture;
    const owner = fixture.caller('OWNER');
    const orders = Array.from({ length: 15 }, (_, n) => `order ${n}`);
    const runs = await Promise.all(
      orders.map(async (order) => {
        const processId = await fixture.createProcess({ amount: 1 });
        return { order, processId, run: await fixture.execute('everything', processId, { order }) };
      }),
    );
    await Promise.all([
      useCases.broadcastSignal(owner, { subProjectId, name: 'go' }),
      ...runs.flatMap(({ order, processId, run }) => [
        useCases.publishMessage(owner, { subProjectId, name: 'answer', correlationKey: order }),
        useCases.resumeWorkflowRunsApi(owner, { subProjectId, runId: run.id, approved: true }),
        useCases.updateProcessField(owner, { subProjectId, processId, updates: { amount: 500 } }),
      ]),
    ]);
    for (const { run } of runs) await fixture.untilState(run.id, 'COMPLETED');
    const rows = await fixture.db<{ updates: number }>`
      select count(*) as updates from audit_log where action = 'process.update' and by_name = 'system'
        and process_id = any(${runs.map(({ processId }) => processId)}::uuid[]) group by process_id`;
    // Two updates are the workers'; those that change nothing leave no row.
    for (const { updates } of rows) expect(updates).toBeLessThanOrEqual(2);
    expect(errors).toEqual([]);
  });

  it('[D22] what runs of one process read and then write counts each of them, also when they meet', async () => {
    const { subProjectId, useCases } = fixture;
    const processId = await fixture.createProcess({ amount: 0 });
    const orders = Array.from({ length: 12 }, (_, n) => `count ${n}`);
    await Promise.all(
      orders.map((correlationKey) =>
        useCases.publishMessage(fixture.caller('OWNER'), { subProjectId, name: 'counted', correlationKey }),
      ),
    );
    const runs = await Promise.all(
      orders.flatMap((order) => [
        fixture.execute('counting', processId),
        fixture.execute('counting-after-message', processId, { order }),
      ]),
    );
    for (const run of runs) expect(run.state).toBe('COMPLETED');
    expect(await fixture.process(processId)).toMatchObject({ fields: { amount: runs.length } });
    const [{ left } = { left: -1 }] = await fixture.db<{ left: number }>`
      select count(*) as left from messages where name = 'counted'`;
    expect(left, 'every message was taken once').toBe(0);
    expect(errors).toEqual([]);
  });

  it('runs that send each other messages at the same time all go on', async () => {
    const pairs = Array.from({ length: 15 }, (_, n) => `pair ${n}`);
    const runs = await Promise.all(
      pairs.flatMap((pair) =>
        ['ping', 'pong'].map(async (key) => fixture.execute(key, await fixture.createProcess(), { pair })),
      ),
    );
    for (const run of runs) await fixture.untilState(run.id, 'COMPLETED');
    expect(errors).toEqual([]);
  });

  it('cancelling while work is reported leaves nothing open', async () => {
    const { subProjectId, useCases } = fixture;
    const runs = await Promise.all(
      Array.from({ length: 10 }, async (_, n) =>
        fixture.execute('everything', await fixture.createProcess({ amount: 1 }), { order: `gone ${n}` }),
      ),
    );
    await Promise.all(
      runs.map(({ id }) => useCases.cancelWorkflowRun(fixture.caller('OPERATOR'), { subProjectId, runId: id })),
    );
    for (const run of runs) await fixture.untilState(run.id, 'CANCELLED');
    const ids = runs.map(({ id }) => id);
    const left = await fixture.db<{ table: string }>`
      select 'jobs' as table from jobs where run_id = any(${ids}::uuid[]) and open and kind in ('job', 'timer', 'update')
      union all select 'tasks' from tasks where run_id = any(${ids}::uuid[]) and state = 'OPEN'
      union all select 'subscriptions' from subscriptions where run_id = any(${ids}::uuid[])
      union all select 'incidents' from incidents where run_id = any(${ids}::uuid[]) and resolved_ts is null`;
    expect(left).toEqual([]);
    expect(errors).toEqual([]);
  });
});
