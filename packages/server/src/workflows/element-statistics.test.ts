import { operations, type ResponseOf } from '@millrace/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Queryable, sql, transaction } from '../postgres/database.js';
import { enter } from '../sub-projects/configuration/enter.js';
import type { TimelineEntry } from './records/timeline.js';
import { listVisits, measureElements, type VisitSearch, visitKinds } from './records/visits/element-visits.js';
import { readVisitSearch, readVisits } from './search/read-visit-search.js';
import { boundary, call, diagram, end, flow, fork, on, service, start, user } from './testing/diagram.js';
import { createWorkflowFixture, type Who, type WorkflowFixture } from './testing/workflow-fixture.js';

type Statistics = ResponseOf<typeof operations.getElementStatistics>;

const threeTimes = (task: string) =>
  task.replace(
    '</bpmn:userTask>',
    '<bpmn:multiInstanceLoopCharacteristics><bpmn:extensionElements><zeebe:loopCharacteristics inputCollection="=[1, 2, 3]" inputElement="item"/></bpmn:extensionElements></bpmn:multiInstanceLoopCharacteristics></bpmn:userTask>',
  );
const subProcess = (id: string, ...content: readonly string[]) =>
  `<bpmn:subProcess id="${id}">${content.join('')}</bpmn:subProcess>`;
/** Two branches: a sub-process that a message cancels, and a called process in which elements have the ids of the caller's. */
const branches = (packing: string) =>
  diagram(
    'branches',
    '<bpmn:message id="stop" name="stop"><bpmn:extensionElements><zeebe:subscription correlationKey="=process.id"/></bpmn:extensionElements></bpmn:message>',
    start(),
    fork('both'),
    subProcess('x', start('xs'), user('ask'), threeTimes(user('each')), end('xe'), flow('xs ask each xe')),
    boundary('stopped', 'x', on.message('stop')),
    call('helper', 'helped'),
    service(packing, 'pack'),
    end('e1'),
    end('e2'),
    end('e3'),
    flow('s both x e1'),
    flow('stopped e2'),
    flow(`both helper ${packing} e3`),
  );
const helped = diagram(
  'helped',
  start('s'),
  subProcess('x', start('xs'), user('ask'), flow('xs ask')),
  end('e1'),
  flow('s x e1'),
);

let fixture: WorkflowFixture;
beforeAll(async () => {
  fixture = await createWorkflowFixture({ workflows: { branches: branches('pack'), helped } });
});
afterAll(() => fixture.drop());

const ask = (more: Partial<Record<string, string>> = {}) => ({
  subProjectId: fixture.subProjectId,
  workflowId: fixture.workflowId('branches'),
  ...more,
});
const measure = (who: Who, more: Partial<Record<string, string>> = {}): Promise<Statistics> =>
  fixture.useCases.getElementStatistics(fixture.caller(who), ask(more));

const pick = <T>(items: readonly T[]): T | undefined => items[Math.floor(Math.random() * items.length)];
/** What somebody else did first, or what the run does not allow now. */
const ignoreRefusal = (error: unknown) => {
  if (!(error instanceof Error) || !('id' in error)) throw error;
};

/** One random thing that happens to a run. */
async function happen(): Promise<void> {
  const { subProjectId, useCases, caller, db } = fixture;
  const chance = Math.random();
  if (chance < 0.2) {
    const fields = Math.random() < 0.5 ? { assignee: fixture.userId('ASSIGNEE') } : {};
    await fixture.execute('branches', await fixture.createProcess(fields));
  } else if (chance < 0.6) {
    const tasks = await db<{ id: string }>`select id from tasks where state = 'OPEN'`;
    const task = pick(tasks);
    if (task === undefined) return;
    await useCases.decideTasks(caller('OWNER'), { subProjectId, taskIds: [task.id], approved: true });
  } else if (chance < 0.8) {
    const { jobs } = await useCases.activateJobs(caller('WORKER'), { subProjectId, type: 'pack', worker: 'w' });
    for (const { key: jobKey, token } of jobs) {
      await useCases.completeJob(caller('WORKER'), { subProjectId, jobKey, token }).catch(ignoreRefusal);
    }
  } else {
    const run = pick(
      await db<{ id: string; processId: string }>`
      select id, process_id as "processId" from runs where ended_ts is null`,
    );
    if (run === undefined) return;
    await (chance < 0.95
      ? useCases.publishMessage(caller('OWNER'), { subProjectId, name: 'stop', correlationKey: run.processId })
      : useCases.cancelWorkflowRun(caller('OPERATOR'), { subProjectId, runId: run.id })
    ).catch(ignoreRefusal);
  }
}

