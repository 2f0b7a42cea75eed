import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const exec = promisify(execFile);

/**
 * Whether a process with this id runs, of any owner. A zombie (dead, not collected by its parent) does not: in a container
 * a PostgreSQL that a killed server left behind may never be collected.
 */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false;
  }
  return process.platform !== 'linux' || !/^[ZX]$/.test(statFields(pid)[0] ?? '');
}

/** The fields of `/proc/<pid>/stat` from the third, the state, on. The second may hold spaces and parentheses. */
function statFields(pid: number): readonly string[] {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return line.slice(line.lastIndexOf(')') + 2).split(' ');
  } catch {
    // It ended since, or the system hides processes of others: then the signal is all there is to go by.
    return [];
  }
}

/**
 * Tells a process from a later one that got the same id (in containers ids repeat at every start).
 * @returns a text that differs between the two, or undefined when there is no such process
 */
export async function birthOf(pid: number): Promise<string | undefined> {
  if (!isAlive(pid)) return undefined;
  if (process.platform === 'linux') {
    const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '');
    const started = statFields(pid)[19];
    return started === undefined ? undefined : `${boot.trim()}:${started}`;
  }
  const { stdout } = await exec('ps', ['-o', 'lstart=', '-p', String(pid)]).catch(() => ({ stdout: '' }));
  return stdout.trim() === '' ? undefined : stdout.trim();
}

/**
 * Whether this process is a PostgreSQL server started on the given cluster directory, by its command line: the only
 * thing that root in a container may see of a process of another account.
 */
export async function isPostmasterOf(pid: number, cluster: string): Promise<boolean> {
  if (!isAlive(pid)) return false;
  if (process.platform === 'linux') {
    const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    return line.includes(`\0-D\0${cluster}\0`);
  }
  const { stdout } = await exec('ps', ['-o', 'args=', '-p', String(pid)]).catch(() => ({ stdout: '' }));
  return stdout.includes(`-D ${cluster} `);
}
