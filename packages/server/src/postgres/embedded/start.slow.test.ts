import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type OwnerProcess, startOwner } from '../../testing/owner-process.js';
import { quietLog } from '../../testing/quiet-log.js';
import type { Database } from '../connection/database.js';
import { connect } from '../connection/pool.js';
import { isAlive } from './process-table.js';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './start.js';

let parent: string;
let dataDirectory: string;
const cleanups: (() => Promise<void>)[] = [];

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'millrace-embedded-'));
  // mkdtemp makes it private, which would send a cluster of root elsewhere.
  await chmod(parent, 0o755);
  dataDirectory = join(parent, 'data', 'postgres');
});
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  await rm(parent, { recursive: true, force: true });
});

let initialized: Promise<string> | undefined;

/** Puts a cluster into the data directory, for tests that are not about making one. It was made once, and is copied. */
async function copyCluster(): Promise<void> {
  initialized ??= (async () => {
    const directory = await mkdtemp(join(tmpdir(), 'millrace-initialized-'));
    await chmod(directory, 0o755);
    const postgres = await startEmbeddedPostgres({ dataDirectory: directory, log: quietLog, durable: false });
    await postgres.stop();
    return directory;
  })();
  await mkdir(dataDirectory, { recursive: true });
  // Its files belong to the account that PostgreSQL runs as.
  await promisify(execFile)('cp', ['-a', `${await initialized}/.`, dataDirectory]);
}
afterAll(async () => {
  if (initialized !== undefined) await rm(await initialized, { recursive: true, force: true });
});

/** Most tests do not need the disk to keep up. */
async function start(durable = false): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ dataDirectory, log: quietLog, durable });
  cleanups.push(() => postgres.stop());
  return postgres;
}

async function owner(uid?: number): Promise<OwnerProcess> {
  const process = await startOwner({ dataDirectory, ...(uid === undefined ? {} : { uid }) });
  cleanups.push(() => process.stop());
  return process;
}

function open(url: string | undefined): Database {
  const db = connect({ url: url ?? '', maxConnections: 2, applicationName: 'test', log: quietLog });
  cleanups.push(() => db.close());
  return db;
}

const postmasterPid = async () =>
  Number((await readFile(join(dataDirectory, 'cluster/postmaster.pid'), 'utf8')).split('\n')[0]);

