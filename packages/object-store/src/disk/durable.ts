import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { systemErrorCode } from '../error.js';

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

/** Removes a file durably; false if it was not there. */
export async function removeDurably(path: string): Promise<boolean> {
  try {
    await rm(path);
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return false;
    throw error;
  }
  await syncDirectory(dirname(path));
  return true;
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

/** Writes a small file whole: temporary name, sync, rename, sync of the directory. */
export async function writeDurably(temporary: string, path: string, content: string): Promise<void> {
  const handle = await open(temporary, 'wx');
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await renameDurably(temporary, path);
}
