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
const BASELINE = 1;
/**
 * Stands for the migrations to come, on the tables that may be big: what a migration may do to them. It comes after those
 * of Millrace, so the machinery is tested while there are none beyond the baseline.
 */
const EXAMPLE = `
  alter table processes add column example text;
  alter table processes add constraint processes_example check (example <> '') not valid;
  alter table audit_log add column example integer not null default 0;
  create table examples (sub_project_id uuid not null, id uuid not null, primary key (sub_project_id, id));`;
const ROWS = 200_000;
const BATCH = 20_000;
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

/** The schema of the baseline, with many rows. */
async function createBaseline(): Promise<string> {
  const { db } = database;
  await landUpTo(BASELINE);
  await migrate(db, quietLog, folder);
  const subProjectId = newId();
  await db`insert into sub_projects (id, name, created_ts) values (${subProjectId}, 'Big', now())`;
  for (let count = 0; count < ROWS; count += BATCH) await addProcesses(db, subProjectId, BATCH);
  await addAudit(db, subProjectId, ROWS);
  return subProjectId;
}

/** Copies Millrace's migrations up to one into the folder. */
async function landUpTo(number: number): Promise<void> {
  const files = (await readMigrations(MIGRATIONS_FOLDER)).filter((file) => file.number <= number).map(fileName);
  for (const name of files) await copyFile(join(MIGRATIONS_FOLDER, name), join(folder, name));
}

const addProcesses = (on: Database, subProjectId: string, count: number) => on`
  insert into processes (id, sub_project_id, state, priority, stage_key, fields, created_ts, updated_ts)
  select gen_random_uuid(), ${subProjectId}, 'INIT', 'LOW', 'one', '{}', now(), now()
  from generate_series(1, ${count}::integer)`;

const addAudit = (on: Database, subProjectId: string, count: number) => on`
  insert into audit_log (id, sub_project_id, created_ts, action, subject_type, subject_id, by_id, by_name, trace_id)
  select gen_random_uuid(), ${subProjectId}, now(), 'process.update', 'process', 'x', 'system', 'system', 't'
  from generate_series(1, ${count}::integer)`;

/** Applies what is pending while others read and write. Rejects when one of them has to wait for too long. */
async function migrateUnderLoad(subProjectId: string): Promise<readonly number[]> {
  const { db, url } = database;
  let isOver = false;
  const until = () => isOver;
  const others = [
    repeat(url, (on) => addProcesses(on, subProjectId, 1), until),
    repeat(url, (on) => on`update processes set state = 'DONE' where id = (select id from processes limit 1)`, until),
    repeat(
      url,
      (on) => on`
        select id from processes where sub_project_id = ${subProjectId} order by created_ts desc, id desc limit 10`,
      until,
    ),
    repeat(url, (on) => addAudit(on, subProjectId, 1), until),
    repeat(url, (on) => on`select id from audit_log order by created_ts desc, id desc limit 10`, until),
  ];
  const migrated = migrate(db, quietLog, folder).finally(() => {
    isOver = true;
  });
  const results = await Promise.allSettled(others);
  const { pending } = await migrated;
  for (const result of results) {
    if (result.status === 'rejected') throw result.reason;
    expect(result.value).toBeGreaterThan(0);
  }
  return pending.map((one) => one.number);
}

test(`no migration holds up readers or writers of ${ROWS} rows for longer than ${MOST_WAIT_MS} ms`, async () => {
  const subProjectId = await createBaseline();
  const newest = (await readMigrations(MIGRATIONS_FOLDER)).length;
  for (let number = BASELINE + 1; number <= newest; number += 1) {
    await landUpTo(number);
    expect(await migrateUnderLoad(subProjectId)).toEqual([number]);
  }
  await writeFile(join(folder, fileName({ number: newest + 1, name: 'example' })), EXAMPLE);
  expect(await migrateUnderLoad(subProjectId)).toEqual([newest + 1]);
  const [rows] = await database.db`
    select (select count(*) from processes where example is null) >= ${ROWS} as processes,
      (select count(*) from audit_log where example = 0) >= ${ROWS} as audit`;
  expect(rows).toEqual({ processes: true, audit: true });

  // The same load finds a migration that does hold others up.
  await writeFile(
    join(folder, fileName({ number: newest + 2, name: 'long' })),
    `lock table processes; select pg_sleep(${MOST_WAIT_MS / 1000 + 1});`,
  );
  await expect(migrateUnderLoad(subProjectId)).rejects.toMatchObject({ code: '55P03' });
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
