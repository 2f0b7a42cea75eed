import { evaluateFilter } from '../../filters/evaluate-filter.js';
import type { Filter } from '../../filters/filter.js';
import type { SlaRule } from '../../sub-projects/configuration/sla-rule.js';
import type { Clock, LedgerEntry } from './clock.js';
import { spanOf } from './span.js';

/** Members of a process, by the keys of filters. */
export type Facts = Readonly<Record<string, unknown>>;

/** Entries of one ledger. Later pauses of a clock that has so many still count; they are not listed. */
const MOST_ENTRIES = 500;

const holds = (filter: Filter | null, facts: Facts): boolean =>
  filter !== null && evaluateFilter(filter, (key) => facts[key]);

/**
 * The clock of a rule after a change of its process at `at`: pure, and the only place that decides. A clock that has ended stays as it
 * is. Instants are epoch milliseconds.
 *
 * @param clock null: there is none yet
 * @param ended what a task clock is about has ended
 * @throws ExpressionError when its calendar does not reach so far
 */
export function judge(
  rule: SlaRule,
  clock: Clock | null,
  facts: Facts,
  at: number,
  ended: 'completed' | 'cancelled' | null = null,
): Clock | null {
  const stops = ended === 'completed' || holds(rule.stop, facts);
  if (clock === null) return stops || ended !== null || !holds(rule.start, facts) ? null : start(rule, facts, at);
  if (clock.endedTs !== null) return clock;
  const now = Math.max(at, clock.lastTs);
  const passed = pass(clock, now);
  if (ended === 'cancelled' || stops) return end(rule, passed, now, ended === 'cancelled' ? 'CANCELLED' : 'MET');
  return pauseOrResume(rule, withBudget(rule, passed, facts, now), facts, now);
}

/** The clock at a later instant: whether it has been breached meanwhile. Undoes nothing. */
export function pass(clock: Clock, now: number): Clock {
  const { dueTs } = clock;
  if (clock.endedTs !== null) return clock;
  if (dueTs === null || clock.breachedTs !== null || dueTs > now)
    return { ...clock, lastTs: Math.max(clock.lastTs, now) };
  return noted({ ...clock, state: 'BREACHED', breachedTs: dueTs, lastTs: now }, { at: dueTs, what: 'breached' });
}

function start(rule: SlaRule, facts: Facts, at: number): Clock | null {
  const budget = budgetOf(rule, facts);
  if (budget === null) return null;
  const clock: Clock = {
    state: 'RUNNING',
    startedTs: at,
    budget,
    budgetMs: spanOf(rule).budget(at, budget),
    consumedMs: 0,
    since: at,
    dueTs: null,
    breachedTs: null,
    endedTs: null,
    lastTs: at,
    fired: [],
    ledger: [{ at, what: 'started', budget }],
  };
  return pauseOrResume(rule, withDue(rule, clock), facts, at);
}

function withBudget(rule: SlaRule, clock: Clock, facts: Facts, now: number): Clock {
  const budget = budgetOf(rule, facts);
  if (budget === null || budget === clock.budget || clock.breachedTs !== null) return clock;
  const changed = { ...clock, budget, budgetMs: spanOf(rule).budget(clock.startedTs, budget) };
  const listed = noted(changed, { at: now, what: 'budget', budget });
  const used = clock.consumedMs + (clock.since === null ? 0 : spanOf(rule).between(clock.since, now));
  // What was in time until now is breached by the change, not before it.
  if (used >= changed.budgetMs) {
    return noted({ ...listed, state: 'BREACHED', breachedTs: now, dueTs: now }, { at: now, what: 'breached' });
  }
  return withDue(rule, listed);
}

function pauseOrResume(rule: SlaRule, clock: Clock, facts: Facts, now: number): Clock {
  const pauses = holds(rule.pause, facts);
  if (clock.since !== null) return pauses ? pause(rule, clock, now) : clock;
  if (pauses || (rule.resume !== null && !holds(rule.resume, facts))) return clock;
  const resumed = { ...clock, state: clock.breachedTs === null ? 'RUNNING' : 'BREACHED', since: now } as const;
  return noted(withDue(rule, resumed), { at: now, what: 'resumed' });
}

function pause(rule: SlaRule, clock: Clock, now: number): Clock {
  const paused: Clock = {
    ...consume(rule, clock, now),
    state: clock.breachedTs === null ? 'PAUSED' : 'BREACHED',
    dueTs: clock.breachedTs === null ? null : clock.dueTs,
  };
  return noted(paused, { at: now, what: 'paused' });
}

function end(rule: SlaRule, clock: Clock, now: number, outcome: 'MET' | 'CANCELLED'): Clock {
  const state = outcome === 'CANCELLED' ? 'CANCELLED' : clock.breachedTs === null ? 'MET' : 'BREACHED';
  const stopped = { ...consume(rule, clock, now), state, endedTs: now } as const;
  return noted(stopped, { at: now, what: outcome === 'CANCELLED' ? 'cancelled' : 'stopped' });
}

const consume = (rule: SlaRule, clock: Clock, now: number): Clock => ({
  ...clock,
  since: null,
  consumedMs: clock.consumedMs + (clock.since === null ? 0 : spanOf(rule).between(clock.since, now)),
});

/** When a running clock will have used up its budget; a breached one keeps when it was. */
const withDue = (rule: SlaRule, clock: Clock): Clock =>
  clock.since === null || clock.breachedTs !== null
    ? clock
    : { ...clock, dueTs: spanOf(rule).add(clock.since, clock.budgetMs - clock.consumedMs) };

/** The first budget whose condition holds. */
const budgetOf = ({ budgets }: SlaRule, facts: Facts): string | null =>
  budgets.find(({ when }) => when === null || holds(when, facts))?.time ?? null;

const noted = (clock: Clock, entry: LedgerEntry): Clock =>
  clock.ledger.length >= MOST_ENTRIES && entry.what !== 'breached' && entry.what !== 'stopped'
    ? clock
    : { ...clock, ledger: [...clock.ledger, entry] };
