import { randomBytes } from 'node:crypto';
import { chown, mkdir, readFile, realpath, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { type Account, canReach, chooseAccount } from './account.js';
import { DataDirectoryError, directoryFailure } from './errors.js';

/** Where the cluster lives and as whom PostgreSQL runs there. */
export interface Home {
  /** Holds `cluster`, and a copy of the programs if one was needed. */
  readonly path: string;
  readonly cluster: string;
  readonly account: Account | undefined;
}

/** Names the home in the data directory when it is elsewhere. */
const POINTER = 'cluster-location';

/** Reachable for every account and kept across restarts, as the file system hierarchy standard has it. */
const FALLBACK = '/var/lib/millrace';

/**
 * Finds the home of the cluster: the data directory itself or, when Millrace runs as root and the account PostgreSQL
 * runs as cannot enter it (it is below /root or another closed directory), a directory in the fallback that a pointer
 * file in the data directory names from then on.
 * @throws DataDirectoryError when neither can be used
 */
export async function findHome(dataDirectory: string, fallback: string = FALLBACK): Promise<Home> {
  await createDirectory(resolve(dataDirectory));
  // A running PostgreSQL is recognized by this path, so every way to write it must give the same.
  const directory = await realpath(dataDirectory);
  await refuseForeign(directory);
  const pointed = await readPointer(directory);
  if (pointed !== undefined) return homeAt(pointed);
  const home = await homeAt(directory);
  if (await canReach(directory, home.account)) return home;
  return createElsewhere(directory, fallback);
}

/**
 * Where the cluster of a data directory is; undefined when there is none yet. Creates nothing.
 * @throws DataDirectoryError when the place that the data directory names is gone
 */
export async function findCluster(dataDirectory: string): Promise<string | undefined> {
  const directory = await realpath(dataDirectory).catch(() => undefined);
  if (directory === undefined) return undefined;
  const cluster = join((await readPointer(directory)) ?? directory, 'cluster');
  return (await stat(cluster).catch(() => undefined)) === undefined ? undefined : cluster;
}

async function homeAt(path: string): Promise<Home> {
  const cluster = join(path, 'cluster');
  const owner = await stat(cluster).catch(() => undefined);
  return { path, cluster, account: await chooseAccount(owner) };
}

async function createElsewhere(directory: string, fallback: string): Promise<Home> {
  const name = `${basename(dirname(directory))}-${randomBytes(6).toString('hex')}`;
  const path = join(fallback, name);
  await createDirectory(path);
  const home = await homeAt(path);
  if (!(await canReach(path, home.account))) {
    throw new DataDirectoryError(
      `the account PostgreSQL runs as (uid ${home.account?.uid}) can enter neither it nor ${fallback}`,
      directory,
      'Set MILLRACE_DATA_DIR to a directory whose parents others may enter, or run Millrace as another user than root',
    );
  }
  // Of several servers starting at once the first pointer counts.
  const pointer = join(directory, POINTER);
  try {
    await writeFile(pointer, `${path}\n`, { flag: 'wx' });
  } catch {
    return homeAt((await readPointer(directory)) ?? path);
  }
  return home;
}

async function readPointer(directory: string): Promise<string | undefined> {
  const text = await readFile(join(directory, POINTER), 'utf8').catch(() => undefined);
  const path = text?.trim();
  if (path === undefined || path === '') return undefined;
  await stat(path).catch((error: unknown) => {
    throw new DataDirectoryError(
      `its cluster was kept in ${path}, which is gone`,
      directory,
      `Restore that directory, or delete ${join(directory, POINTER)} to start with an empty database`,
      { cause: error },
    );
  });
  return path;
}

async function createDirectory(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true, mode: 0o755 });
  } catch (error) {
    throw directoryFailure(error, path);
  }
}

/** The data directory belongs to another PostgreSQL installation. */
async function refuseForeign(directory: string): Promise<void> {
  const found = await stat(join(directory, 'PG_VERSION')).catch(() => undefined);
  if (found === undefined) return;
  throw new DataDirectoryError(
    'this is the data directory of a PostgreSQL that Millrace did not create',
    directory,
    'Start that PostgreSQL and set DATABASE_URL, or set MILLRACE_DATA_DIR to another directory',
  );
}

/** Makes a new directory in the home that PostgreSQL's account owns and no other account may enter. */
export async function createPrivate(path: string, account: Account | undefined): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 });
    if (account !== undefined) await chown(path, account.uid, account.gid);
  } catch (error) {
    throw directoryFailure(error, path);
  }
}
