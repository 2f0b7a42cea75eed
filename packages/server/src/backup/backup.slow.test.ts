import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { startTestStore } from '../files/testing/test-store.js';
import { connect, createQueryable, type Database } from '../postgres/database.js';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../postgres/embedded/start.js';
import { migrate } from '../postgres/migration/migrate.js';
import { quietLog } from '../testing/quiet-log.js';
import { listBackups, readCoverage } from './base/backup-record.js';
import { removeOldBackups } from './base/remove-old-backups.js';
import { keepBackups } from './keep-backups.js';
import { makeBackup } from './make-backup.js';
import { dropSlot, hasSlot } from './records/backup-session.js';
import { restoreBackup } from './restore/restore-backup.js';
import { openTarget } from './target/open-target.js';
import type { BackupTarget } from './target/target.js';

let home: string;
let postgres: EmbeddedPostgres;
let db: Database;
const cleanups: (() => Promise<void>)[] = [];

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'millrace-backup-'));
  // mkdtemp makes it private; PostgreSQL may run as another account.
  await chmod(home, 0o755);
  postgres = await startEmbeddedPostgres({ dataDirectory: join(home, 'data/postgres'), log: quietLog });
  db = open(postgres.ownerUrl);
  await migrate(db, quietLog);
  await db.script('create table ledger (n integer primary key)');
});
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});
afterAll(async () => {
  await db?.close();
  await postgres?.stop();
  await rm(home, { recursive: true, force: true });
});

const open = (url: string): Database =>
  connect({ url, maxConnections: 2, applicationName: 'test', log: quietLog, statementTimeoutMs: 0 });

const nextMilliseconds = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5));

let last = 0;
/** Commits a row and tells a time after it: of a later millisecond, because a Date knows no microseconds. */
async function write(): Promise<{ readonly n: number; readonly at: Date }> {
  last += 1;
  await db`insert into ledger (n) values (${last})`;
  await nextMilliseconds();
  const at = new Date();
  // The next commit is after it.
  await nextMilliseconds();
  return { n: last, at };
}

let places = 0;
/** A new directory for backups or for a restored database. */
function place(name: string): string {
  places += 1;
  return join(home, `${name}-${places}`);
}

const dataDirectory = () => join(home, 'data');

/** Backups by a server until everything written so far is covered. */
async function backUpTo(target: BackupTarget, work: () => Promise<void> = async () => undefined): Promise<void> {
  const backups = keepBackups({
    url: postgres.ownerUrl,
    cluster: postgres.cluster,
    target,
    everyHours: 24,
    keep: 2,
    logSeconds: 1,
    log: quietLog,
  });
  try {
    await expect.poll(async () => (await listBackups(target)).length, { timeout: 60_000 }).toBeGreaterThan(0);
    await work();
  } finally {
    await backups.stop();
  }
}

/** What a restored database holds. */
async function restored(directory: string): Promise<readonly number[]> {
  const server = await startEmbeddedPostgres({
    dataDirectory: join(directory, 'postgres'),
    log: quietLog,
    durable: false,
  });
  const restoredDb = open(server.ownerUrl);
  try {
    return (await restoredDb<{ n: number }>`select n from ledger order by n`).map(({ n }) => n);
  } finally {
    await restoredDb.close();
    await server.stop();
  }
}

const restore = (target: BackupTarget, directory: string, at?: Date) =>
  restoreBackup({ dataDirectory: directory, target, at, log: quietLog });

const numbers = (to: number): readonly number[] => Array.from({ length: to }, (_, index) => index + 1);

