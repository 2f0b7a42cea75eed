import type { Database } from '../../postgres/database.js';
import type { SubProjects } from '../../sub-projects/configuration/sub-projects.js';
import type { DiskSpace } from './disk-space.js';
import type { Storage } from './storage.js';

/** What the operations on files work with. */
export interface FileDeps {
  readonly db: Database;
  readonly subProjects: SubProjects;
  readonly storage: Storage;
  /** Days that a deleted file can be recovered where the sub-project says nothing (D32). Default 30. */
  readonly retentionDays?: number;
  /** The disk of the data directory, when the embedded store or the embedded database is on it. */
  readonly disk?: DiskSpace | undefined;
}
