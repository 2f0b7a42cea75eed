import type { Variables, Wait } from '../../state/run-state.js';
import type { Instance } from '../core/instance-tree.js';
import type { Run } from '../core/run.js';
import { completeIfEmpty } from '../lifecycle/lifecycle.js';
import { isOpen, renewWait } from '../waits/waits.js';
import { trigger } from './triggers.js';

type Reached = { readonly inst: Instance; readonly key: number };

/** Triggers every wait for the signal in the order of their instances; returns those that stay open. */
export function deliverSignal(run: Run, name: string, variables: Variables): readonly Reached[] {
  const open = run.tree.instances.flatMap((inst) =>
    (inst.waits ?? [])
      .filter((wait) => wait.on === 'signal' && wait.name === name && isOpen(wait))
      .map(({ key }) => ({ inst, key })),
  );
  for (const { inst, key } of open) {
    const wait = waitOf(run, inst, key);
    if (wait !== undefined) trigger(run, inst, wait, variables);
  }
  return open.filter(({ inst, key }) => waitOf(run, inst, key) !== undefined);
}

/** The wait, if it is still open: an event that triggered before may have closed it. */
function waitOf(run: Run, inst: Instance, key: number): Wait | undefined {
  return run.isAlive(inst) ? inst.waits?.find((wait) => wait.key === key && isOpen(wait)) : undefined;
}

/**
 * Delivers signals thrown inside the run to the waits of the run, at once: waits opened later do not receive them, and the scope of the
 * throw event receives them before it ends. `complete` completes the throwing element. Waits that stay open get new keys, so that the
 * server, which delivers a signal by the keys from before the throw, does not trigger them twice.
 */
export function throwSignals(
  run: Run,
  scope: Instance,
  names: readonly string[],
  variables: Variables,
  complete: () => void,
): void {
  run.tree.hold(scope);
  complete();
  for (const name of names) {
    if (run.ended !== null) return;
    for (const { inst, key } of deliverSignal(run, name, variables)) renewWait(run, inst, key);
  }
  if (!run.isAlive(scope)) return;
  run.tree.release(scope);
  completeIfEmpty(run, scope);
}
