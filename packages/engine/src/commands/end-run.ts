import { resolve } from '../run/incidents.js';
import { empty } from '../run/lifecycle.js';
import type { Run } from '../run/run.js';
import { closeWaits } from '../run/waits.js';
import type { EndedStatus } from '../run-state.js';

/** Cancels all work in progress and ends the run, in this step. */
export function endRun(run: Run, status: EndedStatus): void {
  const { root } = run;
  empty(run, root);
  closeWaits(run, root);
  resolve(run, root);
  run.history('cancelled', root);
  run.end(status);
}
