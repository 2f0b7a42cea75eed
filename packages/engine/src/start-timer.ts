import { ExpressionError } from './expression/values/errors.js';
import { emptyScope } from './expression/values/expression-types.js';
import type { ServerStart } from './model/executable-model.js';
import { type Due, firstDue, nextDue } from './time/due.js';

/**
 * When a timer start event is due: the first time after `now` (epoch milliseconds), or the time after `previous`. Returns null when
 * the timer does not fire again. The server stores the returned value as JSON between two firings.
 * @throws ExpressionError when the timer's expression does not give an ISO 8601 text.
 */
export function startTimerDue(start: Extract<ServerStart, { kind: 'timer' }>, now: number, previous?: Due): Due | null {
  if (previous !== undefined) return nextDue(previous, now);
  const { type, value } = start.timer;
  const source = value.type === 'literal' ? value.text : value.expression.evaluate(emptyScope, new Date(now));
  if (typeof source !== 'string') throw new ExpressionError('the start timer must give an ISO 8601 text');
  return firstDue(type, source, now);
}
