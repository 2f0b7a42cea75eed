import { type AuditRights, findAuditRights } from '../audit/records/audit-rights.js';
import { findPartitionCoverage, type PartitionCoverage } from '../audit/records/partitions.js';
import { oldestDueJob } from '../jobs/records/oldest-due-job.js';
import type { Config } from '../kernel/config.js';
import type { Queryable } from '../postgres/database.js';
import { type EmbeddedState, inspectEmbeddedPostgres } from '../postgres/embedded/inspect.js';
import { planMigrations } from '../postgres/migration/migrate.js';
import { embeddedDirectory } from './embedded-directory.js';

/** The embedded PostgreSQL of an installation, for installations without DATABASE_URL. @throws DataDirectoryError */
export const inspectEmbedded = (config: Config): Promise<EmbeddedState> =>
  inspectEmbeddedPostgres(embeddedDirectory(config));

/** The state of an installation according to its database. */
export interface Inspection {
  readonly databaseVersion: number;
  readonly codeVersion: number;
  /** Names of the migrations that are to be applied; what follows is known only when there are none. */
  readonly pending: readonly string[];
  readonly audit: PartitionCoverage | undefined;
  /** What the role of the connection may do to the audit log and with the other tables. */
  readonly rights: AuditRights | undefined;
  /** Seconds by which the oldest waiting job is overdue; 0 when no job is. */
  readonly overdueSeconds: number | undefined;
}

/**
 * Looks at the database of an installation and changes nothing; five small queries, whatever its size.
 *
 * @throws MigrationError when the database is newer than the code; the driver's errors
 */
export async function inspectInstallation(db: Queryable): Promise<Inspection> {
  const { databaseVersion, codeVersion, pending } = await planMigrations(db);
  const names = pending.map(({ number, name }) => `${String(number).padStart(4, '0')}_${name}`);
  if (names.length > 0) {
    return {
      databaseVersion,
      codeVersion,
      pending: names,
      audit: undefined,
      rights: undefined,
      overdueSeconds: undefined,
    };
  }
  const rights = await findAuditRights(db);
  if (rights.missing.length > 0) {
    return { databaseVersion, codeVersion, pending: names, audit: undefined, rights, overdueSeconds: undefined };
  }
  const [audit, dueTs] = await Promise.all([findPartitionCoverage(db), oldestDueJob(db)]);
  const overdueSeconds = dueTs === undefined ? 0 : Math.round((Date.now() - dueTs.getTime()) / 1000);
  return { databaseVersion, codeVersion, pending: names, audit, rights, overdueSeconds };
}
