import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { systemErrorCode } from '../kernel/error.js';

/** Syncs a directory. A created, renamed or removed file survives a crash only after this. */
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

/** Like `renameDurably`, for a file that may replace another. */
export async function replaceDurably(from: string, to: string): Promise<void> {
  await freeingLater(to, () => renameDurably(from, to));
}

/** Removes a file durably. Returns false if it did not exist. */
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

/** Removes a file, if it exists, without waiting until the removal is durable. */
export async function removeFreeingLater(path: string): Promise<void> {
  await freeingLater(path, () => rm(path, { force: true }));
}

/**
 * Keeps the file at `path` open while `action` removes its name, and then closes it without waiting. The system frees a file's
 * blocks when its last user closes it. ext4 takes 1.2 s for each GiB (measured), and the caller need not wait for that.
 */
async function freeingLater<T>(path: string, action: () => Promise<T>): Promise<T> {
  // If the file does not exist or cannot be opened, `action` frees the blocks itself, which is only slower.
  const old = await open(path, 'r').catch(() => undefined);
  try {
    return await action();
  } finally {
    // Closing a file that was opened for reading cannot lose data, so an error has no consequence.
    old?.close().catch(() => undefined);
  }
}

/** Creates a directory unless it exists, and makes it durable in both cases. */
export async function makeDirectory(path: string): Promise<void> {
  try {
    await mkdir(path);
  } catch (error) {
    if (systemErrorCode(error) !== 'EEXIST') throw error;
  }
  await syncDirectory(dirname(path));
}

/** Writes a small file atomically and durably: temporary name, sync, rename, sync of the directory. */
export async function writeDurably(temporary: string, path: string, content: string): Promise<void> {
  await writeSynced(temporary, content);
  await renameDurably(temporary, path);
}

/** Writes a new small file and syncs its content. Its name is not durable yet. */
export async function writeSynced(path: string, content: string | Buffer): Promise<void> {
  const handle = await open(path, 'wx');
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
