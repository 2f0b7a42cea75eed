import type { Variables, Wait } from '../../state/run-state.js';
import type { Instance } from '../core/instance-tree.js';
import type { Run } from '../core/run.js';
import { completeIfEmpty } from '../lifecycle/lifecycle.js';
import { renewWait } from '../waits/waits.js';
import { trigger } from './triggers.js';

type Reached = { readonly inst: Instance; readonly key: number };

/** Triggers every wait for the signal in the order of their instances; returns those that are still open after it. */
export function deliverSignal(run: Run, name: string, variables: Variables): readonly Reached[] {
  const open = run.tree.instances.flatMap((inst) =>
    (inst.waits ?? []).filter((wait) => wait.on === 'signal' && wait.name === name).map(({ key }) => ({ inst, key })),
  );
  for (const { inst, key } of open) {
    const wait = waitOf(run, inst, key);
    if (wait !== undefined) trigger(run, inst, wait, variables);
  }
  return open.filter(({ inst, key }) => waitOf(run, inst, key) !== undefined);
}

/** Only what is still open when its turn comes: an earlier one may have closed it. */
function waitOf(run: Run, inst: Instance, key: number): Wait | undefined {
  return run.isAlive(inst) ? inst.waits?.find((wait) => wait.key === key) : undefined;
}

/**
 * Delivers a signal thrown inside the run to the run itself, at once: waits opened later are not meant, and a scope that has
 * nothing left to do after the throw still hears it. `complete` lets the throwing element go on; its scope ends only afterwards.
 * Waits that stay open get new keys, so that whoever hands the signal on by the keys known at the throw does not reach them twice.
 */
export function throwSignal(run: Run, scope: Instance, name: string, variables: Variables, complete: () => void): void {
  run.tree.hold(scope);
  complete();
  for (const { inst, key } of deliverSignal(run, name, variables)) renewWait(run, inst, key);
  if (!run.isAlive(scope)) return;
  run.tree.release(scope);
  completeIfEmpty(run, scope);
}
