import { randomBytes } from 'node:crypto';
import { chown, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../../kernel/log.js';
import { connect, createQueryable } from '../../postgres/database.js';
import { clusterUrl, OURS, readPassword } from '../../postgres/embedded/cluster.js';
import { EmbeddedPostgresError } from '../../postgres/embedded/errors.js';
import { findHome, type Home } from '../../postgres/embedded/home.js';
import { ensureRunning, type Launch, stopPostmaster } from '../../postgres/embedded/postmaster.js';
import { findRunning } from '../../postgres/embedded/postmaster-file.js';
import { findPrograms } from '../../postgres/embedded/programs.js';
import { planMigrations } from '../../postgres/migration/migrate.js';
import type { BackupProgress } from '../base/take-base-backup.js';
import { findRecovered } from '../records/backup-session.js';
import { BackupError } from '../target/backup-error.js';
import type { BackupTarget } from '../target/target.js';
import { chooseBackup, type RestorePlan } from './choose-backup.js';
import { fetchLog, RESTORED_LOG, unpackBackup } from './unpack-backup.js';

/** Replaying a week of log may take hours. */
const RECOVERY_TIMEOUT_MS = 24 * 60 * 60 * 1000;

export interface RestoreOptions {
  /** `MILLRACE_DATA_DIR`; no server may run on it. */
  readonly dataDirectory: string;
  readonly target: BackupTarget;
  /** Undefined: everything that the target has. */
  readonly at: Date | undefined;
  /** What is done, with bytes. */
  readonly progress?: (step: RestoreStep, done: number, total: number) => void;
  readonly log: Log;
}

export type RestoreStep = 'database' | 'log' | 'recovery';

/** What {@link restoreBackup} did. */
export interface Restored {
  /** Id of the base backup. */
  readonly backup: string;
  /** ISO 8601: everything committed until then is there, and nothing after it. */
  readonly at: string;
  /** When the last change that is there was committed; undefined: none since the base backup. */
  readonly lastCommitTs: string | undefined;
  /** Version of the schema, see `millrace migrate --plan`. */
  readonly databaseVersion: number;
  /** Where the database that was there before is now. */
  readonly previous: string | undefined;
}

/**
 * Restores the embedded database as it was at a time. It is made beside the one that is there, checked, and only then put
 * in its place; that one is kept.
 *
 * @throws BackupError, DataDirectoryError or EmbeddedPostgresError, each with what to do; the database is as before
 */
export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  const { target, at, progress = () => undefined, log } = options;
  const plan = await chooseBackup(target, at);
  const home = await findHome(join(options.dataDirectory, 'postgres'));
  await refuseRunning(home);
  const passing = `${home.cluster}.restore-${randomBytes(4).toString('hex')}`;
  const destination = { directory: passing, account: home.account };
  const report =
    (step: RestoreStep): BackupProgress =>
    (done, total) =>
      progress(step, done, total);
  try {
    await unpackBackup(target, plan.record, destination, report('database'));
    await fetchLog(target, plan.log, destination, report('log'));
    await rm(join(passing, OURS, 'owners'), { recursive: true, force: true });
    progress('recovery', 0, 1);
    const found = await recover({ ...home, cluster: passing }, plan, log);
    await rm(join(passing, RESTORED_LOG), { recursive: true });
    await refuseRunning(home);
    const previous = await replaceCluster(home, passing);
    const asOf = at?.toISOString() ?? plan.coveredTs ?? found.lastCommitTs ?? plan.record.stopTs;
    return { backup: plan.record.id, at: asOf, previous, ...found };
  } catch (error) {
    await rm(passing, { recursive: true, force: true });
    throw error;
  }
}

async function refuseRunning(home: Home): Promise<void> {
  const running = await findRunning(home.cluster);
  if (running === undefined) return;
  throw new BackupError(
    `The embedded database in ${home.path} is in use (process ${running.pid}). Stop the server, then restore.`,
  );
}

type Found = Pick<Restored, 'lastCommitTs' | 'databaseVersion'>;

/** Lets PostgreSQL replay the log up to the time, and checks what came out. */
async function recover(home: Home, plan: RestorePlan, log: Log): Promise<Found> {
  const signal = join(home.cluster, 'recovery.signal');
  await writeFile(signal, '', { mode: 0o600 });
  if (home.account !== undefined) await chown(signal, home.account.uid, home.account.gid);
  const launch: Launch = {
    home,
    programs: await findPrograms(home.path, home.account),
    durable: true,
    log,
    startTimeoutMs: RECOVERY_TIMEOUT_MS,
  };
  const settings = {
    // PostgreSQL runs the command in the cluster; both names are without blanks.
    restore_command: `cp "${RESTORED_LOG}/%f" "%p"`,
    recovery_target_timeline: 'latest',
    recovery_target_action: 'promote',
    hot_standby: 'off',
    logging_collector: 'off',
  };
  // PostgreSQL takes no abbreviation of a time zone here.
  const at = plan.at?.toISOString().replace('Z', '+00');
  const target = at === undefined ? {} : { recovery_target_time: at };
  try {
    await ensureRunning({ ...launch, settings: { ...settings, ...target } }, undefined);
  } catch (error) {
    const isBeyond = error instanceof EmbeddedPostgresError && /recovery ended before configured/.test(error.message);
    if (!isBeyond) throw error;
    if (plan.coveredTs === undefined) {
      throw new BackupError(
        `The changes between the backup ${plan.record.id} (${plan.record.stopTs}) and the wanted time are not all in the ` +
          'target: MILLRACE_BACKUP_TO was not set all the time, or the target could not be written for long. Give an ' +
          'earlier time, or one after the next backup (millrace backup --list).',
      );
    }
    // Nothing was committed between the time and the end of the log, which reaches further.
    await ensureRunning({ ...launch, settings }, undefined);
  }
  try {
    return await check(home, plan, log);
  } finally {
    const running = await findRunning(home.cluster);
    if (running !== undefined) await stopPostmaster(running.pid, log);
  }
}

async function check({ cluster }: Home, { at, record }: RestorePlan, log: Log): Promise<Found> {
  const running = await findRunning(cluster);
  if (running === undefined) throw new BackupError('PostgreSQL ended after the recovery. See its output above.');
  const url = clusterUrl(await readPassword(cluster), running.port);
  const db = connect({ url, maxConnections: 1, applicationName: 'millrace-restore', log });
  try {
    const connection = await db.acquire();
    const session = createQueryable(connection);
    const { isOver, lastCommitTs } = await findRecovered(session).finally(() => connection.release());
    if (!isOver) throw new BackupError(`PostgreSQL did not end the recovery of ${record.id}.`);
    if (at !== undefined && lastCommitTs !== null && lastCommitTs > at && record.stopTs < lastCommitTs.toISOString()) {
      throw new BackupError(
        `The restored database has changes of ${lastCommitTs.toISOString()}, after the wanted time.`,
      );
    }
    const { databaseVersion } = await planMigrations(db);
    return { lastCommitTs: lastCommitTs?.toISOString(), databaseVersion };
  } finally {
    await db.close();
  }
}

/** @returns where the cluster is now that was there before */
async function replaceCluster(home: Home, passing: string): Promise<string | undefined> {
  const isThere = await stat(home.cluster).then(
    () => true,
    () => false,
  );
  const previous = `${home.cluster}.before-restore-${new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '')}`;
  if (isThere) await rename(home.cluster, previous);
  await rename(passing, home.cluster);
  return isThere ? previous : undefined;
}
