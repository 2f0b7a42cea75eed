import type { RunState } from '../state/run-state.js';

/** Something that a run waits for. `key` is that of the effect that opened it. */
export type OpenWork = {
  readonly kind: 'task' | 'job' | 'call' | 'timer' | 'message' | 'signal' | 'condition' | 'incident';
  readonly key: number;
  readonly elementId: string;
};

/** An active element instance. */
export type ActiveElement = { readonly key: number; readonly elementId: string };

/** Everything that is open in a run, in the order of its element instances. */
export function openWork({ items, held = [] }: RunState): readonly OpenWork[] {
  const ofItems = items.flatMap(({ key, el, task, job, call, waits = [], incident }): OpenWork[] => [
    ...(task === true ? [{ kind: 'task' as const, key, elementId: el }] : []),
    ...(job === undefined ? [] : [{ kind: 'job' as const, key: job, elementId: el }]),
    ...(call === true ? [{ kind: 'call' as const, key, elementId: el }] : []),
    ...waits.filter((wait) => wait.held !== true).map((wait) => ({ kind: wait.on, key: wait.key, elementId: wait.el })),
    ...(incident === undefined ? [] : [{ kind: 'incident' as const, key: incident.key, elementId: el }]),
  ]);
  const ofHeld = held
    .filter(({ ready }) => ready !== true)
    .map(({ key, el }) => ({ kind: 'incident' as const, key, elementId: el }));
  return [...ofItems, ...ofHeld];
}

/** What a command changed in a run, or would change. */
export type RunDifference = {
  /** Element instances that are active afterwards and were not before. */
  readonly begun: readonly ActiveElement[];
  readonly ended: readonly ActiveElement[];
  readonly opened: readonly OpenWork[];
  readonly closed: readonly OpenWork[];
};

/** Compares two states of one run. What began and ended in between is not in it. */
export function compareRuns(before: RunState, after: RunState): RunDifference {
  const active = (state: RunState): readonly ActiveElement[] =>
    state.ended === undefined ? state.items.map(({ key, el }) => ({ key, elementId: el })) : [];
  const same = (work: OpenWork): string => `${work.kind} ${work.key}`;
  return {
    begun: without(active(after), active(before), ({ key }) => `${key}`),
    ended: without(active(before), active(after), ({ key }) => `${key}`),
    opened: without(openWork(after), openWork(before), same),
    closed: without(openWork(before), openWork(after), same),
  };
}

function without<T>(all: readonly T[], others: readonly T[], idOf: (item: T) => string): readonly T[] {
  const known = new Set(others.map(idOf));
  return all.filter((item) => !known.has(idOf(item)));
}
