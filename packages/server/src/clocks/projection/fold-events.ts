import type { LoggedEvent } from '../../events/records/event-log.js';
import { isUuid } from '../../kernel/identifiers.js';
import { NO_TASK } from '../../processes/records/clocks/clock-columns.js';
import type { ClockRow } from '../../processes/records/clocks/clocks.js';
import type { SlaRule } from '../../sub-projects/configuration/sla-rule.js';
import type { Clock } from '../clock/clock.js';
import { type Facts, judge, pass } from '../clock/judge.js';
import { type DueRung, reach } from '../clock/rungs.js';
import { withinCalendar } from '../clock/within-calendar.js';

/** The types of events that change clocks. */
export const clockEvents = [
  'process.created',
  'process.updated',
  'task.opened',
  'task.completed',
  'task.cancelled',
] as const;

/** A rung that a clock has reached. */
export interface Reached extends Omit<ClockRow, 'clock'>, DueRung {
  readonly rule: SlaRule;
  readonly clock: Clock;
}

type Data = Readonly<Record<string, unknown>>;
const dataOf = (value: unknown): Data => (typeof value === 'object' && value !== null ? (value as Data) : {});

/** Clocks and what they know of their processes, while events are applied to them in the order of the log. Reads and writes nothing. */
export class ClockFold {
  readonly #rules: readonly SlaRule[];
  readonly #members: ReadonlySet<string>;
  readonly #facts: Map<string, Facts>;
  readonly #clocks: Map<string, ClockRow<Clock>>;
  readonly changedFacts = new Map<string, Facts>();
  readonly changed = new Map<string, ClockRow<Clock>>();
  readonly reached: Reached[] = [];

  /** @param members the keys of filters whose values are kept */
  constructor(
    rules: readonly SlaRule[],
    members: ReadonlySet<string>,
    facts: ReadonlyMap<string, Facts>,
    clocks: readonly ClockRow<Clock>[],
  ) {
    this.#rules = rules;
    this.#members = members;
    this.#facts = new Map(facts);
    this.#clocks = new Map(clocks.map((row) => [keyOf(row), row]));
  }

  factsOf(processId: string): Facts {
    return this.#facts.get(processId) ?? {};
  }

  apply({ type, processId, data, createdTs }: LoggedEvent): void {
    if (processId === null) return;
    const at = createdTs.getTime();
    const taskId = String(data.taskId ?? '');
    switch (type as (typeof clockEvents)[number]) {
      case 'process.created':
      case 'process.updated':
        this.#learn(processId, dataOf(data.after));
        this.#judgeProcess(processId, at);
        return;
      case 'task.opened':
        if (!isUuid(taskId)) return;
        for (const rule of this.#rules) {
          const counts = rule.elements === null || rule.elements.includes(String(data.elementId));
          if (rule.on === 'task' && counts) this.#judge(rule, processId, taskId, at, null);
        }
        return;
      case 'task.completed':
      case 'task.cancelled':
        for (const rule of this.#rules) {
          const isKnown = this.#clocks.has(keyOf({ processId, key: rule.key, taskId }));
          if (rule.on === 'task' && isKnown)
            this.#judge(rule, processId, taskId, at, type === 'task.completed' ? 'completed' : 'cancelled');
        }
    }
  }

  /** A clock at a later instant, without any change of its process. */
  tick(row: ClockRow<Clock>, now: number): void {
    const rule = this.#rules.find(({ key }) => key === row.key);
    if (rule !== undefined) withinCalendar(() => this.#store(rule, row, pass(row.clock, now), now), undefined);
  }

  #learn(processId: string, after: Data): void {
    const { fields, ...head } = after;
    const values = {
      ...head,
      ...Object.fromEntries(Object.entries(dataOf(fields)).map(([name, value]) => [`fields.${name}`, value])),
    };
    const known = Object.entries(values).filter(([name]) => this.#members.has(name));
    const facts = { ...this.factsOf(processId), ...Object.fromEntries(known) };
    this.#facts.set(processId, facts);
    this.changedFacts.set(processId, facts);
  }

  #judgeProcess(processId: string, at: number): void {
    for (const rule of this.#rules) {
      if (rule.on === 'process') this.#judge(rule, processId, NO_TASK, at, null);
      else {
        const own = [...this.#clocks.values()].filter((row) => row.processId === processId && row.key === rule.key);
        for (const { taskId } of own) this.#judge(rule, processId, taskId, at, null);
      }
    }
  }

  /** A clock whose calendar does not reach so far stays as it is; the others go on. */
  #judge(rule: SlaRule, processId: string, taskId: string, at: number, ended: 'completed' | 'cancelled' | null): void {
    withinCalendar(() => this.#judgeWithin(rule, processId, taskId, at, ended), undefined);
  }

  #judgeWithin(
    rule: SlaRule,
    processId: string,
    taskId: string,
    at: number,
    ended: 'completed' | 'cancelled' | null,
  ): void {
    const key = { processId, key: rule.key, taskId };
    const before = this.#clocks.get(keyOf(key))?.clock ?? null;
    if (before !== null && before.endedTs === null) {
      const now = Math.max(at, before.lastTs);
      this.#store(rule, key, pass(before, now), now);
    }
    const known = this.#clocks.get(keyOf(key))?.clock ?? null;
    const clock = judge(rule, known, this.factsOf(processId), at, ended);
    if (clock !== null && clock !== known) this.#keep({ ...key, clock });
  }

  /** Keeps a clock with the rungs that it has reached. */
  #store(rule: SlaRule, { processId, taskId }: Omit<ClockRow, 'clock'>, passed: Clock, now: number): void {
    const { clock, reached } = reach(rule, passed, now);
    this.#keep({ processId, key: rule.key, taskId, clock });
    this.reached.push(...reached.map((rung) => ({ processId, key: rule.key, taskId, rule, clock, ...rung })));
  }

  #keep(row: ClockRow<Clock>): void {
    this.#clocks.set(keyOf(row), row);
    this.changed.set(keyOf(row), row);
  }
}

const keyOf = ({ processId, key, taskId }: Omit<ClockRow, 'clock'>): string => `${processId} ${taskId} ${key}`;
