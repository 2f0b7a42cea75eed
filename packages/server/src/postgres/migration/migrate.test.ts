import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { quietLog } from '../../testing/quiet-log.js';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.js';
import { connect } from '../connection/pool.js';
import { migrate, planMigrations } from './migrate.js';
import { MIGRATIONS_FOLDER, readMigrations } from './migration-files.js';

let test: TestDatabase;
let folder: string;
beforeEach(async () => {
  test = await createTestDatabase({ empty: true });
  folder = await mkdtemp(join(tmpdir(), 'millrace-migrations-'));
  await land('0001_first.sql', 'create table first (id int); insert into first values (1);');
  await land('0002_second.sql', 'alter table first add column name text;');
});
afterEach(async () => {
  await test.drop();
  await rm(folder, { recursive: true, force: true });
});

const land = (name: string, text: string) => writeFile(join(folder, name), text);
const run = (db = test.db) => migrate(db, quietLog, folder);
const numbers = async () =>
  (await test.db<{ number: number }>`select number from millrace_migrations order by number`).map((row) => row.number);

describe('migrate', () => {
  it('applies the files in order, into the schema millrace, and records them', async () => {
    const done = await run();
    expect(done).toMatchObject({ databaseVersion: 0, codeVersion: 2 });
    expect(await numbers()).toEqual([1, 2]);
    expect(await test.db`select id, name from millrace.first`).toEqual([{ id: 1, name: null }]);
    expect((await run()).pending).toEqual([]);
  });

  it('applies only what is new', async () => {
    await run();
    await land('0003_third.sql', 'create table third (id int);');
    expect((await planMigrations(test.db, folder)).pending.map((one) => one.name)).toEqual(['third']);
    await run();
    expect(await numbers()).toEqual([1, 2, 3]);
  });

  it('runs once when several servers start together: the others wait', async () => {
    const servers = Array.from({ length: 5 }, () =>
      connect({ url: test.url, maxConnections: 2, applicationName: 'test', log: quietLog }),
    );
    await land('0003_slow.sql', 'select pg_sleep(0.2); create table slow (id int);');
    const plans = await Promise.all(servers.map(run));
    expect(plans.map((plan) => plan.pending.length).sort()).toEqual([0, 0, 0, 0, 3]);
    expect(await numbers()).toEqual([1, 2, 3]);
    await Promise.all(servers.map((server) => server.close()));
  });

  it('undoes a file that fails, keeps the ones before it and names it', async () => {
    await land('0003_broken.sql', 'create table half (id int); select nonsense;');
    await expect(run()).rejects.toThrow('migration 0003_broken.sql failed: column "nonsense" does not exist');
    expect(await numbers()).toEqual([1, 2]);
    expect(await test.db`select to_regclass('half') as half`).toEqual([{ half: null }]);
    await land('0003_broken.sql', 'create table half (id int);');
    await run();
    expect(await numbers()).toEqual([1, 2, 3]);
  });

  it('refuses a landed file whose content changed', async () => {
    await run();
    await land('0001_first.sql', 'create table first (id bigint);');
    await expect(run()).rejects.toThrow('migration 0001_first.sql was applied to this database with other content');
    await expect(planMigrations(test.db, folder)).rejects.toThrow('landed migrations never change');
  });

  it('refuses a database newer than the code, naming both versions', async () => {
    await run();
    await rm(join(folder, '0002_second.sql'));
    await expect(run()).rejects.toThrow('the database is at version 2 and this Millrace knows versions up to 1');
  });

  it('plans everything for an empty database and changes nothing', async () => {
    expect(await planMigrations(test.db, folder)).toMatchObject({ databaseVersion: 0, codeVersion: 2 });
    expect(await test.db`select to_regnamespace('millrace') as schema`).toEqual([{ schema: null }]);
  });
});

describe('the folder of migrations', () => {
  it('has no gaps, no twins and no odd names', async () => {
    await land('0004_gap.sql', '');
    await expect(readMigrations(folder)).rejects.toThrow('expected migration 0003, found 0004_gap.sql');
    await land('0002_twin.sql', '');
    await expect(readMigrations(folder)).rejects.toThrow('expected migration 0003, found 0002_twin.sql');
    await land('5_odd.sql', '');
    await expect(readMigrations(folder)).rejects.toThrow('5_odd.sql is not named like');
  });

  it('of Millrace itself follows the rules', async () => {
    await expect(readMigrations(MIGRATIONS_FOLDER)).resolves.toBeInstanceOf(Array);
  });
});
