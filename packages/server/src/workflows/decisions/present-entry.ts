import type { DecisionEntry } from '../records/decisions/evaluations.js';
import type { TimelineEntry } from '../records/timeline.js';
import { presentTrace } from './present-trace.js';

/** An entry of a timeline as answers show it. */
export const presentEntry = ({ at, event, elementId, key, scopeKey, variables, message, decision }: TimelineEntry) => ({
  at: new Date(at).toISOString(),
  event,
  elementId,
  key,
  scopeKey: scopeKey === 0 ? null : scopeKey,
  detail: detailOf({ variables, message, decision: decision === undefined ? undefined : presentDecision(decision) }),
});

/** The members that are there; null when there are none. */
function detailOf(members: Readonly<Record<string, unknown>>): object | null {
  const present = Object.entries(members).filter(([, value]) => value !== undefined);
  return present.length === 0 ? null : Object.fromEntries(present);
}

const presentDecision = ({ decisionId, key, number, value, trace, failure }: DecisionEntry) => ({
  decisionId,
  key,
  version: String(number),
  value,
  ...(failure === undefined ? {} : { failure }),
  trace: presentTrace(trace),
});
