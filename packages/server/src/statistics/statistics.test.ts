import type { operations, ResponseOf } from '@millrace/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSequencer } from '../events/sequencer/sequencer.js';
import { newId } from '../kernel/identifiers.js';
import { transaction } from '../postgres/database.js';
import { createProcessFixture, type ProcessFixture } from '../processes/testing/process-fixture.js';
import { quietLog } from '../testing/quiet-log.js';
import { createStays } from './projection/keep-stays.js';
import { eraseStaysOf } from './records/stays.js';
import { statisticsUseCases } from './use-cases.js';

type Statistics = ResponseOf<typeof operations.getProcessStatistics>;
type Who = Parameters<ProcessFixture['caller']>[0];

const HOUR_MS = 3_600_000;
const START = Date.parse('2026-03-27T00:00:00Z');
const END = '2026-03-31T00:00:00.000Z';

let fixture: ProcessFixture;
let useCases: ReturnType<typeof statisticsUseCases>;
let sequence: () => Promise<void>;
let keep: () => Promise<void>;

beforeAll(async () => {
  fixture = await createProcessFixture();
  const { db } = fixture;
  useCases = statisticsUseCases({ db, subProjects: fixture.deps.subProjects });
  const sequencer = createSequencer({ db, channel: 'millrace_jobs', retentionDays: 30, log: quietLog });
  sequence = () => sequencer.keep();
  keep = () => createStays({ db, log: quietLog }).keep();
});
afterAll(() => fixture.drop());

const measure = (who: Who, more: Record<string, string> = {}, filters: object = {}): Promise<Statistics> =>
  useCases.getProcessStatistics(fixture.caller(who), {
    filters: JSON.stringify({ subProjectId_id: fixture.subProjectId, ...filters }),
    from: new Date(START).toISOString(),
    to: END,
    ...more,
  });

/** Random processes, of whose changes the log tells at times of our own. */
async function walk(count: number): Promise<void> {
  const { owner, subProjectId } = fixture;
  let clock = START - 20 * HOUR_MS;
  const tell = async (processId: string, type: string, before: object | null, after: object) => {
    clock += Math.floor(Math.random() * 4 * HOUR_MS);
    await owner`
      insert into event_inbox
        (sub_project_id, process_id, type, subject_type, subject_id, data, by_id, by_name, trace_id, created_ts)
      values (${subProjectId}, ${processId}, ${type}, 'process', ${processId}, ${JSON.stringify({ before, after })}::text::json, 'system',
        'system', 't', ${new Date(clock)})`;
  };
  for (let number = 0; number < count; number += 1) {
    const id = await fixture.create(Math.random() < 0.5 ? { assignee: fixture.userId('ASSIGNEE') } : {});
    await owner`delete from event_inbox where process_id = ${id}`;
    await tell(id, 'process.created', null, { state: 'INIT', stageKey: 'stage_init', fields: {} });
    if (Math.random() < 0.2) continue;
    const stage = Math.random() < 0.5 ? { stageKey: 'stage_review' } : {};
    await tell(id, 'process.updated', { state: 'INIT' }, { state: 'IN_REVIEW', ...stage });
    await tell(id, 'process.updated', { fields: { notes: null } }, { fields: { notes: 'Looked at.' } });
    // A change to the state that it had.
    if (Math.random() < 0.3) await tell(id, 'process.updated', { state: 'IN_REVIEW' }, { state: 'IN_REVIEW' });
    if (Math.random() < 0.6) {
      const state = Math.random() < 0.5 ? 'APPROVED' : 'REJECTED';
      await tell(id, 'process.updated', { state: 'IN_REVIEW' }, { state });
    }
  }
}

interface Stay {
  readonly processId: string;
  readonly value: string;
  readonly from: number;
  readonly to: number | undefined;
}

/** What the log tells, process by process: another way to the same stays. */
async function staysOfLog(dimension: 'state' | 'stageKey'): Promise<readonly Stay[]> {
  const events = await fixture.db<{ processId: string; after: Record<string, unknown> | null; at: Date }>`
    select process_id as "processId", data -> 'after' as after, created_ts as at from event_log
    where process_id is not null order by position`;
  const open = new Map<string, Stay>();
  const closed: Stay[] = [];
  for (const { processId, after, at } of events) {
    const value = after?.[dimension];
    if (typeof value !== 'string') continue;
    const before = open.get(processId);
    if (before?.value === value) continue;
    if (before) closed.push({ ...before, to: at.getTime() });
    open.set(processId, { processId, value, from: at.getTime(), to: undefined });
  }
  return [...closed, ...open.values()];
}

