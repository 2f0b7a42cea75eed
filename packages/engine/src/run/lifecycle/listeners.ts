import type { JobDefinition, Node } from '../../model/node.js';
import type { ListenState } from '../../state/run-state.js';
import type { Instance } from '../core/instance-tree.js';
import type { Run } from '../core/run.js';
import { openListenerJob } from '../waits/jobs.js';
import { closeWaits } from '../waits/waits.js';

/**
 * Opens the job of the next start listener.
 * @returns false when none is left
 * @throws Failure or ExpressionError when the listener has no usable type or retries; a retry then continues with this one
 */
export function awaitStartListeners(run: Run, inst: Instance, node: Node, retries?: number): boolean {
  return node.listeners !== null && open(run, inst, node.listeners.start, 'start', retries);
}

/** As {@link awaitStartListeners}, for the body of a multi-instance activity. */
export function awaitListenersOfLoop(run: Run, inst: Instance, node: Node, retries?: number): boolean {
  return node.listeners !== null && open(run, inst, node.listeners.beforeAll, 'beforeAll', retries);
}

/** As {@link awaitStartListeners}. Output mappings are applied and events no longer wait when an end listener works. */
export function awaitEndListeners(run: Run, inst: Instance, node: Node, retries?: number): boolean {
  if (node.listeners === null || node.listeners.end.length === 0) return false;
  closeWaits(run, inst);
  return open(run, inst, node.listeners.end, 'end', retries);
}

/** The changes of an element that execution listeners block. */
export type ExecutionPhase = 'start' | 'end' | 'beforeAll';

export function isExecutionPhase(on: ListenState['on']): on is ExecutionPhase {
  return on === 'start' || on === 'end' || on === 'beforeAll';
}

function open(
  run: Run,
  inst: Instance,
  listeners: readonly JobDefinition[],
  on: ExecutionPhase,
  retries: number | undefined,
): boolean {
  const state = inst.listens?.on === on ? inst.listens : null;
  const listener = listeners[state?.nth ?? 0];
  if (listener === undefined) return false;
  const listens = state ?? { on, nth: 0, key: run.key() };
  inst.listens = listens;
  openListenerJob(run, inst, listener, listens.key, retries === undefined ? {} : { retries });
  return true;
}

/** A listener has completed: the next one gets a number of its own. */
export function nextListener(run: Run, inst: Instance, listens: ListenState): void {
  inst.listens = { ...listens, nth: listens.nth + 1, key: run.key() };
}

/** The listeners of an element that one change of it waits for. */
export function listenersOf(node: Node, on: ListenState['on']): readonly JobDefinition[] {
  if (isExecutionPhase(on)) return node.listeners?.[on] ?? [];
  return node.kind === 'userTask' ? (node.listenersOfTask?.[on] ?? []) : [];
}
