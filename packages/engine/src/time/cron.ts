import { ExpressionError, excerpt } from '../expression/values/errors.js';

/** A cron expression with seconds, as Camunda 8 and Spring write it. Times are in UTC. */
export interface Cron {
  readonly seconds: readonly number[];
  readonly minutes: readonly number[];
  readonly hours: readonly number[];
  readonly months: ReadonlySet<number>;
  /** Both must hold. */
  readonly dayOfMonth: DayRule;
  readonly dayOfWeek: DayRule;
}

type Day = { readonly year: number; readonly month: number; readonly day: number; readonly weekday: number };
type DayRule = (day: Day) => boolean;

const MACROS: Readonly<Record<string, string>> = {
  '@yearly': '0 0 0 1 1 *',
  '@annually': '0 0 0 1 1 *',
  '@monthly': '0 0 0 1 * *',
  '@weekly': '0 0 0 * * 0',
  '@daily': '0 0 0 * * *',
  '@midnight': '0 0 0 * * *',
  '@hourly': '0 0 * * * *',
};

const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
const WEEKDAYS = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];

const DAY_MS = 86_400_000;
/** 29 February falls on each day of the week within 40 years, also around a year such as 2100. */
const MAX_DAYS = 41 * 366;

/**
 * Reads a cron expression of six fields (second, minute, hour, day of month, month, day of week) or a macro such as `@daily`.
 * @throws ExpressionError for other text
 */
export function parseCron(text: string): Cron {
  const trimmed = text.trim();
  const fields = (MACROS[trimmed.toLowerCase()] ?? trimmed).toUpperCase().split(/\s+/);
  const [seconds = '', minutes = '', hours = '', dayOfMonth = '', month = '', dayOfWeek = ''] = fields;
  const field = new FieldReader(text);
  if (fields.length !== 6) throw field.refuse();
  return {
    seconds: field.numbers(seconds, 0, 59),
    minutes: field.numbers(minutes, 0, 59),
    hours: field.numbers(hours, 0, 23),
    months: new Set(field.numbers(month, 1, 12, MONTHS, 1)),
    dayOfMonth: field.dayOfMonth(dayOfMonth),
    dayOfWeek: field.dayOfWeek(dayOfWeek),
  };
}

/**
 * The first time after `epochMs`, both in epoch milliseconds.
 * @throws ExpressionError when there is none, as for 30 February
 */
export function nextCron(cron: Cron, epochMs: number, text: string): number {
  const from = Math.floor(epochMs / 1000) * 1000 + 1000;
  let midnight = from - mod(from, DAY_MS);
  for (let days = 0; days < MAX_DAYS; days += 1, midnight += DAY_MS) {
    const date = new Date(midnight);
    const month = date.getUTCMonth() + 1;
    if (!cron.months.has(month)) continue;
    const day = { year: date.getUTCFullYear(), month, day: date.getUTCDate(), weekday: date.getUTCDay() };
    if (!cron.dayOfMonth(day) || !cron.dayOfWeek(day)) continue;
    const time = firstTime(cron, Math.max(0, (from - midnight) / 1000));
    if (time !== null) return midnight + time * 1000;
  }
  throw new ExpressionError(`The cron expression "${excerpt(text)}" never fires; check its day and month`);
}

/** The first time of day at or after `least`, both in seconds. */
function firstTime({ hours, minutes, seconds }: Cron, least: number): number | null {
  for (const hour of hours) {
    if (hour * 3600 + 3599 < least) continue;
    for (const minute of minutes) {
      if (hour * 3600 + minute * 60 + 59 < least) continue;
      const second = seconds.find((candidate) => hour * 3600 + minute * 60 + candidate >= least);
      if (second !== undefined) return hour * 3600 + minute * 60 + second;
    }
  }
  return null;
}

const mod = (value: number, by: number): number => ((value % by) + by) % by;

const lastDay = ({ year, month }: Day): number => new Date(Date.UTC(year, month, 0)).getUTCDate();

