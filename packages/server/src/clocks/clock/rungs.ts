import type { Rung, SlaRule } from '../../sub-projects/configuration/sla-rule.js';
import type { Clock } from './clock.js';
import { spanOf } from './span.js';

/** A rung with the instant at which it is reached, in epoch milliseconds. */
export interface DueRung {
  readonly rung: Rung;
  readonly at: number;
}

/** The rungs of a clock that were not reached yet and whose instant is known, in order of their instants. */
export function openRungs(rule: SlaRule, clock: Clock): readonly DueRung[] {
  if (clock.endedTs !== null) return [];
  return rule.rungs
    .filter(({ name }) => !clock.fired.includes(name))
    .flatMap((rung) => {
      const at = instantOf(rule, clock, rung);
      return at === null ? [] : [{ rung, at }];
    })
    .sort((a, b) => a.at - b.at);
}

function instantOf(rule: SlaRule, clock: Clock, rung: Rung): number | null {
  const { since, consumedMs, budgetMs, breachedTs } = clock;
  if (rung.after !== null) return breachedTs === null ? null : spanOf(rule).after(breachedTs, rung.after);
  if (rung.percent === 100) return breachedTs ?? clock.dueTs;
  const left = (budgetMs * rung.percent) / 100 - consumedMs;
  if (left <= 0) return clock.lastTs;
  return since === null ? null : spanOf(rule).add(since, Math.ceil(left));
}

/** Marks the rungs that are reached until `until`. */
export function reach(
  rule: SlaRule,
  clock: Clock,
  until: number,
): { readonly clock: Clock; readonly reached: readonly DueRung[] } {
  const reached = openRungs(rule, clock).filter(({ at }) => at <= until);
  if (reached.length === 0) return { clock, reached };
  return { clock: { ...clock, fired: [...clock.fired, ...reached.map(({ rung }) => rung.name)] }, reached };
}

/** When something happens to the clock without a change of its process; null: nothing will. */
export function nextInstant(rule: SlaRule, clock: Clock): number | null {
  if (clock.endedTs !== null) return null;
  const instants = openRungs(rule, clock).map(({ at }) => at);
  if (clock.dueTs !== null && clock.breachedTs === null) instants.push(clock.dueTs);
  return instants.length === 0 ? null : Math.min(...instants);
}
