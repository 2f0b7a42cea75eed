import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DataDirectoryError, directoryFailure, programFailure } from './errors.js';
import { createPrivate, type Home } from './home.js';
import { MAJOR_VERSION, type Programs } from './programs.js';

/** The superuser of the cluster, which owns the schema, and its database. */
const USER = 'millrace';
const DATABASE = 'postgres';
/** The role the servers work as (D67): no superuser, and not the owner of the audit log. */
export const SERVER_USER = 'millrace_server';

/** A folder of ours inside the cluster: the password and who uses the cluster. PostgreSQL leaves it alone. */
export const OURS = 'millrace';

const SERVER_PASSWORD = 'server-password';

/**
 * Makes sure the cluster exists and is one of ours.
 * @returns the password of its user
 * @throws DataDirectoryError when the directory holds something else or another major version
 */
export async function ensureCluster(home: Home, programs: Programs, durable: boolean): Promise<string> {
  if (!(await exists(home.cluster))) await createCluster(home, programs, durable);
  const version = await readFile(join(home.cluster, 'PG_VERSION'), 'utf8').catch((error: unknown) => {
    throw new DataDirectoryError(
      'this is no PostgreSQL cluster Millrace can read',
      home.cluster,
      'Move it away, or set MILLRACE_DATA_DIR to another directory',
      { cause: error },
    );
  });
  if (version.trim() !== MAJOR_VERSION) {
    throw new DataDirectoryError(
      `it was made by PostgreSQL ${version.trim()} and this is PostgreSQL ${MAJOR_VERSION}`,
      home.cluster,
      'Export it with the Millrace that made it, or use that version',
    );
  }
  return readPassword(home.cluster);
}

/**
 * The password of the user that owns a cluster.
 * @throws DataDirectoryError when this process may not read it
 */
export async function readPassword(cluster: string): Promise<string> {
  const password = await readFile(join(cluster, OURS, 'password'), 'utf8').catch((error: unknown) => {
    throw new DataDirectoryError(
      'it holds no readable password of Millrace',
      cluster,
      'Start Millrace as the user who created it, or set MILLRACE_DATA_DIR to another directory',
      { cause: error },
    );
  });
  return password.trim();
}

/** The address of a running cluster, by default for its superuser. */
export const clusterUrl = (password: string, port: number, user: string = USER): string =>
  `postgres://${user}:${password}@127.0.0.1:${port}/${DATABASE}?sslmode=disable`;

/** Built under a passing name and renamed when complete: of several servers the first one wins, none sees half. */
async function createCluster(home: Home, programs: Programs, durable: boolean): Promise<void> {
  const passing = `${home.cluster}.${randomBytes(6).toString('hex')}`;
  const passwordFile = `${passing}.password`;
  const password = newPassword();
  try {
    await createPrivate(passing, home.account);
    await writePrivate(passwordFile, password, home);
    await initialize(passing, passwordFile, home, programs, durable);
    await mkdir(join(passing, OURS), { mode: 0o755 });
    await writePrivate(join(passing, OURS, 'password'), password, home);
    await rename(passing, home.cluster);
  } catch (error) {
    await rm(passing, { recursive: true, force: true });
    if (!(await exists(home.cluster))) throw directoryFailure(error, home.path);
  } finally {
    await rm(passwordFile, { force: true });
  }
}

/** The password of {@link SERVER_USER}; undefined in a cluster that never had one. */
export async function readServerPassword(cluster: string): Promise<string | undefined> {
  const text = await readFile(join(cluster, OURS, SERVER_PASSWORD), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw directoryFailure(error, cluster);
  });
  return text?.trim();
}

/** Keeps a new password of {@link SERVER_USER}, whole or not at all. */
export async function createServerPassword(home: Home): Promise<string> {
  const path = join(home.cluster, OURS, SERVER_PASSWORD);
  const passing = `${path}.${randomBytes(6).toString('hex')}`;
  const password = newPassword();
  try {
    await writePrivate(passing, password, home);
    await rename(passing, path);
  } catch (error) {
    await rm(passing, { force: true });
    throw directoryFailure(error, home.cluster);
  }
  return password;
}

const newPassword = (): string => randomBytes(24).toString('base64url');

async function writePrivate(path: string, text: string, home: Home): Promise<void> {
  await writeFile(path, `${text}\n`, { mode: 0o600, flag: 'wx' });
  if (home.account !== undefined) await chown(path, home.account.uid, home.account.gid);
}

async function initialize(
  cluster: string,
  passwordFile: string,
  home: Home,
  programs: Programs,
  durable: boolean,
): Promise<void> {
  const args = ['-D', cluster, '-U', USER, '--pwfile', passwordFile, '--auth', 'scram-sha-256', '--data-checksums'];
  // The same order and case rules on every machine, whatever its locale.
  args.push('--encoding', 'UTF8', '--locale', 'C', '--locale-provider', 'builtin', '--builtin-locale', 'C.UTF-8');
  if (!durable) args.push('--no-sync');
  const { code, output } = await run(programs.initdb, args, home);
  if (code !== 0) throw programFailure('initdb', output, home.path);
}

function run(program: string, args: readonly string[], home: Home): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      ...home.account,
      cwd: home.path,
      env: cleanEnvironment(),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const collect = (chunk: Buffer) => {
      output += chunk.toString();
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, output }));
  });
}

/** Nothing of the caller's environment: variables such as PGPORT or PGOPTIONS would change what is started. */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH ?? '', LC_ALL: 'C', TZ: 'UTC' };
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
