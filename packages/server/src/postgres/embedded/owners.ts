import { randomUUID } from 'node:crypto';
import { chmod, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { OURS } from './cluster.js';
import { directoryFailure } from './errors.js';
import { birthOf } from './process-table.js';

/** A record that this process uses the cluster, so that no other process stops its PostgreSQL. */
export interface Ownership {
  /** Ends it. @returns whether no other living process uses the cluster */
  release(): Promise<boolean>;
}

/** Records the use of a cluster. To be done before looking for a running server: stopping a server checks these records last. */
export async function recordOwnership(cluster: string): Promise<Ownership> {
  const folder = join(cluster, OURS, 'owners');
  // Readable for PostgreSQL's account, which may not be ours and copies the folder into backups; nobody else gets this far.
  await mkdir(folder, { recursive: true, mode: 0o755 });
  for (const path of [join(cluster, OURS), folder]) await chmod(path, 0o755).catch(ignoreForeign);
  const name = `${process.pid}-${randomUUID()}`;
  const path = join(folder, name);
  try {
    await writeFile(path, (await birthOf(process.pid)) ?? '', { mode: 0o644 });
  } catch (error) {
    // On a full disk the record may exist without content, and would count as long as this process lives.
    await rm(path, { force: true });
    throw directoryFailure(error, cluster);
  }
  return {
    async release() {
      await rm(path, { force: true });
      return !(await hasOwner(folder));
    },
  };
}

/** A folder of another account keeps its mode. */
function ignoreForeign(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPERM') throw error;
}

/** Removes records of processes that died without releasing. */
async function hasOwner(folder: string): Promise<boolean> {
  let found = false;
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const [birth, recorded] = await Promise.all([
      birthOf(Number.parseInt(name, 10)),
      readFile(path, 'utf8').catch(() => undefined),
    ]);
    if (birth !== undefined && birth === recorded) found = true;
    else if (recorded !== undefined && recorded !== '') await rm(path, { force: true });
    else if (recorded === '' && birth !== undefined) found = true;
  }
  return found;
}
