import type { AnswerOf } from '../../../api/call.js';

export type IncidentGroup = AnswerOf<'getIncidentGroups'>['groups'][number];
export type Incident = AnswerOf<'getIncidents'>['incidents'][number];
type Run = AnswerOf<'getWorkflowRuns'>['runs'][number];

/** What is to be done about incidents of one cause. */
export type RepairOrder = {
  readonly group: IncidentGroup;
  /** Absent: all that are open when it begins. */
  readonly incidents: readonly Incident[] | undefined;
} & (
  | { readonly kind: 'retry'; readonly retries: number; readonly variables: Readonly<Record<string, unknown>> }
  | { readonly kind: 'cancel'; readonly reason: string }
);

/** Something that was asked of the server, and its refusal. */
export interface Asked {
  readonly incident: Incident;
  /** Absent: not asked yet; null: the server took it. */
  readonly refusal?: string | null;
}

export interface Repair {
  readonly id: number;
  readonly order: RepairOrder;
  /** Absent: the incidents are being looked up. */
  readonly asked?: readonly Asked[];
  /** There were more incidents than one repair takes. */
  readonly isCut: boolean;
  readonly isRunning: boolean;
  /** Why the incidents could not be looked up. */
  readonly error?: unknown;
}

/** What became of a run: not what was asked, but where it stands. */
export type Outcome = 'unasked' | 'refused' | 'working' | 'wentOn' | 'stopped' | 'cancelled' | 'ended' | 'unknown';

/**
 * Tells what became of an incident's run.
 *
 * @param run as it was read last; undefined: not read yet, or no longer there
 * @param isAsked whether an incident is one of the repair: what was read before its retry says nothing yet
 */
export function outcomeOf(
  kind: RepairOrder['kind'],
  { incident, refusal }: Asked,
  run: Run | undefined,
  isAsked: (incidentId: string) => boolean,
): Outcome {
  if (refusal === undefined) return 'unasked';
  if (refusal !== null) return 'refused';
  if (run === undefined) return 'unknown';
  if (kind === 'cancel') return run.endedTs === null ? 'working' : run.state === 'CANCELLED' ? 'cancelled' : 'ended';
  const open = run.incident ?? undefined;
  if (open !== undefined) return isAsked(open.id) ? 'working' : 'stopped';
  const isThere = run.activeElements?.includes(incident.elementId) === true;
  // A job does its work after the retry. A step that was held may be one that now waits for people.
  if (isThere && (incident.kind === 'job' || (incident.kind === 'crash' && run.state === 'RACING'))) return 'working';
  return 'wentOn';
}
