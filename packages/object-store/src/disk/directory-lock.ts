import { createHash, randomUUID } from 'node:crypto';
import { readFile, readlink, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDiskFull, systemErrorCode } from '../kernel/error.js';

/** Another process uses the directory. The message names it. */
export class DirectoryInUseError extends Error {
  override readonly name = 'DirectoryInUseError';
}

/**
 * Claims a directory for this process with a lock file, because indexes and gates are in memory. A lock of a process that
 * has ended is taken over. Returns the function that releases the lock.
 * @throws DirectoryInUseError
 */
export async function lockDirectory(path: string): Promise<() => Promise<void>> {
  const started = shorten(await processStart(process.pid));
  const mine = JSON.stringify({ pid: process.pid, started, id: randomUUID().slice(0, 8) });
  try {
    await writeFile(path, mine, { flag: 'wx' });
  } catch (error) {
    if (!isDiskFull(error) && systemErrorCode(error) !== 'EEXIST') throw error;
    const holder = await liveHolder(path);
    if (holder !== undefined) {
      throw new DirectoryInUseError(`the object store directory is in use by process ${holder} (${path})`);
    }
    await takeOver(path, mine);
  }
  return async () => {
    if ((await readIfAny(path)) === mine) await rm(path, { force: true });
  };
}

/** Two processes may find the same stale lock. The later rename wins, and the other process sees that after a moment. */
async function takeOver(path: string, mine: string): Promise<void> {
  const temporary = `${path}.${randomUUID()}`;
  await writeLock(temporary, mine);
  await rename(temporary, path);
  await sleep(50);
  if ((await readIfAny(path)) !== mine) {
    throw new DirectoryInUseError(`the object store directory is in use (${path})`);
  }
}

/**
 * On a full disk, the lock is a symbolic link to nowhere whose target is the content. File systems keep a short target with
 * the link itself (ext4 up to 59 bytes), while a file needs a block for its content.
 */
async function writeLock(path: string, content: string): Promise<void> {
  try {
    await writeFile(path, content, { flag: 'wx' });
  } catch (error) {
    if (!isDiskFull(error)) throw error;
    await rm(path, { force: true });
    await symlink(content, path);
  }
}

async function readIfAny(path: string): Promise<string | undefined> {
  try {
    return await readlink(path);
  } catch {
    // Not a symbolic link, or gone.
  }
  try {
    return await readFile(path, 'utf8');
  } catch {
    return undefined;
  }
}

async function liveHolder(path: string): Promise<number | undefined> {
  let lock: unknown;
  try {
    lock = JSON.parse((await readIfAny(path)) ?? '');
  } catch {
    return undefined;
  }
  if (typeof lock !== 'object' || lock === null || !('pid' in lock) || typeof lock.pid !== 'number') return undefined;
  const started = 'started' in lock && typeof lock.started === 'string' ? lock.started : undefined;
  return (await isAlive(lock.pid, started)) ? lock.pid : undefined;
}

/** Process ids are reused, above all in containers. Where the system tells the start time, it must be the same too. */
async function isAlive(pid: number, started: string | undefined): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (systemErrorCode(error) === 'ESRCH') return false;
  }
  const now = await processStart(pid);
  if (now === 'zombie') return false;
  // Earlier versions kept the whole text.
  return started === undefined || now === undefined || now === started || shorten(now) === started;
}

/** Enough to tell two starts apart, and short. */
function shorten(started: string | undefined): string | undefined {
  return started === undefined ? undefined : createHash('sha256').update(started).digest('hex').slice(0, 10);
}

/** Boot id and start ticks of a process on Linux, `zombie` for a dead one not yet reaped; undefined elsewhere. */
async function processStart(pid: number): Promise<string | undefined> {
  try {
    const boot = (await readFile('/proc/sys/kernel/random/boot_id', 'utf8')).trim();
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    // The command is in parentheses and may contain spaces. State is field 3 and start time is field 22 (proc(5)).
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' || fields[0] === 'X' ? 'zombie' : `${boot}/${fields[19] ?? ''}`;
  } catch {
    return undefined;
  }
}
