import { operations } from '@millrace/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql, transaction } from '../postgres/database.js';
import { readListRequest } from '../processes/list/list-request.js';
import { NO_TASK } from '../processes/records/clocks/clock-columns.js';
import { type StoredClock, storeClocks } from '../processes/records/clocks/clocks.js';
import { planList } from '../processes/records/list/list-plan.js';
import { processListStatement } from '../processes/records/list/list-processes.js';
import { processVisibility } from '../processes/records/visibility/process-visibility.js';
import { enter } from '../sub-projects/configuration/enter.js';
import { diagram, end, flow, start, user } from '../workflows/testing/diagram.js';
import { createWorkflowFixture, type Who, type WorkflowFixture } from '../workflows/testing/workflow-fixture.js';
import { deployClocks } from './testing/deploy-clocks.js';
import { clockUseCases } from './use-cases.js';

const review = diagram('review', start(), user('check', {}), end(), flow('s check e'));

const slas = [
  { key: 'answer', stop: { state: 'APPROVED' }, budget: [{ time: 'P2D' }] },
  { key: 'hid.den', stop: { 'fields.assignee': { exists: false } }, budget: [{ time: 'P2D' }] },
  { key: 'decide', on: 'task' as const, budget: [{ time: 'PT8H' }] },
];

const FROM = Date.parse('2026-03-02T00:00:00Z');
const day = (at: number | null) => (at === null ? null : new Date(at).toISOString());
const states = ['RUNNING', 'PAUSED', 'MET', 'BREACHED'] as const;

interface Known {
  readonly id: string;
  readonly taskId: string | undefined;
  /** Undefined: no clock. */
  readonly clock: StoredClock['clock'] | undefined;
  readonly own: boolean;
}

let fixture: WorkflowFixture;
const known: Known[] = [];

const clockAt = (index: number): StoredClock['clock'] => {
  const state = states[index % 4] ?? 'RUNNING';
  const dueTs = FROM + ((index * 7) % 12) * 3_600_000;
  return {
    state,
    dueTs: state === 'PAUSED' ? null : dueTs,
    breachedTs: state === 'BREACHED' ? dueTs : null,
    endedTs: state === 'MET' || index % 8 === 3 ? dueTs : null,
  };
};

beforeAll(async () => {
  fixture = await createWorkflowFixture({ workflows: { review } });
  const { db, subProjectId } = fixture;
  await deployClocks(fixture, slas, { review });
  const rows: StoredClock[] = [];
  for (let index = 0; index < 24; index += 1) {
    const own = index % 3 === 0;
    const id = await fixture.createProcess(own ? { assignee: fixture.userId('ASSIGNEE') } : {});
    const clock = index % 6 === 5 ? undefined : clockAt(index);
    await fixture.execute('review', id);
    const [task] = await db<{ id: string }>`select id from tasks where process_id = ${id}`;
    if (clock !== undefined) {
      rows.push({ processId: id, key: 'answer', taskId: NO_TASK, clock, nextTs: null });
      rows.push({ processId: id, key: 'hid.den', taskId: NO_TASK, clock, nextTs: null });
      rows.push({ processId: id, key: 'decide', taskId: task?.id ?? '', clock, nextTs: null });
    }
    known.push({ id, taskId: task?.id, clock, own });
  }
  await transaction(db, (tx) => storeClocks(tx, subProjectId, rows));
});
afterAll(() => fixture.drop());

const seen = (who: Who) => known.filter(({ own }) => who !== 'ASSIGNEE' || own);
const due = ({ clock }: Known) => (clock === undefined || clock.endedTs !== null ? null : clock.dueTs);

async function processes(who: Who, filters: object, rest: object = {}) {
  const { processes: found, meta } = await fixture.useCases.getProcess(fixture.caller(who), {
    page: '1',
    perPageCount: '1000',
    filters: JSON.stringify({ subProjectId_id: fixture.subProjectId, ...filters }),
    ...rest,
  });
  return { found, ids: found.map(({ id }) => id), total: meta.totalCount };
}

