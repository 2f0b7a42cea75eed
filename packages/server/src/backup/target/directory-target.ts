import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { BackupError } from './backup-error.js';
import type { BackupTarget, TargetObject } from './target.js';

/** Marks files that are being written; a crash may leave some, which nothing reads. */
const PASSING = '.passing-';

/** Backups in a directory, which is made when it is missing; only its owner can read it. */
export function directoryTarget(directory: string): BackupTarget {
  const pathOf = (name: string) => join(directory, ...name.split('/'));
  return {
    address: directory,
    async list(prefix) {
      const folder = pathOf(prefix.slice(0, prefix.lastIndexOf('/') + 1));
      const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(missingIsEmpty);
      const names = entries
        .filter((entry) => entry.isFile() && !entry.name.includes(PASSING))
        .map((entry) => relative(directory, join(entry.parentPath, entry.name)).split(sep).join('/'))
        .filter((name) => name.startsWith(prefix));
      const objects: TargetObject[] = [];
      for (const name of names) objects.push({ name, size: (await stat(pathOf(name))).size });
      return objects;
    },
    async write(name, content) {
      const path = pathOf(name);
      const passing = `${path}${PASSING}${randomBytes(4).toString('hex')}`;
      try {
        await mkdir(dirname(path), { recursive: true, mode: 0o700 });
        const file = await open(passing, 'wx', 0o600);
        try {
          await file.writeFile(content);
          await file.sync();
        } finally {
          await file.close();
        }
        await rename(passing, path);
        await syncDirectory(dirname(path));
      } catch (error) {
        await rm(passing, { force: true }).catch(() => undefined);
        const reason = error instanceof Error ? error.message : String(error);
        throw new BackupError(
          `The backup cannot be written to ${directory} (${reason}). Check the disk and its permissions.`,
          {
            cause: error,
          },
        );
      }
    },
    async read(name) {
      const file = await open(pathOf(name)).catch((error: unknown) => {
        throw new BackupError(`${pathOf(name)} cannot be read. The backup is not complete.`, { cause: error });
      });
      return createReadStream('', { fd: file });
    },
    async remove(names) {
      for (const name of names) await rm(pathOf(name), { force: true });
      for (const folder of new Set(names.map((name) => dirname(pathOf(name))))) await removeEmpty(folder);
    },
    close: () => undefined,
  };
}

/** A rename survives a power failure once its directory is synced. */
async function syncDirectory(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

function missingIsEmpty(error: NodeJS.ErrnoException): never[] {
  if (error.code === 'ENOENT') return [];
  throw new BackupError(
    `The directory of the backups cannot be read (${error.message}). Check its path and permissions.`,
    {
      cause: error,
    },
  );
}

async function removeEmpty(folder: string): Promise<void> {
  const left = await readdir(folder).catch(missingIsEmpty);
  if (left.length === 0) await rm(folder, { recursive: true, force: true });
}
