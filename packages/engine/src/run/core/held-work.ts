import type { Held, HeldWork } from '../../state/run-state.js';
import type { Instance } from './instance-tree.js';
import type { Run } from './run.js';

/** Keeps work with an incident on the instance that waits for it. `el` is the element that the incident names. */
export function holdWork(run: Run, inst: Instance, el: string, work: HeldWork, message: string): void {
  const key = run.key();
  run.held = [...run.held, { ...work, key, el, inst: inst.key }];
  run.emit({ type: 'raiseIncident', key, elementId: el, instanceKey: inst.key, kind: 'crash', message });
  run.history('incident', inst, el);
}

/** Closes the incident of held work; the next `continue` does it. */
export function releaseHeld(run: Run, held: Held): void {
  run.held = run.held.map((item) => (item === held ? { ...item, ready: true } : item));
  resolve(run, held);
}

/** Forgets held work that is no longer needed, and closes its incidents. */
export function dropHeld(run: Run, which: (held: Held) => boolean): void {
  if (run.held.length === 0) return;
  for (const held of run.held) if (which(held) && held.ready !== true) resolve(run, held);
  run.held = run.held.filter((held) => !which(held));
}

/** Takes the work that was retried. */
export function takeReady(run: Run): readonly Held[] {
  const ready = run.held.filter((held) => held.ready);
  run.held = run.held.filter((held) => !held.ready);
  return ready;
}

/** Whether nothing in the run may move: its pending work or its conditions are held. */
export const stands = (run: Run): boolean => run.held.some((held) => held.do === 'rest');

function resolve(run: Run, { key, el, inst }: Held): void {
  run.emit({ type: 'resolveIncident', key });
  run.history('incidentResolved', run.tree.find(inst) ?? run.tree.root, el);
}
