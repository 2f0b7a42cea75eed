import type { File } from '@millrace/contract';
import type { Access } from '../../access/authorize.js';
import type { JobHints } from '../../jobs/hints/job-hints.js';
import type { Queryable, Transaction } from '../../postgres/database.js';
import type { SubProject } from '../../sub-projects/configuration/sub-project.js';
import type { DocumentWork } from '../../sub-projects/document/thread/document-work.js';
import type { Caller, UserPrincipal } from '../../use-case/caller.js';
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
  /** The names of users by the user ids and client ids that tasks name them with. */
  readonly userNames: (db: Queryable, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  /** The user as tokens without scopes would have them act now; undefined when disabled or unknown. */
  readonly findUser: (db: Queryable, userId: string) => Promise<UserPrincipal | undefined>;
  /** The newest files of a process that a caller sees, 100 at most; none where the caller may not list files. */
  readonly processFiles: (
    caller: Caller,
    process: { readonly subProjectId: string; readonly processId: string },
  ) => Promise<readonly File[]>;
  /** Comments about a task on a process that a decision covers. */
  readonly countTaskComments: (
    db: Queryable,
    scope: { readonly subProject: SubProject; readonly access: Access },
    about: { readonly processId: string; readonly taskId: string },
  ) => Promise<number>;
  /** Passkeys that sign votes. */
  readonly signing: {
    start(
      tx: Transaction,
      about: { readonly userId: string; readonly address: string; readonly statement: string },
    ): Promise<object>;
    prove(
      tx: Transaction,
      about: { readonly userId: string; readonly statement: string; readonly answer: unknown },
    ): Promise<object>;
  };
  /** Bulk operations of one user that may run at once in a sub-project. */
  readonly bulkUpdatesPerUser: number;
  /** Aborts when the server stops, so that long polls answer without further delay. */
  readonly stopping?: AbortSignal;
}
