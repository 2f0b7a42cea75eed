import { createHash, randomUUID } from 'node:crypto';
import { link, readFile, readlink, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDiskFull, systemErrorCode } from '../kernel/error.js';

/** Between two looks at a lock that another process takes over. */
const TAKEOVER_PAUSE_MS = 20;

/** Another process uses the directory. The message names it. */
export class DirectoryInUseError extends Error {
  override readonly name = 'DirectoryInUseError';
}

/**
 * Claims a directory for this process with a lock file, because indexes and gates are in memory. A lock of a process that
 * has ended is taken over. Of several processes that claim it at the same time, one gets it. Returns the function that
 * releases the lock.
 * @throws DirectoryInUseError
 */
export async function lockDirectory(path: string): Promise<() => Promise<void>> {
  const started = shorten(await processStart(process.pid));
  const mine = JSON.stringify({ pid: process.pid, started, id: randomUUID().slice(0, 8) });
  const release = async () => {
    if ((await readIfAny(path)) === mine) await rm(path, { force: true });
  };
  for (;;) {
    if (await createLock(path, mine)) return release;
    const found = await readIfAny(path);
    if (found === undefined) continue;
    const holder = await liveHolder(found);
    if (holder !== undefined) {
      throw new DirectoryInUseError(`the object store directory is in use by process ${holder} (${path})`);
    }
    if (await takeOver(path, found, mine)) return release;
  }
}

/** The file that gives one process the right to replace a stale lock. */
export const takeoverOf = (path: string, stale: string): string =>
  `${path}.${createHash('sha256').update(stale).digest('hex').slice(0, 16)}`;

/** False when another process is about to take over, or has done it. */
async function takeOver(path: string, stale: string, mine: string): Promise<boolean> {
  const takeover = takeoverOf(path, stale);
  if (!(await createLock(takeover, mine))) {
    const other = await readIfAny(takeover);
    if (other !== undefined && (await liveHolder(other)) === undefined) await rm(takeover, { force: true });
    await sleep(TAKEOVER_PAUSE_MS);
    return false;
  }
  try {
    if ((await readIfAny(path)) !== stale) return false;
    const temporary = `${path}.${randomUUID()}`;
    await writeLock(temporary, mine);
    await rename(temporary, path);
    return true;
  } finally {
    await rm(takeover, { force: true });
  }
}

/** Creates a lock together with its content, so that nobody reads half of it. False when there is one. */
async function createLock(path: string, content: string): Promise<boolean> {
  const temporary = `${path}.${randomUUID()}`;
  await writeLock(temporary, content);
  try {
    await link(temporary, path);
    return true;
  } catch (error) {
    if (systemErrorCode(error) === 'EEXIST') return false;
    // The file system has no hard links, or does not link a symbolic link.
    return await createWithoutLink(path, content);
  } finally {
    await rm(temporary, { force: true });
  }
}

/** A symbolic link to nowhere is also created together with its content. */
async function createWithoutLink(path: string, content: string): Promise<boolean> {
  try {
    await symlink(content, path);
    return true;
  } catch (error) {
    if (systemErrorCode(error) === 'EEXIST') return false;
    throw error;
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

async function liveHolder(content: string): Promise<number | undefined> {
  let lock: unknown;
  try {
    lock = JSON.parse(content);
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
