import { addDuration, parseDuration, parseWorkingDuration } from '@millrace/engine';
import type { SlaRule } from '../../sub-projects/configuration/sla-rule.js';

/** The time that counts for a rule: that of its calendar, else all. Instants and results are milliseconds. */
export interface Span {
  /** @throws ExpressionError outside of the years of the calendar */
  add(from: number, milliseconds: number): number;
  between(from: number, to: number): number;
  /** What an ISO 8601 duration from an instant amounts to. */
  budget(from: number, duration: string): number;
  /** The instant a duration after another one. */
  after(from: number, duration: string): number;
}

const allTime: Span = {
  add: (from, milliseconds) => from + milliseconds,
  between: (from, to) => to - from,
  budget: (from, duration) => addDuration(from, parseDuration(duration)) - from,
  after: (from, duration) => addDuration(from, parseDuration(duration)),
};

export function spanOf({ calendar }: Pick<SlaRule, 'calendar'>): Span {
  if (calendar === null) return allTime;
  const after = (from: number, duration: string) => calendar.add(from, parseWorkingDuration(duration));
  return {
    add: (from, milliseconds) => calendar.add(from, { months: 0, weeks: 0, days: 0, milliseconds }),
    between: (from, to) => calendar.between(from, to),
    budget: (from, duration) => calendar.between(from, after(from, duration)),
    after,
  };
}