interface Instance {
  readonly runId: string;
  readonly processId: string;
  el: string;
  readonly scope: Instance | undefined;
  readonly from: number;
  to: number | undefined;
  isCancelled: boolean;
}

const isOwn = ({ el, scope }: Instance, elements: ReadonlySet<string>): boolean => {
  for (let at = scope; at?.scope !== undefined; at = at.scope) if (!elements.has(at.el)) return false;
  return elements.has(el) && scope?.el !== el;
};

/** The visits of the elements of a version, each timeline read entry by entry. */
async function walk(db: Queryable, { definitionId, elements, visible }: VisitSearch): Promise<readonly Instance[]> {
  const runs = await db<{
    id: string;
    processId: string;
    items: { key: number; el: string }[];
    entries: TimelineEntry[];
  }>`
    select r.id, r.process_id as "processId", r.state -> 'items' as items,
      (select json_agg(e.value order by t.first_sequence, e.ordinality) from run_timeline t
        cross join lateral json_array_elements(t.entries) with ordinality e where t.run_id = r.id) as entries
    from runs r join processes p on p.id = r.process_id where r.definition_id = ${definitionId} and ${visible}`;
  return runs.flatMap(({ id, processId, items, entries }) => {
    const instances = new Map<number, Instance>();
    for (const { event, key, scopeKey, elementId, at } of entries) {
      const instance = instances.get(key);
      if (event === 'entered') {
        const scope = instances.get(scopeKey);
        instances.set(key, { runId: id, processId, el: elementId, scope, from: at, to: undefined, isCancelled: false });
      } else if ((event === 'completed' || event === 'cancelled') && instance !== undefined) {
        instance.to = at;
        instance.el = elementId;
        instance.isCancelled = event === 'cancelled';
      }
    }
    for (const { key, el } of items) {
      const instance = instances.get(key);
      if (instance !== undefined && instance.to === undefined) instance.el = el;
    }
    return [...instances.values()].filter((instance) => isOwn(instance, new Set(elements)));
  });
}

/** The percentile of PostgreSQL: between the two nearest, in proportion. */
function percentile(sorted: readonly number[], share: number): number {
  const place = (sorted.length - 1) * share;
  const [low = 0, high = 0] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
  return low + (high - low) * (place - Math.floor(place));
}

const ofKind =
  (kind: string, { from, to }: VisitSearch) =>
  (visit: Instance): boolean =>
    kind === 'waiting'
      ? visit.to === undefined
      : visit.to !== undefined &&
        visit.to >= from.getTime() &&
        visit.to < to.getTime() &&
        visit.isCancelled === (kind === 'cancelled');

