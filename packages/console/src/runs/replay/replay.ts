import type { AnswerOf } from '../../api/call.js';

export type TimelineEntry = AnswerOf<'getRunTimeline'>['timeline'][number];
type Values = Readonly<Record<string, unknown>>;

/** An element instance that holds a token, as the timeline tells of it. */
export interface Instance {
  readonly key: number;
  readonly elementId: string;
  /** Key of the instance around it; null for the run itself. */
  readonly scopeKey: number | null;
  /** When it was entered. */
  readonly since: string;
  /** Variables that were set on it. */
  readonly variables: Values;
  readonly hasIncident: boolean;
  /** False inside a called process, whose elements are those of another diagram. */
  readonly isInDiagram: boolean;
}

/** A run at a moment: what was active, and the way that it had gone in the diagram. */
export interface Moment {
  readonly instances: ReadonlyMap<number, Instance>;
  /** How many times elements were entered. */
  readonly visits: ReadonlyMap<string, number>;
  /** Sequence flows that were taken. */
  readonly flows: ReadonlySet<string>;
}

/**
 * The run after the first `count` entries of its timeline. Its cost grows with them.
 *
 * @param isElement whether an id is that of an element of the diagram
 */
export function momentAt(
  timeline: readonly TimelineEntry[],
  count: number,
  isElement: (id: string) => boolean = () => true,
): Moment {
  const instances = new Map<number, Instance>();
  const visits = new Map<string, number>();
  const flows = new Set<string>();
  for (const entry of timeline.slice(0, count)) {
    const { event, elementId, key, scopeKey } = entry;
    if (elementId === null || key === null) continue;
    const scope = scopeKey === null ? undefined : instances.get(scopeKey);
    if (event === 'flowTaken' && scope?.isInDiagram === true) flows.add(elementId);
    if (event !== 'entered') {
      const next = changed(instances.get(key), entry);
      if (next === undefined) instances.delete(key);
      else instances.set(key, next);
      continue;
    }
    // The process itself is not an element. A called process has one of its own, inside the element that calls it.
    const isInDiagram = scopeKey === null || (scope?.isInDiagram === true && isElement(elementId));
    instances.set(key, { key, elementId, scopeKey, since: entry.at, variables: {}, hasIncident: false, isInDiagram });
    if (isInDiagram && scopeKey !== null) visits.set(elementId, (visits.get(elementId) ?? 0) + 1);
  }
  return { instances, visits, flows };
}

/** An instance after an entry about it; undefined: it has ended. */
function changed(instance: Instance | undefined, { event, detail }: TimelineEntry): Instance | undefined {
  if (instance === undefined || event === 'completed' || event === 'cancelled') return undefined;
  if (event === 'variables') {
    const { variables } = (detail ?? {}) as { readonly variables?: Values };
    return { ...instance, variables: { ...instance.variables, ...variables } };
  }
  if (event === 'incident' || event === 'incidentResolved') return { ...instance, hasIncident: event === 'incident' };
  return instance;
}
