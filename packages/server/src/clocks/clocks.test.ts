import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSequencer } from '../events/sequencer/sequencer.js';
import { transaction } from '../postgres/database.js';
import { clocksOf } from '../processes/records/clocks/clocks.js';
import { quietLog } from '../testing/quiet-log.js';
import { decidersOf } from '../workflows/records/tasks/deciders-of.js';
import { diagram, end, flow, start, user } from '../workflows/testing/diagram.js';
import { createWorkflowFixture, type WorkflowFixture } from '../workflows/testing/workflow-fixture.js';
import type { Clock } from './clock/clock.js';
import { createClockKeeper } from './projection/project-clocks.js';
import { registerClocks, startOver } from './records/positions.js';
import { deployClocks } from './testing/deploy-clocks.js';
import { clockUseCases } from './use-cases.js';

const review = diagram('review', start(), user('check', {}), end(), flow('s check e'));

const slas = [
  {
    key: 'answer',
    start: { state: 'INIT' },
    pause: { 'fields.notes': 'waiting' },
    stop: { state: ['APPROVED', 'REJECTED'] },
    budget: [{ when: { priority: 'HIGH' }, time: 'PT4H' }, { time: 'P2D' }],
  },
  {
    key: 'short',
    start: { 'fields.notes': 'hurry' },
    stop: { 'fields.notes': 'done' },
    budget: [{ time: 'PT0.1S' }],
    at: [
      { reached: '50%', notify: { fields: ['assignee'] } },
      { reached: '100%', set: { priority: 'HIGH' }, notify: { roles: ['MANAGER'] } },
    ],
  },
  {
    key: 'decide',
    on: 'task' as const,
    elements: ['check'],
    pause: { 'fields.notes': 'waiting' },
    budget: [{ time: 'PT8H' }],
  },
];

let fixture: WorkflowFixture;
let keep: () => Promise<void>;

beforeAll(async () => {
  fixture = await createWorkflowFixture({ workflows: { review } });
  const { db, deps, subProjectId } = fixture;
  await deployClocks(fixture, slas, { review });
  await transaction(db, (tx) => registerClocks(tx, subProjectId, 'declared'));
  const sequencer = createSequencer({ db, channel: 'millrace_jobs', retentionDays: 30, log: quietLog });
  const { changeProcess, subProjects } = deps;
  const keeper = createClockKeeper({
    db,
    subProjects,
    changeProcess,
    processChanged: () => undefined,
    decidersOf,
    log: quietLog,
  });
  keep = async () => {
    await sequencer.keep();
    // Several servers keep clocks at once.
    await Promise.all([keeper.keep(), keeper.keep()]);
    await keeper.keep();
  };
});
afterAll(() => fixture.drop());

const update = (processId: string, updates: object) =>
  fixture.useCases.updateProcessField(fixture.caller('OWNER'), {
    subProjectId: fixture.subProjectId,
    processId,
    updates: { ...updates },
  });

const explain = async (processId: string) => {
  const { db, deps, subProjectId } = fixture;
  const { clocks } = await clockUseCases({ db, subProjects: deps.subProjects }).explainSla(fixture.caller('READER'), {
    subProjectId,
    processId,
  });
  return new Map(clocks.map((clock) => [clock.key, clock]));
};

const eventsOf = async (processId: string) => {
  const rows = await fixture.db<{ type: string; rung: string; notify: string[] }>`
    select e.type, e.data -> 'after' ->> 'rung' as rung, e.data -> 'after' -> 'notify' as notify from event_log e
    where e.process_id = ${processId} and e.type like 'clock.%' order by e.position`;
  return rows;
};

