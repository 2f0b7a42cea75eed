import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { OURS } from './cluster.js';
import { birthOf } from './process-table.js';

/** A record that this process uses the cluster, so that no other process stops its PostgreSQL. */
export interface Ownership {
  /** Ends it. @returns whether no other living process uses the cluster */
  release(): Promise<boolean>;
}

/** Records the use of a cluster. To be done before looking for a running server: stopping a server checks these records last. */
export async function recordOwnership(cluster: string): Promise<Ownership> {
  const folder = join(cluster, OURS, 'owners');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const name = `${process.pid}-${randomUUID()}`;
  const path = join(folder, name);
  await writeFile(path, (await birthOf(process.pid)) ?? '', { mode: 0o600 });
  return {
    async release() {
      await rm(path, { force: true });
      return !(await hasOwner(folder));
    },
  };
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
