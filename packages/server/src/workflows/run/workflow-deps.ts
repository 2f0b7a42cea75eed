import type { JobHints } from '../../jobs/hints/job-hints.js';
import type { RunDeps } from './run-deps.js';

/** What the operations on workflows, tasks and jobs need. */
export interface WorkflowDeps extends RunDeps {
  readonly hints: JobHints;
  /** Aborts when the server stops, so that long polls answer without further delay. */
  readonly stopping?: AbortSignal;
}
