import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { JobKind } from '../jobs/records/job.js';
import type { JobHandler } from '../jobs/worker/job-handler.js';
import type { Worker } from '../jobs/worker/worker.js';
import {
  boundary,
  catching,
  diagram,
  end,
  flow,
  message,
  on,
  script,
  service,
  signal,
  start,
  throwing,
  update,
  user,
} from './testing/diagram.js';
import { createWorkflowFixture, type WorkflowFixture } from './testing/workflow-fixture.js';

const result = script('x', '= 1 + 1', 'r');
const workflows = {
  timed: diagram('timed', start(), catching('wait', on.timer('PT0S')), result, end(), flow('s wait x e')),
  handled: diagram('handled', start(), service('charge', 'charge'), result, end(), flow('s charge x e')),
  sender: diagram(
    'sender',
    message('m', 'paid', '="k"'),
    start(),
    throwing('send', on.message('m')),
    end(),
    flow('s send e'),
  ),
  receiver: diagram(
    'receiver',
    message('m', 'paid', '="k"'),
    start(),
    catching('paid', on.message('m')),
    result,
    end(),
    flow('s paid x e'),
  ),
  alarmed: diagram(
    'alarmed',
    signal('a', 'alarm'),
    start(),
    catching('alarm', on.signal('a')),
    result,
    end(),
    flow('s alarm x e'),
  ),
  conditional: diagram(
    'conditional',
    start(),
    catching('full', on.condition('=process.fields.amount >= 3')),
    result,
    end(),
    flow('s full x e'),
  ),
  updating: diagram(
    'updating',
    start(),
    update('add', '={amount: process.fields.amount + 1}'),
    flow('s add'),
    flow('add add'),
  ),
  late: diagram(
    'late',
    start(),
    user('ask'),
    boundary('overdue', 'ask', on.timer('PT0S')),
    result,
    end(),
    flow('s ask e'),
    flow('overdue x e'),
  ),
};

/** Started by an event: deployed only for its test, because it would start on every process. */
const byTimer = diagram('by-timer', start('s', on.cycle('R1/PT1H')), result, end(), flow('s x e'));

