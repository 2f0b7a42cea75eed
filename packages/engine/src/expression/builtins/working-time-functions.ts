import { parseWorkingDuration } from '../../time/iso-8601.js';
import type { Evaluation } from '../evaluation/evaluation.js';
import {
  DaysDuration,
  FeelDate,
  FeelDateTime,
  type FeelDuration,
  MonthsDuration,
} from '../temporal/temporal-values.js';
import { offsetZone, UTC } from '../temporal/zone.js';
import { ExpressionError } from '../values/errors.js';
import type { WorkingDuration, WorkingTime } from '../values/working-time.js';
import { Builtin, form } from './builtin.js';
import { day, duration, text } from './parameter.js';

/** Steps of the budget for a question to a calendar: some binary searches. */
const CALENDAR_STEPS = 100;
const NANOS_PER_MS = 1_000_000n;
const DAY_MS = 86_400_000;

/** The working time of the sub-project's calendars. Calendars are data of a run: elsewhere there are none, and the result is null. */
export const workingTimeFunctions: readonly Builtin[] = [
  new Builtin('working time', [
    form([day('from'), text('duration'), text('calendar')], (e, from, written, key) =>
      asked(e, key, (calendar) => after(calendar, from, parseWorkingDuration(written))),
    ),
    form([day('from'), duration('duration'), text('calendar')], (e, from, value, key) =>
      asked(e, key, (calendar) => after(calendar, from, partsOf(value))),
    ),
  ]),
  new Builtin('working duration', [
    form([day('from'), day('to'), text('calendar')], (e, from, to, key) =>
      asked(e, key, (calendar) =>
        DaysDuration.of(BigInt(calendar.between(instantOf(calendar, from), instantOf(calendar, to))) * NANOS_PER_MS),
      ),
    ),
  ]),
];

function asked(e: Evaluation, key: string, ask: (calendar: WorkingTime) => unknown): unknown {
  e.budget.spend(CALENDAR_STEPS);
  const calendar = e.scope.calendars?.get(key);
  if (calendar === undefined) return e.warn(() => `there is no calendar "${key.slice(0, 60)}" here`);
  try {
    return ask(calendar);
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    return e.warn(() => error.message);
  }
}

/** On the clock of the calendar, with its offset. */
function after(calendar: WorkingTime, from: FeelDate | FeelDateTime, duration: WorkingDuration): FeelDateTime | null {
  const at = calendar.add(instantOf(calendar, from), duration);
  const zone = offsetZone(calendar.offsetAt(at)) ?? UTC;
  return FeelDateTime.ofEpoch(BigInt(at) * NANOS_PER_MS, zone);
}

/** A date is its midnight; what has no zone is on the clock of the calendar. */
function instantOf(calendar: WorkingTime, value: FeelDate | FeelDateTime): number {
  if (value instanceof FeelDate) return calendar.instantOfLocal(value.epochDay * DAY_MS);
  if (value.zone === null) return calendar.instantOfLocal(Number(value.localNanos / NANOS_PER_MS));
  return Number(value.epochNanos / NANOS_PER_MS);
}

/** `duration("PT48H")` is `duration("P2D")`, so its whole days are working days. A text keeps them apart. */
function partsOf(value: FeelDuration): WorkingDuration {
  if (value instanceof MonthsDuration) return { months: value.months, weeks: 0, days: 0, milliseconds: 0 };
  const all = Number(value.nanos / NANOS_PER_MS);
  const days = Math.trunc(all / DAY_MS);
  return { months: 0, weeks: 0, days, milliseconds: all - days * DAY_MS };
}
