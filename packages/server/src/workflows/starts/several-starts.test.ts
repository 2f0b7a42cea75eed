import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catching, diagram, end, flow, message, on, signal, start, user } from '../testing/diagram.js';
import { createWorkflowFixture, type WorkflowFixture } from '../testing/workflow-fixture.js';

const roots = [message('A', 'order-paid', '= 1'), message('B', 'order-waived', '= 1'), signal('S', 'month-end')];
const several = (parallelMultiple: boolean): string =>
  diagram(
    parallelMultiple ? 'all' : 'any',
    ...roots,
    start('s', on.message('A'), on.message('B'), on.signal('S'), on.cycle('R3/PT1H'), on.cycle('@daily')).replace(
      '<bpmn:startEvent ',
      `<bpmn:startEvent parallelMultiple="${parallelMultiple}" `,
    ),
    user('t'),
    end(),
    flow('s t e'),
  );

const receiving = diagram(
  'receiving',
  message('C', 'claim'),
  '<bpmn:receiveTask id="r" messageRef="C" instantiate="true"/>',
  user('t'),
  flow('r t'),
);
const racing = diagram(
  'racing',
  message('D', 'claim-by-post'),
  message('E', 'claim-by-phone'),
  '<bpmn:eventBasedGateway id="g" instantiate="true"/>',
  catching('post', on.message('D')),
  catching('phone', on.message('E')),
  user('t'),
  user('u'),
  flow('g post t'),
  flow('g phone u'),
);

describe('workflows that several events start', () => {
  let fixture: WorkflowFixture;
  beforeAll(async () => {
    fixture = await createWorkflowFixture({ workflows: { any: several(false), receiving, racing } });
  });
  afterAll(async () => {
    await fixture.expectNothingStuck();
    await fixture.drop();
  });

  const publish = async (name: string, correlationKey = '') =>
    fixture.useCases.publishMessage(fixture.caller('OWNER'), {
      subProjectId: fixture.subProjectId,
      name,
      correlationKey,
      processId: await fixture.createProcess(),
      variables: { amount: 5 },
    });
  const activeOf = async (workflow: string): Promise<readonly (readonly string[])[]> => {
    const rows = await fixture.db<{ elements: string[] }>`
      select array(select element_id from tasks where run_id = runs.id) as elements
      from runs where workflow_id = ${fixture.workflowId(workflow)}`;
    return rows.map(({ elements }) => elements);
  };
  const schedules = () =>
    fixture.db<{ part: number | null; every: string }>`
      select (payload ->> 'part')::integer as part, payload ->> 'every' as every from jobs
      where kind = 'schedule' and open order by 1`;

  it('[EV-12] starts by each definition of one start event', async () => {
    for (const name of ['order-paid', 'order-waived'])
      expect(await publish(name)).toMatchObject({ status: 'started', runId: { state: 'PAUSED' } });
    expect(await schedules()).toEqual([
      { part: 3, every: 'PT1H' },
      { part: 4, every: '@daily' },
    ]);
    const [row] = await fixture.db<{ n: number }>`
      select count(*) as n from processes where sub_project_id = ${fixture.subProjectId}`;
    const worker = fixture.worker();
    worker.start();
    await fixture.useCases.broadcastSignal(fixture.caller('OWNER'), {
      subProjectId: fixture.subProjectId,
      name: 'month-end',
    });
    const runs = async () => (await activeOf('any')).length;
    await expect.poll(runs, { timeout: 5000 }).toBe(2 + (row?.n ?? 0));
    await fixture.db`
      update jobs set due_ts = now() where kind = 'schedule' and open and payload ->> 'every' = 'PT1H'`;
    await expect.poll(runs, { timeout: 5000 }).toBe(2 + 2 * (row?.n ?? 0));
    expect(await schedules()).toHaveLength(2);
    await worker.stop();
  });

  it('[EV-14] starts at a receive task and at an event behind a gateway', async () => {
    expect(await publish('claim')).toMatchObject({ status: 'started' });
    expect(await activeOf('receiving')).toEqual([['t']]);
    expect(await publish('claim-by-phone')).toMatchObject({ status: 'started' });
    expect(await activeOf('racing')).toEqual([['u']]);
  });

  it('[EV-12] with parallelMultiple the run waits for the other definitions', async () => {
    await fixture.deploy({ all: several(true) });
    expect(await publish('order-waived')).toMatchObject({ status: 'started', runId: { state: 'RACING' } });
    expect(await activeOf('all')).toEqual([[]]);
    const waits = await fixture.db<{ name: string }>`
      select name from subscriptions join runs on runs.id = subscriptions.run_id
      where workflow_id = ${fixture.workflowId('all')} and name is not null order by 1`;
    expect(waits.map(({ name }) => name)).toEqual(['month-end', 'order-paid']);
    expect(await publish('order-paid', '1')).toMatchObject({ status: 'correlated', runId: { state: 'RACING' } });
  });
});
