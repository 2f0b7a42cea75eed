import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { chmod, chown, mkdir, symlink } from 'node:fs/promises';
import { join, normalize, sep } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { Header } from 'tar-stream';
import type { Account } from '../../postgres/embedded/account.js';
import { createPrivate } from '../../postgres/embedded/home.js';
import type { BackupRecord } from '../base/backup-record.js';
import type { BackupProgress } from '../base/take-base-backup.js';
import { BackupError } from '../target/backup-error.js';
import type { BackupTarget } from '../target/target.js';
import type { RestorePlan } from './choose-backup.js';

/** Folder inside the cluster that recovery reads the log from. */
export const RESTORED_LOG = 'restored-log';

/** Where to, and which account PostgreSQL runs as. */
export interface Destination {
  readonly directory: string;
  readonly account: Account | undefined;
}

/**
 * Unpacks a base backup and checks every byte of it.
 *
 * @throws BackupError when the backup is damaged
 */
export async function unpackBackup(
  target: BackupTarget,
  record: BackupRecord,
  { directory, account }: Destination,
  progress: BackupProgress,
): Promise<void> {
  await createPrivate(directory, account);
  const own = async (path: string) => {
    if (account !== undefined) await chown(path, account.uid, account.gid);
  };
  const { extract } = await import('tar-stream');
  const unpacking = extract();
  const reading = pipeline(Readable.from(checkedParts(target, record, progress)), createGunzip(), unpacking);
  try {
    for await (const entry of unpacking) {
      const path = pathOf(directory, entry.header);
      if (entry.header.type === 'directory') {
        await mkdir(path, { recursive: true, mode: 0o700 });
        // The archive may name a directory after files in it.
        await chmod(path, (entry.header.mode ?? 0o700) & 0o777);
        await own(path);
      } else if (entry.header.type === 'symlink') await symlink(entry.header.linkname ?? '', path);
      else {
        await pipeline(entry, createWriteStream(path, { mode: 0o600 }));
        await own(path);
      }
      entry.resume();
    }
    await reading;
  } catch (error) {
    await reading.catch(() => undefined);
    throw error;
  }
}

/** Names of the archive are relative; anything else would write outside of the directory. */
function pathOf(directory: string, { name }: Header): string {
  const path = normalize(join(directory, name));
  if (path === normalize(directory) || path.startsWith(`${normalize(directory)}${sep}`)) return path;
  throw new BackupError(`The backup names the file ${name}, which is outside of the database. It is damaged.`);
}

async function* checkedParts(
  target: BackupTarget,
  record: BackupRecord,
  progress: BackupProgress,
): AsyncGenerator<Buffer> {
  const total = record.parts.reduce((sum, { size }) => sum + size, 0);
  let done = 0;
  for (const { name, size, sha256 } of record.parts) {
    const pieces: Buffer[] = [];
    for await (const piece of await target.read(name)) pieces.push(piece);
    const content = Buffer.concat(pieces);
    if (content.length !== size || createHash('sha256').update(content).digest('hex') !== sha256) {
      throw new BackupError(
        `${name} in ${target.address} is damaged: it is not what was written. Use another backup (--at).`,
      );
    }
    yield content;
    done += size;
    progress(done, total);
  }
}

/** Fetches the log that recovery will read, into the cluster. */
export async function fetchLog(
  target: BackupTarget,
  log: RestorePlan['log'],
  { directory, account }: Destination,
  progress: BackupProgress,
): Promise<void> {
  const folder = join(directory, RESTORED_LOG);
  await createPrivate(folder, account);
  const total = log.reduce((sum, { size }) => sum + size, 0);
  let done = 0;
  for (const { object, file, size } of log) {
    const path = join(folder, file);
    await pipeline(await target.read(object), createGunzip(), createWriteStream(path, { mode: 0o600 })).catch(
      (error: unknown) => {
        const reason = error instanceof Error ? error.message : String(error);
        throw new BackupError(`${object} in ${target.address} is damaged (${reason}).`, { cause: error });
      },
    );
    if (account !== undefined) await chown(path, account.uid, account.gid);
    done += size;
    progress(done, total);
  }
}
