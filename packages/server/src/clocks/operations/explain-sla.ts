import { operations } from '@millrace/contract';
import { errorIds } from '../../kernel/errors/error-ids.js';
import type { Queryable } from '../../postgres/database.js';
import { NO_TASK, visibleClocks } from '../../processes/records/clocks/clock-columns.js';
import { type ClockRow, clocksOf } from '../../processes/records/clocks/clocks.js';
import { enterProcess } from '../../processes/records/visibility/enter-process.js';
import { processVisibility } from '../../processes/records/visibility/process-visibility.js';
import { enter } from '../../sub-projects/configuration/enter.js';
import type { SlaRule } from '../../sub-projects/configuration/sla-rule.js';
import type { SubProjects } from '../../sub-projects/configuration/sub-projects.js';
import type { UseCase } from '../../use-case/caller.js';
import type { Clock } from '../clock/clock.js';
import { withinCalendar } from '../clock/within-calendar.js';
import { countedOn, wordsOf } from '../clock/words.js';

export interface ClockReadDeps {
  readonly db: Queryable;
  readonly subProjects: Pick<SubProjects, 'load'>;
}

/** explainSla: the clocks of a process that the caller may know of, with their ledgers. */
export const explainSla =
  ({ db, subProjects }: ClockReadDeps): UseCase<'explainSla'> =>
  async (caller, request) => {
    const { subProject, access } = await enter(subProjects, caller, request.subProjectId, operations.explainSla);
    const { process } = await enterProcess(db, subProject, access, request.processId, {
      unknown: { id: errorIds.processNotFound },
      outside: errorIds.outsideRowFilter,
    });
    const known = visibleClocks(subProject, processVisibility(subProject, access));
    const rules = new Map(known.map((rule) => [rule.key, rule]));
    const rows = await clocksOf<Clock>(db, subProject.id, [process.id]);
    return {
      clocks: rows.flatMap((row) => {
        const rule = rules.get(row.key);
        return rule === undefined ? [] : [presentClock(rule, row, Date.now())];
      }),
    };
  };

function presentClock(rule: SlaRule, { taskId, clock }: ClockRow<Clock>, now: number) {
  const said = withinCalendar(() => {
    const counted = countedOn(rule, clock, now);
    return { counted, text: wordsOf(rule, clock, counted) };
  }, null);
  return {
    key: rule.key,
    name: rule.name,
    taskId: taskId === NO_TASK ? null : taskId,
    state: clock.state,
    calendar: rule.calendar?.resolved.key ?? null,
    budget: clock.budget,
    budgetMinutes: said === null ? null : minutesOf(clock.budgetMs),
    countedMinutes: said === null ? null : minutesOf(said.counted.total),
    startedTs: textOf(clock.startedTs),
    dueTs: orNull(clock.dueTs),
    breachedTs: orNull(clock.breachedTs),
    endedTs: orNull(clock.endedTs),
    ledger: clock.ledger.map(({ at, what, budget }, place) => ({
      at: textOf(at),
      what,
      budget: budget ?? null,
      countedMinutes: said === null ? null : minutesOf(said.counted.at[place] ?? 0),
    })),
    text: said === null ? ['The calendar does not cover all of this time.'] : said.text,
  };
}

const minutesOf = (milliseconds: number): number => Math.floor(milliseconds / 60_000);
const textOf = (instant: number): string => new Date(instant).toISOString();
const orNull = (instant: number | null): string | null => (instant === null ? null : textOf(instant));
