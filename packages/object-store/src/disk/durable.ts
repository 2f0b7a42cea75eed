import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { systemErrorCode } from '../kernel/error.js';

/** Makes the entries of a directory durable: a created, renamed or removed file is only safe after this. */
export async function syncDirectory(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Renames onto `to` and waits until the change has reached the disk. */
export async function renameDurably(from: string, to: string): Promise<void> {
  await rename(from, to);
  await syncDirectory(dirname(to));
}

/** Like `renameDurably`, for a file that may take the place of another. */
export async function replaceDurably(from: string, to: string): Promise<void> {
  await freeingLater(to, () => renameDurably(from, to));
}

/** Removes a file durably; false if it was not there. */
export async function removeDurably(path: string): Promise<boolean> {
  return await freeingLater(path, async () => {
    try {
      await rm(path);
    } catch (error) {
      if (systemErrorCode(error) === 'ENOENT') return false;
      throw error;
    }
    await syncDirectory(dirname(path));
    return true;
  });
}

/** Removes a file, if it is there, that nothing durable names. */
export async function removeFreeingLater(path: string): Promise<void> {
  await freeingLater(path, () => rm(path, { force: true }));
}

/**
 * Keeps the file at `path` open while `action` takes its name away, and closes it without waiting for that: the system frees a
 * file's blocks with its last user, and ext4 takes 1.2 s for each GiB (measured), in which nobody could be answered.
 */
async function freeingLater<T>(path: string, action: () => Promise<T>): Promise<T> {
  // Whether there is none or it cannot be opened: then freeing it happens in between, no more.
  const old = await open(path, 'r').catch(() => undefined);
  try {
    return await action();
  } finally {
    // Closing a file that was only opened for reading has nothing to report.
    old?.close().catch(() => undefined);
  }
}

/** Makes a directory under an existing one; it may be there already. Afterwards it is durable in either case. */
export async function makeDirectory(path: string): Promise<void> {
  try {
    await mkdir(path);
  } catch (error) {
    if (systemErrorCode(error) !== 'EEXIST') throw error;
  }
  await syncDirectory(dirname(path));
}

/** Writes a new small file whole: temporary name, sync, rename, sync of the directory. */
export async function writeDurably(temporary: string, path: string, content: string): Promise<void> {
  await writeSynced(temporary, content);
  await renameDurably(temporary, path);
}

/** Writes a new small file and syncs it; its name is not durable yet. */
export async function writeSynced(path: string, content: string | Buffer): Promise<void> {
  const handle = await open(path, 'wx');
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