async function tasks(who: Who, filters: object | undefined, rest: object = {}) {
  const { tasks: found, meta } = await fixture.useCases.getTasks(fixture.caller(who), {
    subProjectId: fixture.subProjectId,
    page: '1',
    perPageCount: '1000',
    ...(filters === undefined ? {} : { filters: JSON.stringify(filters) }),
    ...rest,
  });
  return { found, ids: found.map(({ id }) => id), total: meta.totalCount };
}

const at = (hours: number) => day(FROM + hours * 3_600_000) ?? '';

/** Filters by a clock, and what they say of a row. */
const cases: readonly (readonly [member: string, operand: unknown, holds: (row: Known) => boolean])[] = [
  ['state', 'BREACHED', ({ clock }) => clock?.state === 'BREACHED'],
  ['state', { ne: 'BREACHED' }, ({ clock }) => clock?.state !== 'BREACHED'],
  ['state', { in: ['RUNNING', null] }, ({ clock }) => clock === undefined || clock.state === 'RUNNING'],
  ['state', { nin: ['RUNNING', 'MET'] }, ({ clock }) => clock?.state !== 'RUNNING' && clock?.state !== 'MET'],
  ['state', { exists: false }, ({ clock }) => clock === undefined],
  ['dueTs', { lt: at(6) }, (row) => (due(row) ?? Number.POSITIVE_INFINITY) < FROM + 6 * 3_600_000],
  ['dueTs', { gte: at(6) }, (row) => (due(row) ?? 0) >= FROM + 6 * 3_600_000],
  ['dueTs', { exists: true }, (row) => due(row) !== null],
  ['dueTs', null, (row) => due(row) === null],
];

describe.each(['OWNER', 'ASSIGNEE'] as const)('[D182] %s', (who) => {
  test('filters processes by the state of a clock and by when it is due', async () => {
    for (const [member, operand, holds] of cases) {
      const wanted = seen(who).filter(holds);
      const { ids, total } = await processes(who, { [`sla.answer.${member}`]: operand });
      expect([...ids].sort(), `${member} ${JSON.stringify(operand)}`).toEqual(wanted.map(({ id }) => id).sort());
      expect(total).toBe(String(wanted.length));
    }
  });

  test('filters tasks by their clocks and by those of their processes', async () => {
    for (const key of ['decide', 'answer']) {
      for (const [member, operand, holds] of cases) {
        const wanted = seen(who).filter(holds);
        const { ids } = await tasks(who, { [`sla.${key}.${member}`]: operand });
        expect([...ids].sort(), `${member} ${JSON.stringify(operand)}`).toEqual(
          wanted.map(({ taskId }) => taskId).sort(),
        );
      }
    }
  });

  test('sorts by when a clock is due, on any page, those without it last', async () => {
    const ordered = seen(who).toSorted((a, b) => (due(a) ?? Number.MAX_VALUE) - (due(b) ?? Number.MAX_VALUE));
    for (const [sort, rows] of [
      ['sla.answer.dueTs', ordered],
      ['-sla.answer.dueTs', seen(who).toSorted((a, b) => (due(b) ?? -1) - (due(a) ?? -1))],
    ] as const) {
      const pages = await Promise.all(
        ['1', '2', '3', '4', '5'].map((page) => processes(who, {}, { sort, page, perPageCount: '5' })),
      );
      const ids = pages.flatMap((page) => page.ids);
      expect(new Set(ids).size).toBe(rows.length);
      expect(ids.map((id) => known.find((row) => row.id === id)).map((row) => (row ? due(row) : 0))).toEqual(
        rows.map(due),
      );
      const own = sort.replace('answer', 'decide');
      const ofTasks = await Promise.all(
        ['1', '2', '3', '4', '5'].map((page) => tasks(who, undefined, { sort: own, page, perPageCount: '5' })),
      );
      const taskIds = ofTasks.flatMap((page) => page.ids);
      expect(new Set(taskIds).size).toBe(rows.length);
      expect(taskIds.map((id) => known.find((row) => row.taskId === id)).map((row) => (row ? due(row) : 0))).toEqual(
        rows.map(due),
      );
    }
  });

  test('hears of the clocks of each row with include=clocks', async () => {
    const { found } = await processes(who, {}, { include: 'clocks' });
    for (const { id, clocks } of found) {
      const row = known.find((one) => one.id === id);
      expect(clocks?.map(({ key }) => key)).toEqual(row?.clock === undefined ? [] : ['answer', 'hid.den']);
      if (row?.clock === undefined) continue;
      expect(clocks?.[0]).toMatchObject({
        state: row.clock.state,
        dueTs: day(due(row)),
        open: row.clock.endedTs === null,
        breachedTs: day(row.clock.breachedTs),
      });
    }
    const listed = await tasks(who, undefined, { include: 'clocks' });
    for (const { id, clocks } of listed.found) {
      const row = known.find(({ taskId }) => taskId === id);
      const keys = clocks?.map(({ key, taskId }) => `${key} ${taskId === id}`).sort();
      expect(keys).toEqual(row?.clock === undefined ? [] : ['answer false', 'decide true', 'hid.den false']);
    }
  });
});