describe('backups to a directory', () => {
  test('restore every commit before a time and none after it, and the end of what there is', async () => {
    const target = await openTarget(place('backups'));
    const writes: Awaited<ReturnType<typeof write>>[] = [];
    await backUpTo(target, async () => {
      for (let n = 0; n < 6; n += 1) writes.push(await write());
    });
    const [, , third] = writes;
    const then = place('then');
    expect(await restore(target, then, third?.at)).toMatchObject({
      at: third?.at.toISOString(),
      previous: undefined,
      databaseVersion: expect.any(Number),
    });
    expect(await restored(then)).toEqual(numbers(third?.n ?? 0));
    const end = place('end');
    const coverage = await readCoverage(target);
    // Nothing was committed between the last write and this time.
    await restore(target, end, new Date(coverage?.coveredTs ?? ''));
    expect(await restored(end)).toEqual(numbers(last));
    await expect(restore(target, place('late'), new Date(Date.now() + 60_000))).rejects.toThrow('has changes until');
    await expect(restore(target, place('early'), new Date(0))).rejects.toThrow('Give that time or a later one');
  });

  test('a damaged part, and a piece of the log that is missing, are errors; the database there is untouched', async () => {
    const directory = place('backups');
    const target = await openTarget(directory);
    await backUpTo(target, async () => void (await write()));
    await write();
    const at = new Date();
    await backUpTo(target);
    const there = place('there');
    await restore(target, there);
    const before = await restored(there);
    const segments = (await target.list('wal/')).map(({ name }) => name).filter((name) => name.endsWith('.gz'));
    await target.remove(segments.slice(-1));
    await expect(restore(target, there, at)).rejects.toThrow('are not all in the target');
    const [record] = await listBackups(target);
    const part = join(directory, record?.parts[0]?.name ?? '');
    const content = await readFile(part);
    content[content.length >> 1] = (content[content.length >> 1] ?? 0) ^ 1;
    await writeFile(part, content);
    await expect(restore(target, there, at)).rejects.toThrow('is damaged');
    expect((await readdir(join(there, 'postgres'))).filter((name) => name.includes('restore'))).toEqual([]);
    expect(await restored(there)).toEqual(before);
  });

  test('a restored installation goes on in the same place, and the one before it may not', async () => {
    const target = await openTarget(place('backups'));
    await backUpTo(target, async () => void (await write()));
    const first = await write();
    await backUpTo(target, async () => void (await write()));
    const directory = place('restored');
    await restore(target, directory, first.at);
    const server = await startEmbeddedPostgres({ dataDirectory: join(directory, 'postgres'), log: quietLog });
    const other = open(server.ownerUrl);
    try {
      const options = { target, everyHours: 24, keep: 5, logSeconds: 1, log: quietLog };
      const backups = keepBackups({ ...options, url: server.ownerUrl, cluster: server.cluster });
      // It makes a base backup of its own timeline.
      await expect.poll(async () => (await listBackups(target)).at(-1)?.timeline, { timeout: 60_000 }).toBe(2);
      await other`insert into ledger (n) values (1000)`;
      await backups.stop();
      const log = { ...quietLog, error: vi.fn() };
      await keepBackups({ ...options, log, url: postgres.ownerUrl, cluster: postgres.cluster }).stop();
      expect(String(log.error.mock.calls[0]?.[0].err)).toContain('is used by an installation that was restored from');
    } finally {
      await other.close();
      await server.stop();
    }
    const again = place('again');
    await restore(target, again);
    expect(await restored(again)).toEqual([...numbers(first.n), 1000]);
    // Before the place where the histories part, by the base backup of the first.
    const earlier = place('earlier');
    await restore(target, earlier, first.at);
    expect(await restored(earlier)).toEqual(numbers(first.n));
  });

  test('old ones go with the log that only they need', async () => {
    const target = await openTarget(place('backups'));
    await backUpTo(target, async () => void (await write()));
    const make = () => makeBackup({ dataDirectory: dataDirectory(), target, keep: undefined, log: quietLog });
    await write();
    await make();
    await write();
    const { record } = await make();
    expect(await listBackups(target)).toHaveLength(3);
    const removed = await removeOldBackups(target, 1, Date.now());
    expect(removed).toHaveLength(2);
    expect((await listBackups(target)).map(({ id }) => id)).toEqual([record.id]);
    const names = (await target.list('')).map(({ name }) => name);
    expect(names.filter((name) => name.startsWith('base/')).every((name) => name.includes(record.id))).toBe(true);
    const directory = place('restored');
    await restore(target, directory);
    expect(await restored(directory)).toEqual(numbers(last));
  });

  test('without backups the log is not kept', async () => {
    const connection = await db.acquire();
    const session = createQueryable(connection);
    expect(await hasSlot(session)).toBe(true);
    await dropSlot(session);
    expect(await hasSlot(session)).toBe(false);
    connection.release();
  });

  test('says what is wrong with the data directory and the place', async () => {
    const target = await openTarget(place('backups'));
    await expect(restore(target, place('none'))).rejects.toThrow(
      'has no complete backup. Make one: millrace backup --to',
    );
    await expect(makeBackup({ dataDirectory: place('none'), target, keep: undefined, log: quietLog })).rejects.toThrow(
      'There is no embedded database in',
    );
    await backUpTo(target);
    await expect(restore(target, dataDirectory())).rejects.toThrow('is in use');
    const file = join(home, 'file');
    await writeFile(file, '');
    await expect(listBackups(await openTarget(file))).rejects.toThrow('cannot be read');
    for (const [address, problem] of [
      ['ftp://host/x', 'neither a directory nor s3://'],
      ['s3://key:secret@bucket/x', 'has credentials'],
      ['s3:///x', 'names no bucket'],
      ['s3://bucket/x?acl=private', 'unknown parameter acl'],
      ['s3://bucket/x?endpoint=host', 'no http address'],
    ] as const) {
      await expect(openTarget(address)).rejects.toThrow(problem);
      await expect(openTarget(address)).rejects.not.toThrow('secret@');
    }
  });
});

test('backups to S3 restore as those to a directory do', async () => {
  const store = await startTestStore();
  cleanups.push(() => store.stop());
  vi.stubEnv('AWS_ACCESS_KEY_ID', store.credentials.accessKeyId);
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', store.credentials.secretAccessKey);
  cleanups.push(async () => void vi.unstubAllEnvs());
  const target = await openTarget(`s3://${store.bucket}/some/prefix?endpoint=${store.endpoint}`);
  cleanups.push(async () => target.close());
  let written: Awaited<ReturnType<typeof write>> | undefined;
  await backUpTo(target, async () => {
    written = await write();
    await write();
  });
  const directory = place('restored');
  await restore(target, directory, written?.at);
  expect(await restored(directory)).toEqual(numbers(written?.n ?? 0));
  await removeOldBackups(target, 1, Date.now());
  expect(await listBackups(target)).toHaveLength(1);
  const wrong = await openTarget(`s3://no-such-bucket/x?endpoint=${store.endpoint}`);
  await expect(listBackups(wrong)).rejects.toThrow(/Listing s3:\/\/no-such-bucket\/x\/ failed .*Check the bucket/);
  wrong.close();
});
