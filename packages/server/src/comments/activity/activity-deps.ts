import type { Access } from '../../access/authorize.js';
import type { Database, Queryable } from '../../postgres/database.js';
import type { AuditedFile } from '../../processes/records/visibility/audit-visibility.js';
import type { SubProject } from '../../sub-projects/configuration/sub-project.js';
import type { SubProjects } from '../../sub-projects/configuration/sub-projects.js';

/** What the activity of a process needs of workflows and files; the composition root provides it. */
export interface ActivityDeps {
  readonly db: Database;
  readonly subProjects: Pick<SubProjects, 'load'>;
  /** Who sees the audit rows about a file. */
  readonly auditedFile: AuditedFile;
  /** Names of tasks, and ids of the workflows of runs. Ids must be UUIDs. */
  describeParts(
    db: Queryable,
    subProjectId: string,
    ids: { readonly taskIds: readonly string[]; readonly runIds: readonly string[] },
  ): Promise<{ readonly tasks: ReadonlyMap<string, string>; readonly workflows: ReadonlyMap<string, string> }>;
  /** The files of the ids that a decision covers. */
  findFiles(
    db: Queryable,
    scope: { readonly subProject: SubProject; readonly access: Access },
    fileIds: readonly string[],
  ): Promise<readonly { readonly id: string; readonly fileName: string }[]>;
}