/** The weekday (Monday to Friday) nearest to the day, in the same month. */
function nearestWeekday(day: Day, wanted: number): number {
  const target = Math.min(wanted, lastDay(day));
  const weekday = mod(day.weekday + target - day.day, 7);
  if (weekday === 6) return target === 1 ? 3 : target - 1;
  if (weekday === 0) return target === lastDay(day) ? target - 2 : target + 1;
  return target;
}

/** Reads one field after the other; every error names the whole expression. */
class FieldReader {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  refuse(): ExpressionError {
    return new ExpressionError(
      `"${excerpt(this.#text)}" is not a cycle; write R3/PT10S, R/PT1H, R5/2026-01-01T00:00:00Z/PT1H, or cron with six fields such as 0 0 9 * * MON-FRI, or @daily`,
    );
  }

  /** The numbers of a list of `*`, `5`, `1-5`, each with `/2` for a step. `names` are numbers from `first`. */
  numbers(field: string, least: number, most: number, names: readonly string[] = [], first = 0): readonly number[] {
    const found = new Set<number>();
    for (const entry of field.split(',')) {
      const [range = '', step, ...more] = entry.split('/');
      const [from = '', to, ...rest] = range.split('-');
      const every = step === undefined ? 1 : this.#number(step, 1, most);
      const any = range === '*' || range === '?';
      const begin = any ? least : this.#number(from, least, most, names, first);
      const open = any || (to === undefined && step !== undefined);
      const end = open ? most : to === undefined ? begin : this.#number(to, least, most, names, first);
      if (more.length > 0 || rest.length > 0 || end < begin) throw this.refuse();
      for (let value = begin; value <= end; value += every) found.add(value);
    }
    return [...found].sort((a, b) => a - b);
  }

  #number(text: string, least: number, most: number, names: readonly string[] = [], first = 0): number {
    const named = names.indexOf(text);
    const value = named === -1 ? Number(/^\d{1,4}$/.exec(text)?.[0] ?? Number.NaN) : named + first;
    if (Number.isNaN(value) || value < least || value > most) throw this.refuse();
    return value;
  }

  /** Days of the month; `L` is the last day, `L-2` two before it, `15W` the weekday nearest to the 15th, `LW` the last weekday. */
  dayOfMonth(field: string): DayRule {
    return this.#anyOf(field, (entry) => {
      const beforeLast = /^L(?:-(\d{1,2}))?$/.exec(entry);
      if (beforeLast !== null) {
        const before = Number(beforeLast[1] ?? 0);
        return (date) => date.day === lastDay(date) - before;
      }
      if (entry === 'LW') return (date) => date.day === nearestWeekday(date, 31);
      const nearest = /^(\d{1,2})W$/.exec(entry)?.[1];
      if (nearest !== undefined) {
        const wanted = this.#number(nearest, 1, 31);
        return (date) => date.day === nearestWeekday(date, wanted);
      }
      const days = new Set(this.numbers(entry, 1, 31));
      return ({ day }) => days.has(day);
    });
  }

  /** Days of the week, 0 and 7 are Sunday; `5L` is the last Friday of the month, `MON#2` its second Monday. */
  dayOfWeek(field: string): DayRule {
    return this.#anyOf(field, (entry) => {
      const last = /^(\w+)L$/.exec(entry)?.[1];
      if (last !== undefined) {
        const wanted = this.#weekday(last);
        return (date) => date.weekday === wanted && date.day + 7 > lastDay(date);
      }
      const nth = /^(\w+)#([1-5])$/.exec(entry);
      if (nth !== null) {
        const wanted = this.#weekday(nth[1] ?? '');
        return ({ day, weekday }) => weekday === wanted && Math.ceil(day / 7) === Number(nth[2]);
      }
      // A range may end on Sunday, which is 7 then.
      const names = entry.endsWith('-SUN') ? entry.replace('-SUN', '-7') : entry;
      const days = new Set(this.numbers(names, 0, 7, WEEKDAYS).map((value) => value % 7));
      return ({ weekday }) => days.has(weekday);
    });
  }

  #weekday(text: string): number {
    return this.#number(text, 0, 7, WEEKDAYS) % 7;
  }

  #anyOf(field: string, read: (entry: string) => DayRule): DayRule {
    const rules = field.split(',').map(read);
    return (day) => rules.some((rule) => rule(day));
  }
}
