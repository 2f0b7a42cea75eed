import { WorkingCalendar } from '@millrace/engine';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compileSlas } from '../../sub-projects/configuration/compile-slas.js';
import type { SlaRule } from '../../sub-projects/configuration/sla-rule.js';
import type { SlaDocument } from '../../sub-projects/document/model/document.js';
import { ClockFold } from '../projection/fold-events.js';
import type { Clock } from './clock.js';
import { type Facts, judge, pass } from './judge.js';
import { openRungs, reach } from './rungs.js';
import { countedOn, wordsOf } from './words.js';

const MINUTE = 60_000;
const DAY = 86_400_000;
/** A Monday. */
const MONDAY = Date.parse('2026-03-02T00:00:00Z');
const hours = [[540, 720] as const, [780, 1020] as const];
const office = new WorkingCalendar({
  key: 'office',
  name: 'Office',
  zone: 'UTC',
  from: '2026-01-01',
  until: '2027-01-01',
  offsets: [[0, 0]],
  week: [hours, hours, hours, hours, hours, [], []],
  exceptions: [],
});

const answer: SlaDocument = {
  key: 'answer',
  start: { state: 'INIT' },
  pause: { state: 'WAITING' },
  stop: { state: 'DONE' },
  budget: [{ when: { priority: 'HIGH' }, time: 'PT4H' }, { time: 'P2D' }],
  calendar: 'office',
  at: [{ reached: '50%' }, { reached: '+PT2H' }],
};

function ruleOf(sla: SlaDocument): SlaRule {
  const [rule] = compileSlas([sla], [], new Map([['office', office]])).slas;
  if (rule === undefined) throw new Error('no rule');
  return rule;
}

const at = (text: string): number => Date.parse(`2026-03-${text}Z`);
const shown = (instant: number | null | undefined) =>
  instant == null ? null : new Date(instant).toISOString().slice(8, 16);

/** The clock after changes of the process at these times. */
function after(rule: SlaRule, changes: readonly (readonly [at: string, facts: Facts])[]): Clock | null {
  let facts: Facts = {};
  return changes.reduce<Clock | null>((clock, [time, changed]) => {
    facts = { ...facts, ...changed };
    return judge(rule, clock, facts, at(time));
  }, null);
}

