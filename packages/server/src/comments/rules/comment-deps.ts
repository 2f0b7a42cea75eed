import type { Database, Queryable, Transaction } from '../../postgres/database.js';
import type { SubProject } from '../../sub-projects/configuration/sub-project.js';
import type { SubProjects } from '../../sub-projects/configuration/sub-projects.js';
import type { Principal } from '../../use-case/caller.js';

/** A task or a run that a comment is about. */
export interface CommentSubject {
  readonly subProjectId: string;
  readonly processId: string;
  readonly taskId: string | undefined;
  readonly runId: string | undefined;
}

/** Files that are to be attached to a process with a comment. */
export interface CommentFiles {
  readonly subProject: SubProject;
  readonly processId: string;
  readonly fileIds: readonly string[];
  readonly by: Principal;
}

/** What comments need of others; the composition root provides what workflows and files own. */
export interface CommentDeps {
  readonly db: Database;
  readonly subProjects: Pick<SubProjects, 'load'>;
  /** Whether the task and the run belong to the process; true where none is given. */
  belongTo(db: Queryable, subject: CommentSubject): Promise<{ readonly task: boolean; readonly run: boolean }>;
  /** Attaches files. @returns the ids that name no file which may be attached */
  attachFiles(tx: Transaction, files: CommentFiles): Promise<readonly string[]>;
}