describe('[D33] the embedded PostgreSQL', () => {
  it('starts in an empty directory, durable, on loopback, and keeps its data', async () => {
    const first = await start(true);
    expect(first.url).toMatch(/^postgres:\/\/millrace_server:[\w-]{32}@127\.0\.0\.1:\d+\/postgres\?sslmode=disable$/);
    const db = open(first.ownerUrl);
    expect(
      await db`select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit,
        current_setting('data_checksums') as checksums, current_setting('listen_addresses') as listens,
        current_setting('server_encoding') as encoding`,
    ).toEqual([{ fsync: 'on', commit: 'on', checksums: 'on', listens: '127.0.0.1', encoding: 'UTF8' }]);
    await db.script('create schema millrace; create table kept as select 1 as id');
    await db.close();
    const pid = await postmasterPid();
    await first.stop();
    expect(isAlive(pid)).toBe(false);
    expect(await open((await start()).ownerUrl)`select id from kept`).toEqual([{ id: 1 }]);
  });

  it('lets nobody in without its password, which only its user can read', async () => {
    await copyCluster();
    const { url } = await start();
    const intruder = open(url.replace(/:[\w-]{32}@/, ':guess@'));
    await expect(intruder`select 1`).rejects.toThrow('password authentication failed');
    for (const name of ['password', 'server-password']) {
      const file = await stat(join(dataDirectory, 'cluster/millrace', name));
      expect(file.mode & 0o777).toBe(0o600);
    }
    expect((await stat(join(dataDirectory, 'cluster'))).mode & 0o777).toBe(0o700);
  });

  it('lets servers work as a role of its own, also in a cluster that was made before there was one', async () => {
    await copyCluster();
    const first = await start();
    expect(
      await open(first.url)`select session_user as role, rolsuper as super, pg_has_role('millrace', 'member') as owner
        from pg_roles where rolname = session_user`,
    ).toEqual([{ role: 'millrace_server', super: false, owner: false }]);
    await open(first.ownerUrl).script('drop role millrace_server');
    await first.stop();
    await rm(join(dataDirectory, 'cluster/millrace/server-password'));
    await chmod(join(dataDirectory, 'cluster/millrace'), 0o700);
    const [second, third] = await Promise.all([start(), start()]);
    expect(await open(second?.url)`select 1 as ok`).toEqual([{ ok: 1 }]);
    expect(third?.url).toBe(second?.url);
  });

  it('is adopted after the server that started it was killed', async () => {
    await copyCluster();
    const killed = await owner();
    await open(killed.said.ownerUrl).script('create schema millrace; create table kept as select 1 as id');
    const pid = await postmasterPid();
    await killed.kill();
    expect(isAlive(pid)).toBe(true);
    const next = await start();
    expect(next.url).toBe(killed.said.url);
    expect(await postmasterPid()).toBe(pid);
    expect(await open(next.ownerUrl)`select id from kept`).toEqual([{ id: 1 }]);
    await next.stop();
    expect(isAlive(pid)).toBe(false);
  });

  it('serves two servers at a time and stops with the last one', async () => {
    await copyCluster();
    const [first, second] = [await owner(), await owner()];
    expect(second.said.url).toBe(first.said.url);
    const pid = await postmasterPid();
    await first.stop();
    expect(isAlive(pid)).toBe(true);
    expect(await open(second.said.url)`select 1 as ok`).toEqual([{ ok: 1 }]);
    await second.stop();
    expect(isAlive(pid)).toBe(false);
  });

  it('is made once when several servers start at the same time in an empty directory', async () => {
    const owners = await Promise.all([start(), start(), start(), start()]);
    expect(new Set(owners.map((one) => one.url)).size).toBe(1);
    expect(await open(owners[0]?.url)`select 1 as ok`).toEqual([{ ok: 1 }]);
  });

  it('is started again at the same address when it is killed, and the pool recovers', async () => {
    await copyCluster();
    const db = open((await start(true)).ownerUrl);
    await db.script('create schema millrace; create table kept as select 1 as id');
    const pid = await postmasterPid();
    process.kill(pid, 'SIGKILL');
    // The connection outlives its postmaster for a moment.
    await expect.poll(() => db`select 1`.catch(() => 'down'), { timeout: 10_000, interval: 5 }).toBe('down');
    await expect
      .poll(() => db`select id from kept`.catch(() => 'down'), { timeout: 10_000, interval: 50 })
      .toEqual([{ id: 1 }]);
    expect(await postmasterPid()).not.toBe(pid);
  });

  it('is started again by a server that adopted it', async () => {
    await copyCluster();
    const killed = await owner();
    await killed.kill();
    const db = open((await start()).url);
    const pid = await postmasterPid();
    process.kill(pid, 'SIGKILL');
    await expect.poll(postmasterPid, { timeout: 10_000, interval: 50 }).not.toBe(pid);
    await expect
      .poll(() => db`select 1 as ok`.catch(() => 'down'), { timeout: 10_000, interval: 50 })
      .toEqual([{ ok: 1 }]);
  });

  it('starts over a postmaster.pid whose process id belongs to something else by now', async () => {
    await copyCluster();
    const first = await start();
    const file = join(dataDirectory, 'cluster/postmaster.pid');
    const lines = (await readFile(file, 'utf8')).split('\n');
    await first.stop();
    await writeFile(file, [String(process.pid), ...lines.slice(1)].join('\n'));
    expect(await open((await start()).url)`select 1 as ok`).toEqual([{ ok: 1 }]);
  });
});
