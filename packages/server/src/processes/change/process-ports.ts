import type { UserDirectory } from '../../identity/records/user-directory.js';
import type { Database, Fragment, Transaction } from '../../postgres/database.js';
import type { SubProject } from '../../sub-projects/configuration/sub-project.js';
import type { SubProjects } from '../../sub-projects/configuration/sub-projects.js';
import type { Principal } from '../../use-case/caller.js';
import type { AuditedFile } from '../records/visibility/audit-visibility.js';
import type { TotalsKeeper } from '../totals/keep-totals.js';

/** A file that the value of a field names. */
export interface FileReference {
  readonly field: string;
  readonly fileId: string;
}

/** A reference that cannot stand. */
export interface RefusedFile extends FileReference {
  /** What is wrong with the file, for people; undefined: it is unknown to whoever names it, still open or deleted. */
  readonly reason?: string;
}

/** Files that a new value of a process names. */
export interface FileAttachment {
  readonly subProject: SubProject;
  readonly processId: string;
  readonly files: readonly FileReference[];
  /** Who sets the value: a person attaches only files that it may see; the system attaches any of the sub-project. */
  readonly by: Principal;
}

/**
 * What processes need of workflows, files and identity. The composition root provides it, so that no feature imports
 * another one's code.
 */
export interface ProcessPorts {
  /**
   * Attaches files to a process (D18, D31).
   *
   * @returns the references that cannot stand; when there are any the caller refuses the whole change
   */
  attachFiles(tx: Transaction, attachment: FileAttachment): Promise<readonly RefusedFile[]>;
  /** Called after a process has changed: wakes the runs that wait for a condition on it. */
  processChanged(tx: Transaction, change: { readonly subProjectId: string; readonly processId: string }): void;
  /**
   * The same as a part of the statement that changes the process.
   *
   * @param changed name of the query of that statement whose row shows that the process was changed
   */
  wakenBy(change: { readonly subProjectId: string; readonly processId: string }, changed: string): Fragment;
  /** Who sees the audit rows about a file. */
  readonly auditedFile: AuditedFile;
  readonly users: UserDirectory;
}

/** What the operations on processes need. */
export interface ProcessDeps extends ProcessPorts {
  readonly db: Database;
  readonly subProjects: SubProjects;
  /** Told when totals have become slow; absent: the periodic maintenance of a worker is enough. */
  readonly totals?: Pick<TotalsKeeper, 'nudge'>;
}
