import type { Page } from '../filters/paging.js';
import type { Database, Queryable, Transaction } from '../postgres/pool.js';
import type { SubProjects } from '../sub-projects/sub-projects.js';

/** A person or service account as assignment shows it. */
export interface DirectoryUser {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

/** The users that are not disabled; implemented where users are kept. */
export interface UserDirectory {
  /** Of the given ids those of enabled users. */
  enabled(db: Queryable, ids: readonly string[]): Promise<ReadonlySet<string>>;
  /** One page of the enabled users among the given ids, by name and then id (D4), and their number. */
  page(
    db: Queryable,
    ids: readonly string[],
    page: Page,
  ): Promise<{ readonly users: readonly DirectoryUser[]; readonly total: number }>;
}

/** What processes need of other features; the composition root gives it, so that no feature needs the other's code. */
export interface ProcessPorts {
  /**
   * Attaches files to a process (D18, D31).
   *
   * @returns the ids that are unknown, still open or deleted; when there are any the caller refuses the whole change
   */
  attachFiles(
    tx: Transaction,
    attachment: { readonly subProjectId: string; readonly processId: string; readonly fileIds: readonly string[] },
  ): Promise<readonly string[]>;
  /** A process has changed: wakes the runs whose conditions look at it. */
  processChanged(tx: Transaction, change: { readonly subProjectId: string; readonly processId: string }): Promise<void>;
  readonly users: UserDirectory;
}

export interface ProcessDeps extends ProcessPorts {
  readonly db: Database;
  readonly subProjects: SubProjects;
}