describe('[D170] clocks', () => {
  test('run in working time, pause, go on and end', () => {
    const rule = ruleOf(answer);
    const changes = [
      ['02T16:00', { state: 'INIT', priority: 'LOW' }],
      ['03T10:00', { state: 'WAITING' }],
      ['05T10:00', { state: 'INIT' }],
    ] as const;
    const paused = after(rule, changes.slice(0, 2));
    expect(paused).toMatchObject({ state: 'PAUSED', dueTs: null, consumedMs: 2 * 60 * MINUTE });
    const running = after(rule, changes);
    // P2D from 16:00 is 14 hours: 2 of them before the pause, then 6 on Thursday and 6 on Friday.
    expect(running).toMatchObject({ state: 'RUNNING', budgetMs: 14 * 60 * MINUTE });
    expect(shown(running?.dueTs)).toBe('06T16:00');
    const done = after(rule, [...changes, ['06T14:00', { state: 'DONE' }]]);
    expect(done).toMatchObject({ state: 'MET', breachedTs: null, dueTs: running?.dueTs });
    expect(wordsOf(rule, done as Clock, countedOn(rule, done as Clock, at('20T00:00')))).toEqual([
      '2026-03-02 16:00: started (P2D), 0 min counted',
      '2026-03-03 10:00: paused, 2 h 0 min counted',
      '2026-03-05 10:00: went on, 2 h 0 min counted',
      '2026-03-06 14:00: stopped, 12 h 0 min counted',
    ]);
  });

  test('are not breached by being picked up late: the breach is when the budget was used up', () => {
    const rule = ruleOf(answer);
    const late = after(rule, [
      ['02T09:00', { state: 'INIT', priority: 'HIGH' }],
      ['20T09:00', { state: 'DONE' }],
    ]);
    expect(late).toMatchObject({ state: 'BREACHED' });
    expect(shown(late?.breachedTs)).toBe('02T14:00');
  });

  test('another priority is another budget, and what was used stays used', () => {
    const rule = ruleOf(answer);
    const started = ['02T09:00', { state: 'INIT', priority: 'LOW' }] as const;
    const sooner = after(rule, [started, ['02T11:00', { priority: 'HIGH' }]]);
    expect(shown(sooner?.dueTs)).toBe('02T14:00');
    const breached = after(rule, [started, ['03T10:00', { priority: 'HIGH' }]]);
    expect([breached?.state, shown(breached?.breachedTs)]).toEqual(['BREACHED', '03T10:00']);
  });

  test('reach every rung once, also late, and those after the breach', () => {
    const rule = ruleOf(answer);
    const clock = after(rule, [['02T09:00', { state: 'INIT', priority: 'HIGH' }]]) as Clock;
    expect(openRungs(rule, clock).map(({ rung, at: instant }) => [rung.name, shown(instant)])).toEqual([
      ['50%', '02T11:00'],
      ['100%', '02T14:00'],
    ]);
    const first = reach(rule, pass(clock, at('02T12:00')), at('02T12:00'));
    expect(first.reached.map(({ rung }) => rung.name)).toEqual(['50%']);
    const rest = reach(rule, pass(first.clock, at('05T00:00')), at('05T00:00'));
    expect(rest.reached.map(({ rung, at: instant }) => [rung.name, shown(instant)])).toEqual([
      ['100%', '02T14:00'],
      ['+PT2H', '02T16:00'],
    ]);
    expect(reach(rule, rest.clock, at('30T00:00')).reached).toEqual([]);
  });

  test('a calendar that is closed on the day of a day budget counts to the same time of the next working day', () => {
    const rule = ruleOf({ ...answer, budget: [{ time: 'P1D' }] });
    expect(shown(after(rule, [['06T16:00', { state: 'INIT' }]])?.dueTs)).toBe('09T16:00');
    const all = ruleOf({ ...answer, calendar: undefined as never, budget: [{ time: 'P1D' }] });
    expect(shown(after(all, [['06T16:00', { state: 'INIT' }]])?.dueTs)).toBe('07T16:00');
  });

  test('of a time that the calendar does not cover stop no others', () => {
    const event = (position: number, createdTs: string) => ({
      position,
      type: 'process.created',
      processId: '01980c51-0000-7000-8000-000000000001',
      sequence: position,
      subjectType: 'process',
      subjectId: '',
      data: { before: null, after: { state: 'INIT', fields: {} } },
      byId: '',
      byName: '',
      traceId: '',
      createdTs: new Date(createdTs),
      size: 0,
    });
    const rules = [ruleOf(answer), ruleOf({ ...answer, key: 'all', calendar: undefined as never })];
    const fold = new ClockFold(rules, new Set(['state']), new Map(), []);
    fold.apply(event(1, '2020-03-02T09:00:00Z'));
    expect([...fold.changed.values()].map(({ key }) => key)).toEqual(['all']);
  });

  test('equal a count of minutes for random histories', () => {
    const rule = ruleOf(answer);
    const change = fc.record({
      minute: fc.integer({ min: 0, max: 14 * 1440 - 1 }),
      facts: fc.oneof(
        fc.record({ state: fc.constantFrom('NEW', 'INIT', 'WAITING', 'DONE') }),
        fc.record({ priority: fc.constantFrom('LOW', 'HIGH') }),
      ),
    });
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 12 }), (given) => {
        const history = given.toSorted((a, b) => a.minute - b.minute);
        let facts: Facts = {};
        let clock: Clock | null = null;
        for (const { minute, facts: changed } of history) {
          facts = { ...facts, ...changed };
          clock = judge(rule, clock, facts, MONDAY + minute * MINUTE);
        }
        const end = MONDAY + 14 * DAY;
        const known = clock === null ? null : pass(clock, end);
        const counted = count(history);
        expect(known === null).toBe(counted === null);
        if (known === null || counted === null) return;
        const used = known.consumedMs + (known.since === null ? 0 : office.between(known.since, end));
        expect({ used: used / MINUTE, ended: known.endedTs !== null, breached: known.breachedTs !== null }).toEqual(
          counted,
        );
      }),
      { numRuns: 300 },
    );
  });
});

/** The same by looking at every minute of two weeks. */
function count(history: readonly { readonly minute: number; readonly facts: Facts }[]) {
  let facts: Facts = {};
  let started: number | undefined;
  let [used, ended, breached, paused] = [0, false, false, false];
  let next = 0;
  for (let minute = 0; minute < 14 * 1440; minute += 1) {
    while ((history[next]?.minute ?? Number.POSITIVE_INFINITY) === minute) {
      facts = { ...facts, ...history[next]?.facts };
      next += 1;
      if (started === undefined && facts.state === 'INIT') started = minute;
      if (started !== undefined && !ended) {
        if (used >= budgetAt(started, facts)) breached = true;
        if (facts.state === 'DONE') ended = true;
        paused = facts.state === 'WAITING';
      }
    }
    if (started === undefined || ended || paused || !office.isOpen(MONDAY + minute * MINUTE)) continue;
    used += 1;
    if (used >= budgetAt(started, facts)) breached = true;
  }
  return started === undefined ? null : { used, ended, breached };
}

const budgetAt = (started: number, { priority }: Facts): number => {
  if (priority === 'HIGH') return 240;
  const days = { months: 0, weeks: 0, days: 2, milliseconds: 0 };
  const from = MONDAY + started * MINUTE;
  return office.between(from, office.add(from, days)) / MINUTE;
};
