import type { RunState, RunStatus } from '@millrace/engine';
import type { Waits } from '../records/bulk/repair-items.js';

/** What became of a run that a repair asked. */
export type RepairOutcome = 'SOLVED' | 'FAILED_AGAIN' | 'CANCELLED' | 'MIGRATED' | 'DELETED';

/** The element instance that an open incident stops, by the engine's number of the incident. */
export const instanceOf = ({ items, held = [] }: RunState, incidentKey: number): number =>
  held.find(({ key }) => key === incidentKey)?.inst ??
  items.find(({ incident }) => incident?.key === incidentKey)?.key ??
  0;

/**
 * What became of a retried incident, or what its element instance waits for. An instance with an incident failed again; one
 * that is gone, or has no work of its own open, has gone on.
 */
export function outcomeOfRetry(status: RunStatus, state: RunState, instanceKey: number): RepairOutcome | Waits {
  if (status === 'CANCELLED') return 'CANCELLED';
  const held = state.held?.filter(({ inst }) => inst === instanceKey) ?? [];
  if (held.some(({ ready }) => ready !== true)) return 'FAILED_AGAIN';
  const instance = state.items.find(({ key }) => key === instanceKey);
  if (instance?.incident !== undefined) return 'FAILED_AGAIN';
  if (instance?.job !== undefined) return { instanceKey, jobKey: instance.job };
  const isPending = instance !== undefined && (instance.call === true || (state.pending?.length ?? 0) > 0);
  if (held.length > 0 || isPending) return { instanceKey, jobKey: 0 };
  return 'SOLVED';
}
