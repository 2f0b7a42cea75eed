import { resolve } from '../run/core/incidents.js';
import type { Run } from '../run/core/run.js';
import { empty } from '../run/lifecycle/lifecycle.js';
import { closeWaits } from '../run/waits/waits.js';
import type { EndedStatus } from '../state/run-state.js';

/** Cancels all work in progress and ends the run, in this step. */
export function endRun(run: Run, status: EndedStatus): void {
  const { root } = run;
  empty(run, root);
  closeWaits(run, root);
  resolve(run, root);
  run.history('cancelled', root);
  run.end(status);
}