/** Compares all numbers of a moment, and one of the lists behind them, with those of a walk through the timelines. */
async function expectExact(db: Queryable, search: VisitSearch): Promise<number> {
  const visits = await walk(db, search);
  const measured = new Map(
    (await measureElements(db, search)).filter(({ isFlow }) => !isFlow).map((one) => [one.id, one]),
  );
  for (const id of search.elements) {
    const here = visits.filter(({ el }) => el === id);
    const [waiting, passed, cancelled] = visitKinds.map((kind) => here.filter(ofKind(kind, search)));
    const times = (passed ?? []).map(({ from, to = from }) => to - from).toSorted((a, b) => a - b);
    const oldest = Math.min(...(waiting ?? []).map(({ from }) => from));
    const one = measured.get(id);
    expect({
      id,
      waiting: one?.waiting ?? 0,
      passed: one?.passed ?? 0,
      cancelled: one?.cancelled ?? 0,
      oldest: one?.oldestTs?.getTime() ?? Number.POSITIVE_INFINITY,
      times: one?.times?.map(Math.round) ?? null,
    }).toEqual({
      id,
      waiting: waiting?.length,
      passed: passed?.length,
      cancelled: cancelled?.length,
      oldest,
      times: times.length === 0 ? null : [0.5, 0.9, 0.99, 1].map((share) => Math.round(percentile(times, share))),
    });
  }
  const [kind, elementId] = [pick(visitKinds) ?? 'waiting', pick(search.elements) ?? ''];
  const counted = visits.filter((visit) => visit.el === elementId && ofKind(kind, search)(visit));
  const list = await listVisits(db, search, { elementId, kind, limit: 1000, offset: 0n });
  expect(list.total).toBe(counted.length);
  const named = (one: { runId: string; processId: string }, at: number) => `${one.runId} ${one.processId} ${at}`;
  expect(list.visits.map((visit) => named(visit, visit.enteredTs.getTime())).sort()).toEqual(
    counted.map((visit) => named(visit, visit.from)).sort(),
  );
  return visits.length;
}

async function searchOf(who: Who, version?: string): Promise<VisitSearch> {
  const reader = await enter(
    fixture.deps.subProjects,
    fixture.caller(who),
    fixture.subProjectId,
    operations.getElementStatistics,
  );
  const from = new Date(Date.now() - Math.random() * 1000).toISOString();
  const query = { ...ask(version === undefined ? {} : { version }), from };
  return (await readVisitSearch(fixture.deps, reader, query)).search;
}