const inside = (stays: readonly Stay[], value: string, at: number): number =>
  stays.filter((stay) => stay.value === value && stay.from < at && (stay.to === undefined || stay.to >= at)).length;

/** The percentile of PostgreSQL: between the two nearest, in proportion. */
function percentile(sorted: readonly number[], share: number): number {
  const place = (sorted.length - 1) * share;
  const [low = 0, high = 0] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
  return Math.round(low + (high - low) * (place - Math.floor(place)));
}

function expectSame(answer: Statistics, stays: readonly Stay[]): void {
  const [from, to] = [Date.parse(answer.from), Date.parse(answer.to)];
  for (const { value, now, oldestTs, entered, left, medianSeconds, p90Seconds, ages } of answer.values) {
    const here = stays.filter((stay) => stay.value === value);
    const open = here.filter((stay) => stay.to === undefined);
    const gone = here.filter((stay) => stay.to !== undefined && stay.to >= from && stay.to < to);
    const seconds = gone.map((stay) => ((stay.to ?? 0) - stay.from) / 1000).toSorted((a, b) => a - b);
    expect({ value, now, entered, left }).toEqual({
      value,
      now: open.length,
      entered: here.filter((stay) => stay.from >= from && stay.from < to).length,
      left: gone.length,
    });
    expect(oldestTs === null ? null : Date.parse(oldestTs)).toBe(
      open.length === 0 ? null : Math.min(...open.map((stay) => stay.from)),
    );
    expect(ages.reduce((sum, { count }) => sum + count, 0)).toBe(now);
    expect([medianSeconds, p90Seconds]).toEqual(
      seconds.length === 0 ? [null, null] : [percentile(seconds, 0.5), percentile(seconds, 0.9)],
    );
  }
  answer.buckets.forEach(({ startTs, values }, at) => {
    const [start, end] = [Date.parse(startTs), Date.parse(answer.buckets[at + 1]?.startTs ?? answer.to)];
    const isIn = (time: number | undefined) => time !== undefined && time >= start && time < end;
    for (const { value } of answer.values) {
      const found = values.find((one) => one.value === value) ?? { value, entered: 0, left: 0, inside: 0 };
      const here = stays.filter((stay) => stay.value === value);
      expect({ startTs, ...found }).toEqual({
        startTs,
        value,
        entered: here.filter((stay) => isIn(stay.from)).length,
        left: here.filter((stay) => isIn(stay.to)).length,
        inside: inside(stays, value, end),
      });
    }
  });
}

const visibleTo = async (who: Who): Promise<ReadonlySet<string>> => {
  const filters = JSON.stringify({ subProjectId_id: fixture.subProjectId });
  const { processes } = await fixture.useCases.getProcess(fixture.caller(who), {
    page: '1',
    perPageCount: '1000',
    filters,
  });
  return new Set(processes.map(({ id }) => id));
};

