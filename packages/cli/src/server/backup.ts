import {
  createLog,
  listBackups,
  makeBackup,
  openTarget,
  operatorMessage,
  type RestoreStep,
  readConfig,
  readCoverage,
  restoreBackup,
} from '@millrace/server';
import { CommandError, exitCodes } from '../terminal/exit-codes.js';
import type { Io } from '../terminal/io.js';
import { createOutput } from '../terminal/output.js';
import { progressBar } from '../terminal/progress.js';
import type { Column } from '../terminal/table.js';
import { byteSize } from '../terminal/text.js';

interface BackupOptions {
  /** Undefined: that of the environment. */
  readonly place: string | undefined;
  readonly isJson: boolean;
}

/** `millrace backup`: makes a base backup of the embedded database, whether its server runs or not. */
export async function backupDatabase(io: Io, { place, isJson }: BackupOptions): Promise<void> {
  await explained(async () => {
    const { config, log, address } = settings(io, place);
    const target = await openTarget(address);
    const bar = progressBar(io, 'Backing up', 'bytes');
    try {
      const { record, removed } = await makeBackup({
        dataDirectory: config.dataDirectory,
        target,
        // Only what a server keeps by itself is removed by itself.
        keep: config.backup !== undefined && config.backup.to === address ? config.backup.keep : undefined,
        progress: (done, total) => bar.update(done, total),
        log,
      });
      bar.clear();
      const size = record.parts.reduce((sum, part) => sum + part.size, 0);
      const gone = removed.length === 0 ? '' : ` Removed ${removed.length} older than those to keep.`;
      await createOutput(io, isJson).done(
        `Backup ${record.id} (${byteSize(size)}) is in ${target.address}.${gone}\n` +
          `It restores the database as of ${record.stopTs} or later, as far as changes are copied there.`,
        { backup: record.id, place: target.address, startTs: record.startTs, stopTs: record.stopTs, size, removed },
      );
    } finally {
      bar.clear();
      target.close();
    }
  });
}

/** `millrace backup --list` */
export async function listBackupsOf(io: Io, { place, isJson }: BackupOptions): Promise<void> {
  await explained(async () => {
    const target = await openTarget(settings(io, place).address);
    try {
      const [records, coverage] = [await listBackups(target), await readCoverage(target)];
      const backups = records.map(({ id, startTs, stopTs, parts }) => ({
        id,
        startTs,
        stopTs,
        size: parts.reduce((sum, part) => sum + part.size, 0),
      }));
      const columns: readonly Column<(typeof backups)[number]>[] = [
        ['BACKUP', 'id'],
        ['RESTORES FROM', 'stopTs'],
        ['SIZE', (one) => byteSize(one.size)],
      ];
      const answer = { place: target.address, backups, coveredTs: coverage?.coveredTs ?? null };
      const output = createOutput(io, isJson);
      await output.list(columns, backups, answer, `${target.address} has no complete backup`);
      if (coverage !== undefined) await output.text(`\nChanges are copied until ${coverage.coveredTs}\n`);
    } finally {
      target.close();
    }
  });
}

const steps: Readonly<Record<RestoreStep, string>> = {
  database: 'Reading the database',
  log: 'Reading the changes',
  recovery: 'Replaying the changes',
};

/** `millrace restore`: puts the embedded database of a stopped server back to a time. */
export async function restoreDatabase(
  io: Io,
  { place, at, isJson }: BackupOptions & { readonly at: Date | undefined },
): Promise<void> {
  await explained(async () => {
    const { config, log, address } = settings(io, place);
    const target = await openTarget(address);
    let current: RestoreStep | undefined;
    let bar = progressBar(io, '', 'bytes');
    try {
      const restored = await restoreBackup({
        dataDirectory: config.dataDirectory,
        target,
        at,
        progress(step, done, total) {
          if (step !== current) {
            bar.clear();
            current = step;
            bar = progressBar(io, steps[step], 'bytes');
            if (!isJson) io.err(`${steps[step]}…\n`);
          }
          if (step !== 'recovery') bar.update(done, total);
        },
        log,
      });
      bar.clear();
      const { lastCommitTs, previous } = restored;
      const last = lastCommitTs === undefined ? '' : ` The last change is of ${lastCommitTs}.`;
      const kept = previous === undefined ? '' : `\nThe database that was there before is in ${previous}`;
      await createOutput(io, isJson).done(
        `Restored as of ${restored.at} from backup ${restored.backup}.${last}${kept}\n` +
          'Next: start the server, then compare database and files: millrace file reconcile',
        restored,
      );
    } finally {
      bar.clear();
      target.close();
    }
  });
}

function settings(io: Io, place: string | undefined) {
  const config = readConfig({ MILLRACE_LOG_LEVEL: 'warn', ...io.env });
  if (config.database.url !== undefined) {
    throw new CommandError(
      'DATABASE_URL is set, and this command is for the embedded database. docs/guide/backup.md shows how to back up and ' +
        'restore a PostgreSQL of your own.',
    );
  }
  const address = place ?? config.backup?.to;
  if (address === undefined) {
    throw new CommandError(
      'Say where the backups are: --to or --from with a directory or s3://bucket/prefix, or MILLRACE_BACKUP_TO.',
    );
  }
  return { config, address, log: createLog(config.logLevel) };
}

async function explained(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const message = operatorMessage(error);
    throw message === undefined ? error : new CommandError(message, exitCodes.unavailable);
  }
}