describe('how runs pass the elements of a workflow [D175]', () => {
  test('numbers and lists are those of the timelines at any moment, while runs go on, for whoever sees all or a part', async () => {
    let isOver = false;
    const writers = [1, 2, 3].map(async () => {
      while (!isOver) await happen();
    });
    let seen = 0;
    try {
      for (let round = 0; round < 30; round += 1) {
        if (round === 15) await fixture.deploy({ branches: branches('wrap'), helped });
        for (const who of ['OWNER', 'OWN_RUNS'] as const) {
          const search = await searchOf(who, round < 15 || Math.random() < 0.5 ? '1' : '2');
          const options = { readOnly: true, isolation: 'repeatable read' } as const;
          seen += await transaction(fixture.db, (tx) => expectExact(tx, search), options);
        }
      }
    } finally {
      isOver = true;
      await Promise.all(writers);
    }
    expect(seen).toBeGreaterThan(500);
  });

  test('a migrated run counts at its version, under the ids of that version', async () => {
    const { subProjectId, useCases, caller } = fixture;
    await fixture.deploy({ branches: branches('pack'), helped });
    const run = await fixture.execute('branches', await fixture.createProcess());
    const tasks = await fixture.db<{ id: string }>`
      select id from tasks where run_id = ${run.id} and state = 'OPEN' order by id`;
    expect(tasks).toHaveLength(2);
    for (const { id } of tasks)
      await useCases.decideTasks(caller('OWNER'), { subProjectId, taskIds: [id], approved: true });
    await fixture.deploy({ branches: branches('wrap'), helped });
    const before = await measure('OWNER');
    await useCases.migrateRun(caller('OPERATOR'), { subProjectId, runId: run.id, mapping: { pack: 'wrap' } });
    const waitingAt = ({ elements }: Statistics, id: string) =>
      elements.find(({ elementId }) => elementId === id)?.waiting ?? 0;
    const after = await measure('OWNER');
    expect(waitingAt(after, 'wrap')).toBe(waitingAt(before, 'wrap') + 1);
    await transaction(fixture.db, async (tx) => expectExact(tx, await searchOf('OWNER')));
  });

  test('what many tasks of one activity, a called process and sequence flows count', async () => {
    const alone = await createWorkflowFixture({ workflows: { branches: branches('pack'), helped } });
    try {
      const { subProjectId, useCases, caller } = alone;
      const run = await alone.execute('branches', await alone.createProcess());
      const request = { subProjectId, workflowId: alone.workflowId('branches') };
      const decide = async (limit: number) => {
        const tasks = await alone.db<{ id: string }>`select id from tasks where state = 'OPEN' limit ${limit}`;
        for (const { id } of tasks) {
          await useCases.decideTasks(caller('OWNER'), { subProjectId, taskIds: [id], approved: true });
        }
      };
      await decide(2);
      const numbers = async () => {
        const { elements } = await useCases.getElementStatistics(caller('OWNER'), request);
        return Object.fromEntries(elements.map(({ elementId, waiting, passed }) => [elementId, [waiting, passed]]));
      };
      expect(await numbers()).toEqual({
        ...{ s: [0, 1], both: [0, 1], x: [1, 0], xs: [0, 1], ask: [0, 1], each: [1, 0] },
        ...{ helper: [0, 1], pack: [1, 0] },
      });
      const { flows } = await useCases.getElementStatistics(caller('OWNER'), request);
      expect(flows.every(({ taken }) => taken === 1)).toBe(true);
      expect(flows.map(({ flowId }) => flowId).sort()).toEqual(
        ['s-both', 'both-x', 'both-helper', 'xs-ask', 'ask-each', 'helper-pack'].sort(),
      );
      await decide(3);
      expect(await numbers()).toMatchObject({ each: [0, 1], x: [0, 1], xe: [0, 1], e1: [0, 1] });
      const { meta, visits } = await useCases.getElementVisits(caller('OWNER'), { ...request, elementId: 'pack' });
      expect(meta.totalCount).toBe('1');
      expect(visits).toEqual([expect.objectContaining({ runId: run.id, enteredTs: expect.any(String), leftTs: null })]);
      for (const who of ['ASSIGNEE', 'OWN_RUNS'] as const) {
        expect(await useCases.getElementStatistics(caller(who), request)).toMatchObject({ elements: [], flows: [] });
        const list = await useCases.getElementVisits(caller(who), { ...request, elementId: 'pack' });
        expect(list).toMatchObject({ meta: { totalCount: '0' }, visits: [] });
      }
    } finally {
      await alone.drop();
    }
  });

  test('what cannot be measured is told', async () => {
    const list = (more: object) =>
      fixture.useCases.getElementVisits(fixture.caller('OWNER'), { ...ask(), elementId: 'x', ...more });
    await expect(measure('OWNER', { from: '2026-01-02', to: '2026-01-01' })).rejects.toMatchObject({
      detail: 'from must be before to.',
    });
    await expect(measure('OWNER', { version: '77' })).rejects.toMatchObject({ id: 1200, status: 404 });
    await expect(list({ elementId: 'nowhere' })).rejects.toMatchObject({ id: 1200, status: 404 });
    await expect(list({ kind: 'lost' })).rejects.toMatchObject({ id: 1200 });
    await expect(measure('STRANGER')).rejects.toMatchObject({ id: 1205 });
    await expect(measure('WORKER')).rejects.toMatchObject({ id: 1205 });
  });

  test('too many runs are refused with what to do', async () => {
    const slow = sql`(select true from pg_sleep(2))`;
    const search = { ...(await searchOf('OWNER')), visible: slow };
    await expect(readVisits(fixture.db, (db) => measureElements(db, search), 200)).rejects.toMatchObject({
      id: 1200,
      detail: expect.stringContaining('Take a later beginning of the time'),
    });
  });
});