describe('work that ended the server three times', () => {
  let fixture: WorkflowFixture;
  let worker: Worker;
  const calls: string[] = [];
  const charge: JobHandler = {
    type: 'charge',
    timeoutMs: 5000,
    run: async (job) => {
      calls.push(job.runId);
      return { outcome: 'completed', variables: {} };
    },
  };
  beforeAll(async () => {
    fixture = await createWorkflowFixture({ workflows, handlers: [charge] });
  });
  beforeEach(() => {
    worker = fixture.worker();
  });
  afterAll(async () => {
    await fixture.expectNothingStuck();
    await fixture.drop();
  });

  const of = (runId: string) => ({ subProjectId: fixture.subProjectId, runId });
  const incidentsOf = async (runId: string) =>
    (await fixture.useCases.getWorkflowRun(fixture.caller('OWNER'), of(runId))).detail.incidents.filter(
      ({ resolvedTs }) => resolvedTs === null,
    );
  const start_ = async (key: string, fields: object = {}) =>
    (await fixture.execute(key, await fixture.createProcess(fields))).id;
  /** As three attempts of a worker leave it that did not live to report one. */
  const crashOn = async (kind: JobKind) => {
    const { count } = await fixture.db`
      update jobs set leased = true, unfinished = 3, due_ts = now() - interval '1 second' where open and kind = ${kind}`;
    expect(count).toBe(1);
  };
  const retry = async (runId: string) => {
    const [incident] = await incidentsOf(runId);
    return fixture.useCases.retryIncident(fixture.caller('OPERATOR'), {
      ...of(runId),
      incidentId: incident?.id ?? '',
    });
  };
  const expectIncident = async (runId: string, elementId: string, state = 'FAILED') => {
    worker.start();
    await expect.poll(() => incidentsOf(runId), { timeout: 10_000 }).toHaveLength(1);
    expect(await incidentsOf(runId)).toMatchObject([
      { kind: 'crash', elementId, message: expect.stringMatching(/stopped 3 times .* retry the incident/) },
    ]);
    expect(await fixture.stateOf(runId)).toBe(state);
    expect(worker.stats().failed).toBe(1);
  };

  it.each([
    ['timed', 'timer', 'wait'],
    ['handled', 'job', 'charge'],
  ] as const)('is an incident: %s', async (key, kind, elementId) => {
    const run = await start_(key);
    await crashOn(kind);
    calls.length = 0;
    await expectIncident(run, elementId);
    expect(calls).toEqual([]);
    expect((await retry(run)).runId.state).toBe('RACING');
    await fixture.untilState(run, 'COMPLETED');
    await worker.stop();
  });

  it('is an incident of the run that would have received the message', async () => {
    const run = await start_('receiver');
    await start_('sender');
    await crashOn('message');
    await expectIncident(run, 'paid');
    await retry(run);
    await fixture.untilState(run, 'COMPLETED');
    await worker.stop();
  });

  it('is an incident of the run that would have received the signal, and its variables are kept', async () => {
    const run = await start_('alarmed');
    const { subProjectId } = fixture;
    const signalled = { subProjectId, name: 'alarm', variables: { level: 3 } };
    await fixture.useCases.broadcastSignal(fixture.caller('OWNER'), signalled);
    await crashOn('signal');
    await expectIncident(run, 'alarm', 'PAUSED');
    await retry(run);
    await fixture.untilState(run, 'COMPLETED');
    const { detail } = await fixture.useCases.getWorkflowRun(fixture.caller('OWNER'), of(run));
    expect(detail.variables).toMatchObject({ level: 3, r: 2 });
    await worker.stop();
  });

  it('is an incident of the run whose conditions were evaluated; until the retry none is evaluated again', async () => {
    const processId = await fixture.createProcess({ amount: 1 });
    const { id: run } = await fixture.execute('conditional', processId);
    const { subProjectId } = fixture;
    const setAmount = (amount: number) =>
      fixture.useCases.updateProcessField(fixture.caller('OWNER'), {
        subProjectId,
        processId,
        updates: { amount },
      });
    await setAmount(2);
    await crashOn('conditions');
    await expectIncident(run, 'conditional', 'PAUSED');
    await setAmount(4);
    await expect.poll(() => fixture.db`select 1 from jobs where open and kind = 'conditions'`).toHaveLength(0);
    expect(await fixture.stateOf(run)).toBe('PAUSED');
    await retry(run);
    await fixture.untilState(run, 'COMPLETED');
    await worker.stop();
  });

  it('is an incident of a process update', async () => {
    const run = await start_('updating', { amount: 0 });
    await crashOn('update');
    await expectIncident(run, 'add');
    await fixture.useCases.cancelWorkflowRun(fixture.caller('OPERATOR'), of(run));
    expect(await incidentsOf(run)).toEqual([]);
    await worker.stop();
  });

  it('leaves an open task open, and is over when the task is done', async () => {
    const run = await start_('late');
    await crashOn('timer');
    await expectIncident(run, 'overdue', 'PAUSED');
    await fixture.useCases.resumeWorkflowRunsApi(fixture.caller('OWNER'), { ...of(run), approved: true });
    expect(await fixture.stateOf(run)).toBe('COMPLETED');
    expect(await incidentsOf(run)).toEqual([]);
    await worker.stop();
  });

  it('is an incident of a run that an event could not start', async () => {
    const processId = await fixture.createProcess();
    await fixture.deploy({ ...workflows, 'by-timer': byTimer });
    const scheduler = fixture.worker();
    await fixture.db`update jobs set kind = 'start', process_id = ${processId}, leased = true, unfinished = 3, due_ts = now()
      where open and kind = 'schedule'`;
    worker = scheduler;
    worker.start();
    const runs = () => fixture.db<{ id: string }>`
      select id from runs where workflow_id = ${fixture.workflowId('by-timer')}`;
    await expect.poll(runs, { timeout: 10_000 }).toHaveLength(1);
    const [run] = await runs();
    await expectIncident(run?.id ?? '', 's');
    await retry(run?.id ?? '');
    await fixture.untilState(run?.id ?? '', 'COMPLETED');
    await worker.stop();
  });
});
