import type { RunKey } from '../../jobs/records/job.js';

/** What every row about a run repeats of it. */
export interface RunIdentity extends RunKey {
  readonly workflowId: string;
  readonly processId: string;
}
