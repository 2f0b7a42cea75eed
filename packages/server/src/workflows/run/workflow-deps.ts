import type { JobHints } from '../../jobs/hints/job-hints.js';
import type { Queryable } from '../../postgres/database.js';
import type { DocumentWork } from '../../sub-projects/document/thread/document-work.js';
import type { RunDeps } from './run-deps.js';

/** What the operations on workflows, tasks and jobs need. */
export interface WorkflowDeps extends RunDeps {
  readonly hints: JobHints;
  /** Evaluates a changed DMN file with the inputs of past evaluations. */
  readonly simulate: DocumentWork['simulate'];
  /** The people who are disabled, by every name that a task can be assigned to. */
  readonly disabledAssignees: (
    db: Queryable,
  ) => Promise<ReadonlyMap<string, { readonly userId: string; readonly name: string }>>;
  /** Aborts when the server stops, so that long polls answer without further delay. */
  readonly stopping?: AbortSignal;
}
