import { ExpressionError } from './expression/values/errors.js';
import { emptyScope } from './expression/values/expression-types.js';
import type { Calendars } from './expression/values/working-time.js';
import type { ServerStart } from './model/executable-model.js';
import type { Value } from './model/node.js';
import { type Due, firstDue, nextDue } from './time/due.js';

const NO_CALENDARS: Calendars = new Map();

/**
 * When a timer start event is due: the first time after `now` (epoch milliseconds), or the time after `previous`. Returns null when
 * the timer does not fire again. The server stores the returned value as JSON between two firings.
 * @param calendars those of the sub-project, by key
 * @throws ExpressionError when the timer's expression does not give an ISO 8601 text, and for a calendar that is not there.
 */
export function startTimerDue(
  start: Extract<ServerStart, { kind: 'timer' }>,
  now: number,
  previous?: Due,
  calendars: Calendars = NO_CALENDARS,
): Due | null {
  if (previous !== undefined) return nextDue(previous, now, calendars);
  const { type, value, calendar } = start.timer;
  const source = textOf(value, now, 'must give an ISO 8601 text');
  if (calendar === undefined) return firstDue(type, source, now);
  return firstDue(type, source, now, { key: textOf(calendar, now, 'must give the key of its calendar'), calendars });
}

function textOf(value: Value, now: number, must: string): string {
  const text = value.type === 'literal' ? value.text : value.expression.evaluate(emptyScope, new Date(now));
  if (typeof text !== 'string') throw new ExpressionError(`the start timer ${must}`);
  return text;
}
