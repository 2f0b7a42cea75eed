import type { RunDetail } from '../model/use-run.js';
import type { Moment } from '../replay/replay.js';

interface Counts {
  /** Tokens by element. */
  readonly tokens: ReadonlyMap<string, number>;
  /** Open incidents by element. */
  readonly incidents: ReadonlyMap<string, number>;
}

const count = (ids: readonly string[]): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
};

/**
 * Where a run stands at a moment, by element.
 *
 * @param detail what the service says of the present, which counts more than the timeline; undefined: the moment is past
 */
export function countsOf({ instances }: Moment, detail: RunDetail | undefined): Counts {
  const inDiagram = [...instances.values()].filter(({ isInDiagram, scopeKey }) => isInDiagram && scopeKey !== null);
  if (detail === undefined) {
    return {
      tokens: count(inDiagram.map(({ elementId }) => elementId)),
      incidents: count(inDiagram.filter(({ hasIncident }) => hasIncident).map(({ elementId }) => elementId)),
    };
  }
  const isElsewhere = (key: number) => instances.get(key)?.isInDiagram === false;
  const active = detail.active.filter(({ key, scopeKey }) => scopeKey !== null && !isElsewhere(key));
  const open = detail.incidents.filter(({ resolvedTs }) => resolvedTs === null);
  return {
    tokens: count(active.map(({ elementId }) => elementId)),
    incidents: count(open.map(({ elementId }) => elementId)),
  };
}
