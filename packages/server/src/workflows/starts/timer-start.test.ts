import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { diagram, end, flow, on, start, user } from '../testing/diagram.js';
import { createWorkflowFixture, type WorkflowFixture } from '../testing/workflow-fixture.js';

const ticking = (cycle: string) => diagram('ticking', start('s', on.cycle(cycle)), user('t'), end(), flow('s t e'));

describe('timer start events', () => {
  let fixture: WorkflowFixture;
  beforeAll(async () => {
    fixture = await createWorkflowFixture({ workflows: { ticking: ticking('R3/PT1H') } });
  });
  afterAll(async () => {
    await fixture.expectNothingStuck();
    await fixture.drop();
  });

  const schedules = () =>
    fixture.db<{ id: string; definition_id: string; left: number }>`
      select id, definition_id, (payload ->> 'left')::integer as left from jobs
      where kind = 'schedule' and open order by created_ts`;
  const runCount = async () => {
    const [row] = await fixture.db<{ runs: number }>`
      select count(*) as runs from runs where workflow_id = ${fixture.workflowId('ticking')}`;
    return row?.runs;
  };

  it('starts the workflow on every process in its stages at each firing, and counts the firings', async () => {
    const processIds = await Promise.all([1, 2, 3].map(() => fixture.createProcess()));
    const worker = fixture.worker();
    worker.start();
    expect(await schedules()).toMatchObject([{ left: 2 }]);
    await fixture.db`update jobs set due_ts = now() where kind = 'schedule' and open`;
    await expect.poll(runCount, { timeout: 4000 }).toBe(processIds.length);
    expect(await schedules()).toMatchObject([{ left: 1 }]);
    await worker.stop();
  });

  it('keeps the schedule of an unchanged definition, and ends that of one no longer current', async () => {
    const [before] = await schedules();
    await fixture.deploy({ ticking: ticking('R3/PT1H'), other: diagram('other', start(), end(), flow('s e')) });
    expect(await schedules()).toEqual([before]);
    await fixture.deploy({ ticking: ticking('R5/PT2H') });
    const after = await schedules();
    expect(after).toMatchObject([{ left: 4 }]);
    expect(after[0]?.definition_id).not.toBe(before?.definition_id);
    await fixture.deploy({ other: diagram('other', start(), end(), flow('s e')) });
    expect(await schedules()).toEqual([]);
  });

  it('refuses a timer that gives no time when it is deployed', async () => {
    await expect(fixture.deploy({ ticking: ticking('every day') })).rejects.toMatchObject({ id: 1232 });
  });
});