describe('[D182] a clock with a condition on a hidden field', () => {
  const filters = { 'sla.hid.den.state': 'BREACHED' };

  test('is not known to who does not read it', async () => {
    await expect(processes('PARTIAL', filters)).rejects.toMatchObject({ id: 1230 });
    await expect(processes('PARTIAL', {}, { sort: 'sla.hid.den.dueTs' })).rejects.toMatchObject({ id: 1230 });
    await expect(tasks('PARTIAL', filters)).rejects.toMatchObject({ id: 1200 });
    const { found } = await processes('PARTIAL', {}, { include: 'clocks' });
    expect(new Set(found.flatMap(({ clocks }) => clocks?.map(({ key }) => key)))).toEqual(new Set(['answer']));
    expect((await processes('OWNER', filters)).ids.length).toBeGreaterThan(0);
    const { db, deps, subProjectId } = fixture;
    const { explainSla } = clockUseCases({ db, subProjects: deps.subProjects });
    const request = { subProjectId, processId: known[0]?.id ?? '' };
    await db`update clocks set clock = clock || '{"startedTs": 0, "budget": "P1D", "budgetMs": 1, "ledger": []}'
      where process_id = ${request.processId}`;
    const keysFor = async (who: Who) => (await explainSla(fixture.caller(who), request)).clocks.map(({ key }) => key);
    expect(await keysFor('PARTIAL')).toEqual(['answer', 'decide']);
    expect(await keysFor('OWNER')).toEqual(['answer', 'decide', 'hid.den']);
  });
});

test('[D182] the time when a clock is due is read from its index', async () => {
  const { db, owner, subProjectId } = fixture;
  await db`
    with made as (
      insert into processes (id, sub_project_id, state, priority, stage_key, fields, created_ts, updated_ts)
      select gen_random_uuid(), ${subProjectId}, 'INIT', 'LOW', 'stage_init', '{}', now(), now() from generate_series(1, 10000)
      returning id)
    insert into clocks (sub_project_id, process_id, key, task_id, state, due_ts, clock)
    select ${subProjectId}, id, 'answer', ${NO_TASK}, 'RUNNING', now() + random() * interval '10 days', '{}' from made`;
  await owner.script('vacuum analyze');
  const explain = async (text: ReturnType<typeof sql>) =>
    (await db.run<{ 'QUERY PLAN': string }>(sql`explain (costs off) ${text}`))
      .map((row) => row['QUERY PLAN'])
      .join('\n');
  const { subProject, access } = await enter(
    fixture.deps.subProjects,
    fixture.caller('OWNER'),
    subProjectId,
    operations.getProcess,
  );
  const visibility = processVisibility(subProject, access);
  const planOf = (values: object) =>
    explain(
      processListStatement(
        planList(subProject, visibility, readListRequest(subProject, visibility, { filters: {}, ...values })),
      ),
    );
  expect(await planOf({ sort: 'sla.answer.dueTs', perPageCount: '10' })).toMatch(/Index (Only )?Scan using clocks_due/);
  expect(await planOf({ filters: { 'sla.answer.dueTs': { lt: new Date().toISOString() } } })).toContain('clocks_due');
});
