import type { SlaRule } from '../../sub-projects/configuration/sla-rule.js';
import type { Clock, LedgerEntry } from './clock.js';
import { spanOf } from './span.js';

const MINUTE_MS = 60_000;

const verbs: Readonly<Record<LedgerEntry['what'], string>> = {
  started: 'started',
  paused: 'paused',
  resumed: 'went on',
  budget: 'got another budget',
  breached: 'used up its budget',
  stopped: 'stopped',
  cancelled: 'was cancelled with its task',
};

/** What has counted on a clock, in milliseconds. */
export interface Counted {
  /** By each entry of its ledger. */
  readonly at: readonly number[];
  /** Until now, or its end. */
  readonly total: number;
}

/** What had counted by each entry of the ledger of a clock, and until now. */
export function countedOn(rule: SlaRule, clock: Clock, now: number): Counted {
  const span = spanOf(rule);
  const isRunningAfter = (what: LedgerEntry['what'], before: boolean) =>
    what === 'started' || what === 'resumed' || (before && (what === 'budget' || what === 'breached'));
  const counted: number[] = [];
  let running = false;
  let since = clock.startedTs;
  let total = 0;
  for (const { at, what } of clock.ledger) {
    if (running) total += span.between(since, at);
    counted.push(total);
    running = isRunningAfter(what, running);
    since = at;
  }
  if (running) total += span.between(since, Math.max(now, since));
  return { at: counted, total };
}

/** What happened to a clock, a line for each entry of its ledger, with the time that counted before. */
export function wordsOf(rule: SlaRule, clock: Clock, { at: counted, total }: Counted): string[] {
  const lines = clock.ledger.map(({ at, what, budget }, place) => {
    const given = budget === undefined ? '' : ` (${budget})`;
    return `${timeOf(rule, at)}: ${verbs[what]}${given}, ${lengthOf(counted[place] ?? total)} counted`;
  });
  if (clock.endedTs !== null) return lines;
  const left = clock.budgetMs - total;
  const used = `${lengthOf(total)} of ${lengthOf(clock.budgetMs)} counted`;
  const due = clock.dueTs === null ? 'paused' : `due ${timeOf(rule, clock.dueTs)}`;
  return [...lines, `now: ${used}, ${left >= 0 ? `${lengthOf(left)} left` : `${lengthOf(-left)} too much`}, ${due}`];
}

function timeOf({ calendar }: SlaRule, at: number): string {
  const offset = calendar?.offsetAt(at) ?? 0;
  const text = new Date(at + offset * 1000).toISOString().slice(0, 16).replace('T', ' ');
  return calendar === null ? `${text} UTC` : text;
}

function lengthOf(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / MINUTE_MS);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
