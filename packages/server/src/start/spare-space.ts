import { randomBytes } from 'node:crypto';
import { open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { storeSpace } from '@millrace/object-store';
import type { Log } from '../kernel/log.js';

/** The server and its PostgreSQL start with 6 MB (measured). PostgreSQL extends its log by files of 16 MiB. */
export const SPARE_BYTES = 32 * 1024 * 1024;
/** The file is only written where at least this many times its size is free. */
const LEAST_TIMES_FREE = 4;
const PIECE_BYTES = 1024 * 1024;

/** The file in the data directory that takes space for a start on a full disk. */
export const spareFile = (dataDirectory: string): string => join(dataDirectory, 'spare-space');

/**
 * Frees the space that an earlier start has kept, if the disk is full. PostgreSQL does not start without any free space, and
 * without a server nobody could delete files.
 */
export async function useSpareSpace(dataDirectory: string, log: Log): Promise<void> {
  const { freeBytes } = await storeSpace(dataDirectory);
  const file = spareFile(dataDirectory);
  if (freeBytes >= SPARE_BYTES || (await sizeOf(file)) === undefined) return;
  await rm(file, { force: true });
  log.warn(
    { freeBytes, file },
    'The disk of the data directory is full. The server removed the file that it keeps for this case, to start. Free space now, for example with "millrace file purge", or enlarge the disk.',
  );
}

/** Keeps space for a later start on a full disk, unless the file exists or the disk is too small for it. */
export async function keepSpareSpace(dataDirectory: string, log: Log): Promise<void> {
  const file = spareFile(dataDirectory);
  if ((await sizeOf(file)) === SPARE_BYTES) return;
  const { freeBytes } = await storeSpace(dataDirectory);
  if (freeBytes < LEAST_TIMES_FREE * SPARE_BYTES) return;
  try {
    await fill(file);
  } catch (error) {
    await rm(file, { force: true });
    log.warn({ err: error, file }, 'No space could be kept for a start on a full disk.');
  }
}

/** With random bytes, which no file system compresses. Several processes may do it at the same time. */
async function fill(file: string): Promise<void> {
  const piece = randomBytes(PIECE_BYTES);
  const handle = await open(file, 'w', 0o600);
  try {
    for (let at = 0; at < SPARE_BYTES; at += PIECE_BYTES) await handle.write(piece, 0, PIECE_BYTES, at);
  } finally {
    await handle.close();
  }
}

async function sizeOf(file: string): Promise<number | undefined> {
  try {
    return (await stat(file)).size;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