describe('[D170] clocks', () => {
  test('follow the processes, and explainSla tells what happened', async () => {
    const processId = await fixture.createProcess();
    await update(processId, { notes: 'waiting' });
    await update(processId, { notes: 'known' });
    await update(processId, { state: 'APPROVED' });
    await keep();
    const answer = (await explain(processId)).get('answer');
    expect(answer).toMatchObject({ state: 'MET', budget: 'P2D', breachedTs: null, taskId: null });
    expect(answer?.ledger.map(({ what }) => what)).toEqual(['started', 'paused', 'resumed', 'stopped']);
    expect(answer?.text).toHaveLength(4);
  });

  test('of tasks start and end with them', async () => {
    const processId = await fixture.createProcess();
    const { id } = await fixture.execute('review', processId);
    await keep();
    const [open] = [...(await explain(processId)).values()].filter(({ key }) => key === 'decide');
    expect(open).toMatchObject({ state: 'RUNNING', budget: 'PT8H' });
    expect(open?.taskId).not.toBeNull();
    await fixture.useCases.resumeWorkflowRunsApi(fixture.caller('OWNER'), {
      subProjectId: fixture.subProjectId,
      runId: id,
      approved: true,
    });
    await keep();
    expect((await explain(processId)).get('decide')).toMatchObject({ state: 'MET' });
  });

  test('reach each rung once: they tell people, and change the process', async () => {
    const assignee = fixture.userId('ASSIGNEE');
    const processId = await fixture.createProcess({ assignee });
    await update(processId, { notes: 'hurry' });
    await expect
      .poll(
        async () => {
          await keep();
          return (await explain(processId)).get('short')?.state;
        },
        { timeout: 15_000, interval: 200 },
      )
      .toBe('BREACHED');
    await keep();
    await keep();
    expect(await eventsOf(processId)).toEqual([
      { type: 'clock.reached', rung: '50%', notify: [assignee] },
      { type: 'clock.breached', rung: '100%', notify: [fixture.userId('MANAGER')] },
    ]);
    expect(await fixture.process(processId)).toMatchObject({ priority: 'HIGH' });
    expect((await explain(processId)).get('answer')?.budget).toBe('PT4H');
  });

  test('recomputed from the event log equal what is stored, for random histories', { timeout: 120_000 }, async () => {
    const { db, subProjectId } = fixture;
    const change = fc.constantFrom(
      { notes: 'waiting' },
      { notes: 'known' },
      { notes: 'hurry' },
      { notes: 'done' },
      { priority: 'HIGH' },
      { priority: 'LOW' },
      { state: 'APPROVED' },
      'task' as const,
      'keep' as const,
    );
    const histories = fc.sample(fc.array(change, { minLength: 3, maxLength: 10 }), { numRuns: 12, seed: 1 });
    const ids: string[] = [];
    for (const history of histories) {
      const processId = await fixture.createProcess();
      ids.push(processId);
      for (const step of history) {
        if (step === 'keep') await keep();
        else if (step === 'task') await fixture.execute('review', processId);
        else await update(processId, step).catch(() => undefined);
      }
    }
    await keep();
    const judged = async () =>
      (await clocksOf<Clock>(db, subProjectId, ids)).map(({ clock: { lastTs: _, fired: __, ...clock }, ...key }) => ({
        ...key,
        clock,
      }));
    // What a rung sets is an event again, and a clock may become due meanwhile.
    const settled = async () => {
      await keep();
      const first = JSON.stringify(await judged());
      await keep();
      const clocks = await judged();
      const isOpen = clocks.some(
        ({ clock }) =>
          clock.endedTs === null && clock.breachedTs === null && (clock.dueTs ?? Number.POSITIVE_INFINITY) < Date.now(),
      );
      return !isOpen && JSON.stringify(clocks) === first;
    };
    await expect.poll(settled, { timeout: 15_000, interval: 200 }).toBe(true);
    const stored = await judged();
    expect(stored.length).toBeGreaterThan(20);
    const before = await Promise.all(ids.map(eventsOf));
    await transaction(db, async (tx) => {
      await registerClocks(tx, subProjectId, 'others');
      await startOver(tx, subProjectId, (await fixture.deps.subProjects.load(subProjectId)).slaRules);
    });
    await db`delete from clocks where sub_project_id = ${subProjectId}`;
    await db`delete from clock_facts where sub_project_id = ${subProjectId}`;
    await expect.poll(settled, { timeout: 15_000, interval: 200 }).toBe(true);
    expect(await judged()).toEqual(stored);
    expect(await Promise.all(ids.map(eventsOf)), 'nobody is told again').toEqual(before);
  });
});
