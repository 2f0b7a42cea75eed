import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../kernel/log.js';
import { connect, createQueryable } from '../postgres/database.js';
import { findHome } from '../postgres/embedded/home.js';
import { startEmbeddedPostgres } from '../postgres/embedded/start.js';
import type { BackupRecord } from './base/backup-record.js';
import { removeOldBackups } from './base/remove-old-backups.js';
import { type BackupProgress, takeBaseBackup } from './base/take-base-backup.js';
import { hasSlot, withLogLock } from './records/backup-session.js';
import { BackupError } from './target/backup-error.js';
import type { BackupTarget } from './target/target.js';
import { LogShipper } from './wal/ship-log.js';

export interface MakeBackupOptions {
  /** `MILLRACE_DATA_DIR`; its server may run. */
  readonly dataDirectory: string;
  readonly target: BackupTarget;
  /** Base backups to keep; undefined: all. */
  readonly keep: number | undefined;
  readonly progress?: BackupProgress;
  readonly log: Log;
}

/** What {@link makeBackup} did. */
export interface MadeBackup {
  readonly record: BackupRecord;
  /** Ids of the base backups that were removed. */
  readonly removed: readonly string[];
}

/**
 * Makes a base backup of the embedded PostgreSQL now, which is started if no server runs it. Where a server copies the log
 * all the time, the log is copied as well.
 *
 * @throws BackupError, DataDirectoryError or EmbeddedPostgresError, each with what to do
 */
export async function makeBackup(options: MakeBackupOptions): Promise<MadeBackup> {
  const { target, keep, log } = options;
  const dataDirectory = join(options.dataDirectory, 'postgres');
  await requireCluster(dataDirectory);
  const postgres = await startEmbeddedPostgres({ dataDirectory, log });
  const db = connect({
    url: postgres.ownerUrl,
    maxConnections: 1,
    applicationName: 'millrace-backup',
    statementTimeoutMs: 0,
    log,
  });
  try {
    const connection = await db.acquire();
    try {
      const session = createQueryable(connection);
      const record = await takeBaseBackup(session, postgres.ownerUrl, target, options.progress);
      if (await hasSlot(session)) {
        await withLogLock(session, () => new LogShipper(target, postgres.cluster).ship(session));
      }
      return { record, removed: keep === undefined ? [] : await removeOldBackups(target, keep, Date.now()) };
    } finally {
      connection.release(true);
    }
  } finally {
    await db.close();
    await postgres.stop();
  }
}

async function requireCluster(dataDirectory: string): Promise<void> {
  const exists = (path: string) =>
    stat(path).then(
      () => true,
      () => false,
    );
  if ((await exists(dataDirectory)) && (await exists((await findHome(dataDirectory)).cluster))) return;
  throw new BackupError(
    `There is no embedded database in ${dataDirectory}. Set MILLRACE_DATA_DIR to the data directory of the server.`,
  );
}
