import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isPostmasterOf } from './process-table.js';

/** What `postmaster.pid` says about a server that runs on a cluster. */
export interface RunningPostmaster {
  readonly pid: number;
  readonly port: number;
  /** `ready` accepts connections; others are `starting`, `stopping` and `standby`. */
  readonly status: string;
}

/**
 * The server that runs on this cluster, whichever process started it. The file of a dead server, whose process id may
 * belong to another process by now, is removed: PostgreSQL would refuse to start over it.
 */
export async function findRunning(cluster: string): Promise<RunningPostmaster | undefined> {
  const { text, running } = await readPostmasterFile(cluster);
  if (running !== undefined || text === undefined) return running;
  // Between reading and removing, a server may have started and written its own.
  const path = pathOf(cluster);
  const again = await readFile(path, 'utf8').catch(() => undefined);
  if (again === text) await rm(path, { force: true });
  return undefined;
}

/** What the file says, and the server that it names if that server runs. Changes nothing. */
export async function readPostmasterFile(
  cluster: string,
): Promise<{ readonly text?: string; readonly running?: RunningPostmaster }> {
  const text = await readFile(pathOf(cluster), 'utf8').catch(() => undefined);
  if (text === undefined) return {};
  const lines = text.split('\n');
  const pid = Number(lines[0]);
  // Half a file is of a server that starts just now.
  if (!Number.isInteger(pid) || pid <= 0) return {};
  if (!(await isPostmasterOf(pid, cluster))) return { text };
  return { text, running: { pid, port: Number(lines[3]), status: (lines[7] ?? 'starting').trim() } };
}

const pathOf = (cluster: string): string => join(cluster, 'postmaster.pid');
