import { overRange } from '../../expression/compiler/iterations.js';
import { admit } from '../../expression/conversion/admit.js';
import { print } from '../../expression/conversion/print.js';
import type { Evaluation as FeelEvaluation } from '../../expression/evaluation/evaluation.js';
import { parseDate, parseDateTime, parseFeelDuration, parseTime } from '../../expression/temporal/parse-temporal.js';
import { printTemporal } from '../../expression/temporal/print-temporal.js';
import { FeelDate, FeelDateTime, isDuration, isTemporal } from '../../expression/temporal/temporal-values.js';
import { UTC } from '../../expression/temporal/zone.js';
import type { Budget } from '../../expression/values/budget.js';
import type { FeelValue } from '../../expression/values/expression-types.js';
import { FeelObject, isContext, typeOf } from '../../expression/values/feel-object.js';
import { FeelRange } from '../../expression/values/feel-range.js';

/** The names of the types of dates, times and durations. */
export type TemporalName = 'date' | 'time' | 'date and time' | 'days and time duration' | 'years and months duration';

const MAX_DEPTH = 200;
const BYTES_PER_VALUE = 8;
/** What converting a list, a context or another value with members costs. */
const STEPS_PER_VALUE = 3;

/** A date as the date and time of its midnight in UTC. */
export function toDateTime(value: unknown): unknown {
  return value instanceof FeelDate ? new FeelDateTime(value, 0, UTC) : null;
}

/** An ISO 8601 text as a value of the type; null when it is not one. */
export function parseTemporal(name: TemporalName, text: string): unknown {
  const value = parse(name, text);
  return value !== null && typeOf(value) === name ? value : null;
}

function parse(name: TemporalName, text: string): unknown {
  switch (name) {
    case 'date':
      return parseDate(text);
    case 'time':
      return parseTime(text);
    case 'date and time':
      return parseDateTime(text);
    default:
      return parseFeelDuration(text);
  }
}

/**
 * The value as JSON: dates, times and durations as ISO 8601 texts, ranges as FEEL writes them. Functions, which have no JSON, become null.
 * @throws BudgetExceeded
 */
export function toJson(raw: unknown, feel: FeelEvaluation, depth = 0): FeelValue {
  const value = admit(raw, 'the result');
  if (typeof value === 'number') return value === 0 ? 0 : value;
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return value;
  count(feel.budget);
  if (depth > MAX_DEPTH || typeof value !== 'object') return null;
  if (Array.isArray(value)) return value.map((item) => toJson(item, feel, depth + 1));
  if (value instanceof FeelRange) return print(feel, value);
  if (value instanceof FeelObject) return isTemporal(value) || isDuration(value) ? printTemporal(value) : null;
  if (!isContext(value)) return null;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, toJson(item, feel, depth + 1)]));
}

function count(budget: Budget): void {
  budget.spend(STEPS_PER_VALUE);
  budget.allocate(BYTES_PER_VALUE);
}

/** The elements of a list, or of a range of whole numbers or dates; null for other values. */
export function elementsOf(value: unknown, feel: FeelEvaluation): readonly unknown[] | null {
  if (Array.isArray(value)) return value;
  if (!(value instanceof FeelRange)) return null;
  const elements: unknown[] = [];
  const done = overRange(feel, value, null, (env) => {
    feel.budget.allocate(BYTES_PER_VALUE);
    elements.push(env.value);
    return true;
  });
  return done === null ? null : elements;
}
