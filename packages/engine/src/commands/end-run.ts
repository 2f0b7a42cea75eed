import { resolveIncident } from '../run/core/incidents.js';
import type { Run } from '../run/core/run.js';
import { cancelContents } from '../run/lifecycle/lifecycle.js';
import { closeWaits } from '../run/waits/waits.js';
import type { EndedStatus } from '../state/run-state.js';

/** Cancels all work in progress and ends the run, in this step. */
export function endRun(run: Run, status: EndedStatus): void {
  const { root } = run.tree;
  cancelContents(run, root);
  closeWaits(run, root);
  if (root.job !== undefined) run.emit({ type: 'closeJob', key: root.job, outcome: 'cancelled' });
  resolveIncident(run, root);
  run.history('cancelled', root);
  run.end(status);
}
