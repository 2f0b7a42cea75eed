import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The process id of the embedded PostgreSQL of a data directory; undefined when none runs. */
export async function findPostmaster(dataDirectory: string): Promise<number | undefined> {
  const postgres = join(dataDirectory, 'postgres');
  // Where PostgreSQL cannot enter the data directory, this file says where it runs instead.
  const elsewhere = await readFile(join(postgres, 'cluster-location'), 'utf8').catch(() => undefined);
  const pidFile = join(elsewhere?.trim() ?? postgres, 'cluster', 'postmaster.pid');
  const text = await readFile(pidFile, 'utf8').catch(() => '');
  const pid = Number(text.split('\n')[0]);
  return Number.isInteger(pid) && pid > 1 && isAlive(pid) ? pid : undefined;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
