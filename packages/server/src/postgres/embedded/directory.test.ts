import { execFile } from 'node:child_process';
import { chmod, chown, cp, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startOwner } from '../../testing/owner-process.js';
import { quietLog } from '../../testing/quiet-log.js';
import { connect } from '../connection/pool.js';
import { canReach, chooseAccount } from './account.js';
import { DataDirectoryError, directoryFailure, programFailure } from './errors.js';
import { findPrograms, locatePackage } from './programs.js';
import { startEmbeddedPostgres } from './start.js';

const exec = promisify(execFile);
const root = process.getuid?.() === 0;
const NOBODY = 65_534;

let parent: string;
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'millrace-directory-'));
  await chmod(parent, 0o755);
});
afterEach(() => rm(parent, { recursive: true, force: true }));

const starting = (dataDirectory: string) => startEmbeddedPostgres({ dataDirectory, log: quietLog, durable: false });
const failing = async (dataDirectory: string) => {
  const error = await starting(dataDirectory).then(
    async (postgres) => postgres.stop(),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(DataDirectoryError);
  return String(error);
};

describe('[D34] a data directory that cannot be used', () => {
  it('is a file', async () => {
    await writeFile(join(parent, 'file'), '');
    expect(await failing(join(parent, 'file'))).toContain(`${join(parent, 'file')}: there is a file where`);
    expect(await failing(join(parent, 'file', 'below'))).toContain('Set MILLRACE_DATA_DIR to');
  });

  it('holds a PostgreSQL that is not ours', async () => {
    await writeFile(join(parent, 'PG_VERSION'), '16\n');
    expect(await failing(parent)).toContain('that Millrace did not create');
  });

  it('holds a cluster of another PostgreSQL version', async () => {
    await mkdir(join(parent, 'cluster'));
    await writeFile(join(parent, 'cluster', 'PG_VERSION'), '17\n');
    expect(await failing(parent)).toContain('it was made by PostgreSQL 17 and this is PostgreSQL 18');
  });

  it('holds something else where the cluster belongs, which is left alone', async () => {
    await mkdir(join(parent, 'cluster'));
    await writeFile(join(parent, 'cluster', 'diary.txt'), 'mine');
    expect(await failing(parent)).toContain('no PostgreSQL cluster Millrace can read');
    expect(await readFile(join(parent, 'cluster', 'diary.txt'), 'utf8')).toBe('mine');
  });

  it('is gone from where its pointer says', async () => {
    await writeFile(join(parent, 'cluster-location'), '/nowhere/at/all\n');
    expect(await failing(parent)).toContain('its cluster was kept in /nowhere/at/all, which is gone');
  });

  it('is on a full disk, wherever that shows', () => {
    const full = Object.assign(new Error('write'), { code: 'ENOSPC' });
    expect(String(directoryFailure(full, '/d'))).toBe(
      'DataDirectoryError: /d: the disk is full. Free some space and start again.',
    );
    const said = 'creating directory\ninitdb: error: could not write to file "x": No space left on device';
    expect(programFailure('initdb', said, '/d')).toBeInstanceOf(DataDirectoryError);
    expect(programFailure('postgres', 'FATAL: something else', '/d').name).toBe('EmbeddedPostgresError');
  });

  it.runIf(root)('may not be written by the user Millrace runs as', async () => {
    const owner = await startOwner({ dataDirectory: join(parent, 'data'), uid: NOBODY });
    expect(owner.said).toMatchObject({ name: 'DataDirectoryError' });
    expect(owner.said.message).toContain('Millrace may not write there');
  });
});

describe('the account PostgreSQL runs as', () => {
  it.runIf(root)('[D33] is nobody when Millrace runs as root', async () => {
    const postgres = await starting(join(parent, 'data'));
    expect((await stat(join(parent, 'data', 'cluster'))).uid).toBe(NOBODY);
    await postgres.stop();
  });

  it.runIf(root)('is the one Millrace runs as otherwise', async () => {
    await chown(parent, NOBODY, NOBODY);
    const owner = await startOwner({ dataDirectory: join(parent, 'data'), uid: NOBODY });
    expect(owner.said.url).toContain('postgres://');
    expect((await stat(join(parent, 'data', 'cluster'))).uid).toBe(NOBODY);
    await owner.stop();
  });

  it.runIf(root)('[D33] gets a home elsewhere when it cannot enter the data directory, and keeps it', async () => {
    const closed = join(parent, 'closed');
    const fallbackDirectory = join(parent, 'elsewhere');
    await mkdir(closed, { mode: 0o700 });
    const start = () =>
      startEmbeddedPostgres({ dataDirectory: join(closed, 'data'), fallbackDirectory, log: quietLog, durable: false });
    const first = await start();
    expect(first.directory.startsWith(`${fallbackDirectory}/closed-`)).toBe(true);
    expect(await readFile(join(closed, 'data', 'cluster-location'), 'utf8')).toBe(`${first.directory}\n`);
    await first.stop();
    const second = await start();
    expect(second.directory).toBe(first.directory);
    const db = connect({ url: second.url, maxConnections: 1, applicationName: 'test', log: quietLog });
    expect(await db`select 1 as ok`).toEqual([{ ok: 1 }]);
    await db.close();
    await second.stop();
  });
});

describe('the programs', () => {
  const version = async (program: string) => (await exec(program, ['--version'])).stdout;

  it('get the library links that an install script would have made', async () => {
    const native = join(parent, 'package', 'native');
    await copyPackage(native);
    await rm(join(native, 'lib', 'libicuuc.so.60'));
    const programs = await findPrograms(parent, undefined, native);
    expect(programs.postgres).toBe(join(native, 'bin', 'postgres'));
    expect(await version(programs.postgres)).toContain('(PostgreSQL) 18');
  });

  it.runIf(root)('[D33] are copied when the account cannot reach the package, once', async () => {
    const closed = join(parent, 'closed');
    await mkdir(closed, { mode: 0o700 });
    const native = join(closed, 'native');
    await copyPackage(native);
    const account = await chooseAccount(undefined);
    const programs = await findPrograms(parent, account, native);
    expect(programs.postgres.startsWith(join(parent, 'programs-'))).toBe(true);
    expect(await canReach(programs.initdb, account)).toBe(true);
    const { stdout } = await exec(programs.postgres, ['--version'], { ...account });
    expect(stdout).toContain('(PostgreSQL) 18');
    const made = await stat(programs.postgres);
    await findPrograms(parent, account, native);
    expect((await stat(programs.postgres)).ino).toBe(made.ino);
  });
});

async function copyPackage(native: string): Promise<void> {
  const installed = locatePackage();
  await cp(installed, native, { recursive: true, verbatimSymlinks: true });
  await cp(join(installed, '..', 'package.json'), join(native, '..', 'package.json'));
}