describe('how processes flow [D134]', () => {
  test('the numbers are those of the log, in every bucket and zone, for whoever sees everything or a part', async () => {
    await walk(60);
    await sequence();
    await keep();
    for (const who of ['OWNER', 'ASSIGNEE', 'REVIEWER'] as const) {
      const visible = await visibleTo(who);
      for (const by of ['state', 'stageKey'] as const) {
        const stays = (await staysOfLog(by)).filter(({ processId }) => visible.has(processId));
        expectSame(await measure(who, { by }), stays);
        // The clock is put forward in the night of the 29th.
        expectSame(await measure(who, { by, bucket: 'hour', timeZone: 'Europe/Berlin' }), stays);
        expectSame(await measure(who, { by, bucket: 'week', timeZone: 'America/St_Johns' }), stays);
      }
    }
    const answer = await measure('OWNER');
    expect(answer).toMatchObject({ from: new Date(START).toISOString(), to: END, behind: 0, sinceTs: null });
    expect(answer.values.map(({ value }) => value)).toEqual(['INIT', 'IN_REVIEW', 'APPROVED', 'REJECTED']);
    expect(answer.buckets).toHaveLength(4);
    const berlin = await measure('OWNER', { timeZone: 'Europe/Berlin' });
    expect(berlin.buckets.map(({ startTs }) => startTs)).toEqual([
      '2026-03-26T23:00:00.000Z',
      '2026-03-27T23:00:00.000Z',
      '2026-03-28T23:00:00.000Z',
      '2026-03-29T22:00:00.000Z',
      '2026-03-30T22:00:00.000Z',
    ]);
  });

  test('filters choose the processes; the list that the same filters give is as long as the number', async () => {
    const answer = await measure('OWNER', {}, { 'fields.assignee': fixture.userId('ASSIGNEE') });
    const visible = await visibleTo('ASSIGNEE');
    const stays = (await staysOfLog('state')).filter(({ processId }) => visible.has(processId));
    expectSame(answer, stays);
  });

  test('every number opens the list that it counts, longest first, for whoever sees everything or a part', async () => {
    const list = (who: Who, more: object) =>
      useCases.getProcessStays(fixture.caller(who), {
        filters: JSON.stringify({ subProjectId_id: fixture.subProjectId }),
        ...{ value: '', perPageCount: '1000' },
        ...more,
      });
    for (const who of ['OWNER', 'ASSIGNEE', 'REVIEWER'] as const) {
      const visible = await visibleTo(who);
      for (const by of ['state', 'stageKey'] as const) {
        const stays = (await staysOfLog(by)).filter(({ processId }) => visible.has(processId));
        const { from, to, values } = await measure(who, { by });
        const isIn = (time: number | undefined) =>
          time !== undefined && time >= Date.parse(from) && time < Date.parse(to);
        for (const { value, now, entered, left, ages } of values) {
          const numbers = [
            ...ages.map(({ fromDays }) => ({
              of: 'now',
              fromDays: String(fromDays),
              count: ages.reduce((sum, age) => sum + (age.fromDays >= fromDays ? age.count : 0), 0),
            })),
            { of: 'now', fromDays: '', count: now },
            { of: 'entered', fromDays: '', count: entered },
            { of: 'left', fromDays: '', count: left },
          ];
          for (const { of, fromDays, count } of numbers) {
            const answer = await list(who, { by, value, of, fromDays, from, to });
            expect([value, of, fromDays, answer.meta.totalCount]).toEqual([value, of, fromDays, String(count)]);
            const matching = stays.filter(
              (stay) =>
                stay.value === value &&
                (of === 'entered' ? isIn(stay.from) : of === 'left' ? isIn(stay.to) : stay.to === undefined) &&
                stay.from <= Date.now() - Number(fromDays) * 24 * HOUR_MS,
            );
            const shown = answer.stays.map(({ processId, enteredTs }) => `${processId} ${Date.parse(enteredTs)}`);
            expect(shown.toSorted()).toEqual(matching.map((stay) => `${stay.processId} ${stay.from}`).sort());
            const lengths = answer.stays.map(
              ({ enteredTs, leftTs }) => Date.parse(leftTs ?? '2999-01-01T00:00:00Z') - Date.parse(enteredTs),
            );
            if (of !== 'entered') expect(lengths).toEqual(lengths.toSorted((a, b) => b - a));
          }
        }
      }
    }
    const page = await list('OWNER', { value: 'INIT', page: '2', perPageCount: '1' });
    expect(page.stays).toHaveLength(1);
    await expect(list('GUEST', { value: 'INIT' })).rejects.toMatchObject({ id: 1205 });
    await expect(list('STRANGER', { value: 'INIT' })).rejects.toMatchObject({ id: 1204 });
    await expect(list('OWNER', { value: 'INIT', from: END, to: END })).rejects.toMatchObject({ id: 1200 });
  });

  test('what the log tells of real changes counts, at once by its events and never twice', async () => {
    const before = await measure('OWNER');
    const id = await fixture.create();
    await fixture.useCases.updateProcessField(fixture.caller('OWNER'), {
      subProjectId: fixture.subProjectId,
      processId: id,
      updates: { state: 'IN_REVIEW', notes: 'Soon.' },
    });
    await sequence();
    expect((await measure('OWNER')).behind).toBe(2);
    await Promise.all([keep(), keep(), keep()]);
    const after = await measure('OWNER');
    const now = ({ values }: Statistics, name: string) => values.find(({ value }) => value === name)?.now ?? 0;
    expect(after.behind).toBe(0);
    expect(now(after, 'IN_REVIEW')).toBe(now(before, 'IN_REVIEW') + 1);
    expect(now(after, 'INIT')).toBe(now(before, 'INIT'));
    const rows = await fixture.db`select value, left_ts = 'infinity' as open from process_stays
      where process_id = ${id} and dimension = 'state' order by position`;
    expect(rows).toEqual([
      { value: 'INIT', open: false },
      { value: 'IN_REVIEW', open: true },
    ]);
  });

  test('a deleted process counts nowhere, also when its events are counted after it went', async () => {
    const before = await measure('OWNER');
    const id = await fixture.create();
    await sequence();
    await keep();
    const late = await fixture.create();
    await sequence();
    for (const processId of [id, late]) {
      await transaction(fixture.db, (tx) => eraseStaysOf(tx, fixture.subProjectId, processId));
      await fixture.owner`delete from processes where id = ${processId}`;
    }
    await keep();
    expect((await measure('OWNER')).values).toEqual(before.values);
  });

  test('where the log has lost events, it says since when it knows', async () => {
    const other = await createProcessFixture();
    try {
      const sequencer = createSequencer({ db: other.db, channel: 'x', retentionDays: 30, log: quietLog });
      await other.create();
      const second = await other.create();
      await sequencer.keep();
      await other.owner`update event_positions set first_position = 2`;
      await other.owner`delete from event_log where position = 1`;
      await createStays({ db: other.db, log: quietLog }).keep();
      const { sinceTs, values } = await statisticsUseCases({
        db: other.db,
        subProjects: other.deps.subProjects,
      }).getProcessStatistics(other.caller('OWNER'), {
        filters: JSON.stringify({ subProjectId_id: other.subProjectId }),
      });
      const [event] = await other.db<{ at: Date }>`select created_ts as at from event_log where process_id = ${second}`;
      expect(sinceTs).toBe(event?.at.toISOString());
      expect(values[0]).toMatchObject({ value: 'INIT', now: 1 });
    } finally {
      await other.drop();
    }
  });

  test('a sub-project whose events cannot be kept does not hold back the others, and the log names it', async () => {
    const broken = newId();
    const warnings: unknown[] = [];
    const log = { ...quietLog, warn: (context: unknown) => void warnings.push(context) };
    await fixture.owner`insert into event_positions (sub_project_id, last_position) values (${broken}, 1)`;
    await fixture.owner.script(
      `alter table statistics_positions add constraint broken check (sub_project_id <> '${broken}')`,
    );
    try {
      const before = await measure('OWNER');
      // The order in which sub-projects come is that of the rows: its own is written after the broken one.
      await fixture.create();
      await sequence();
      expect((await measure('OWNER')).behind).toBe(1);
      await createStays({ db: fixture.db, log }).keep();
      const after = await measure('OWNER');
      expect(after.behind).toBe(0);
      expect(after.values[0]?.now).toBe((before.values[0]?.now ?? 0) + 1);
      expect(warnings).toEqual([expect.objectContaining({ subProjectId: broken })]);
    } finally {
      await fixture.owner.script('alter table statistics_positions drop constraint broken');
      await fixture.owner`delete from event_positions where sub_project_id = ${broken}`;
    }
  });

  test('what cannot be measured is told', async () => {
    await expect(measure('OWNER', { from: END })).rejects.toMatchObject({
      id: 1200,
      detail: 'from must be before to.',
    });
    await expect(measure('OWNER', { timeZone: 'Mars/Base' })).rejects.toMatchObject({
      detail: 'There is no time zone "Mars/Base".',
    });
    await expect(measure('OWNER', { bucket: 'hour', from: '2025-01-01' })).rejects.toMatchObject({
      detail: 'The time has more than 400 parts. Take longer parts or less time.',
    });
    await expect(measure('GUEST')).rejects.toMatchObject({ id: 1205 });
    await expect(measure('STRANGER')).rejects.toMatchObject({ id: 1204 });
    await expect(measure('CLERK', {}, { 'fields.amount': 3 })).rejects.toMatchObject({ id: 1231 });
  });
});
