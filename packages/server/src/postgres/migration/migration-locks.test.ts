import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newId } from '../../kernel/identifiers.js';
import { quietLog } from '../../testing/quiet-log.js';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.js';
import { connect, type Database, transaction } from '../database.js';
import { migrate } from './migrate.js';
import { fileName, MIGRATIONS_FOLDER, readMigrations } from './migration-files.js';

/** Up to here Millrace was not released; from the next one on there may be big tables. */
const BASELINE = 6;
const ROWS = 200_000;
/** Longer than this no statement of a migration may make anybody wait. */
const MOST_WAIT_MS = 1000;

let database: TestDatabase;
let folder: string;
beforeEach(async () => {
  database = await createTestDatabase({ empty: true });
  folder = await mkdtemp(join(tmpdir(), 'millrace-migrations-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true });
  await database.drop();
});

/** Repeats the work on a session that gives up waiting for a lock; returns how often it came through. */
async function repeat(url: string, work: (db: Database) => Promise<unknown>, until: () => boolean): Promise<number> {
  const db = connect({ url, maxConnections: 1, applicationName: 'repeat', log: quietLog });
  let done = 0;
  try {
    await db`select set_config('lock_timeout', ${`${MOST_WAIT_MS}ms`}, false)`;
    do {
      await work(db);
      done += 1;
    } while (!until());
    return done;
  } finally {
    await db.close();
  }
}

test(`no migration holds up readers or writers of ${ROWS} rows for longer than ${MOST_WAIT_MS} ms`, async () => {
  const { db, url } = database;
  const files = await readMigrations(MIGRATIONS_FOLDER);
  const land = (number: number) =>
    Promise.all(
      files
        .filter((file) => file.number <= number)
        .map((file) => copyFile(join(MIGRATIONS_FOLDER, fileName(file)), join(folder, fileName(file)))),
    );
  await land(BASELINE);
  await migrate(db, quietLog, folder);
  const subProjectId = newId();
  await db`insert into sub_projects (id, name, created_ts) values (${subProjectId}, 'Big', now())`;
  const addProcesses = (on: Database, count: number) => on`
    insert into processes (id, sub_project_id, state, priority, stage_key, fields, created_ts, updated_ts)
    select gen_random_uuid(), ${subProjectId}, 'INIT', 'LOW', 'one', '{}', now(), now()
    from generate_series(1, ${count}::integer)`;
  const addAudit = (on: Database, count: number) => on`
    insert into audit_log (id, created_ts, action, subject_type, subject_id, by_id, by_name, trace_id)
    select gen_random_uuid(), now(), 'process.update', 'process', 'x', 'system', 'system', 't'
    from generate_series(1, ${count}::integer)`;
  await addProcesses(db, ROWS);
  await addAudit(db, ROWS);

  for (const { number } of files.slice(BASELINE)) {
    await land(number);
    let isOver = false;
    const until = () => isOver;
    const others = [
      repeat(url, (on) => addProcesses(on, 1), until),
      repeat(url, (on) => on`update processes set state = 'DONE' where id = (select id from processes limit 1)`, until),
      repeat(url, (on) => on`select id from processes order by created_ts desc limit 10`, until),
      repeat(url, (on) => addAudit(on, 1), until),
      repeat(url, (on) => on`select id from audit_log order by created_ts desc, id desc limit 10`, until),
    ];
    const migrated = migrate(db, quietLog, folder).finally(() => {
      isOver = true;
    });
    const counts = await Promise.all(others);
    expect((await migrated).pending.map((one) => one.number)).toEqual([number]);
    for (const count of counts) expect(count).toBeGreaterThan(0);
  }
}, 120_000);

test('a migration behind a long transaction gives way to those behind it, and is tried again', async () => {
  const { db, url } = database;
  await writeFile(join(folder, '0001_first.sql'), 'create table first (id int);');
  await migrate(db, quietLog, folder);
  await writeFile(join(folder, '0002_second.sql'), 'alter table first add column name text;');
  let migrated: Promise<unknown> = Promise.resolve();
  let reads = 0;
  await transaction(db, async (long) => {
    await long`select * from first`;
    migrated = migrate(db, quietLog, folder);
    const begun = Date.now();
    reads = await repeat(
      url,
      (on) => on`select id from first`,
      () => Date.now() - begun > 2500,
    );
  });
  expect(reads).toBeGreaterThan(1);
  await migrated;
  expect(await db`select name from first`).toEqual([]);
});

test('a migration that cannot get its lock in time fails, and says who holds on', async () => {
  const { db } = database;
  await writeFile(join(folder, '0001_first.sql'), 'create table first (id int);');
  await migrate(db, quietLog, folder);
  await writeFile(join(folder, '0002_second.sql'), 'alter table first add column name text;');
  await transaction(db, async (long) => {
    await long`select * from first`;
    await expect(migrate(db, quietLog, folder, 0)).rejects.toThrow(
      /^migration 0002_second.sql failed: .*lock timeout; open for longest: process \d+ \(millrace-test, \d+ s\)$/,
    );
  });
  expect((await migrate(db, quietLog, folder)).pending).toHaveLength(1);
});
