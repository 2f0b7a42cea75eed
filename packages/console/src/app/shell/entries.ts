import type { RailEntry } from '../../frame/feature.js';
import { useMe } from '../../session/session.js';
import { features } from '../features/features.js';

/** The entries of the rail that the person may see, in their order. */
export function useEntries(): readonly RailEntry[] {
  const me = useMe();
  return features
    .flatMap(({ rail = [] }) => rail)
    .filter(({ isFor }) => isFor?.(me) ?? true)
    .toSorted((a, b) => a.order - b.order);
}
