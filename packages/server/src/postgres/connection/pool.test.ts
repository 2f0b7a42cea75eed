import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { quietLog } from '../../testing/quiet-log.js';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.js';
import { sql } from '../sql/sql.js';
import { DatabaseUnavailableError, isUniqueViolation, sqlState } from './errors.js';
import { connect } from './pool.js';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

/** A pool with a single connection to the test's database. */
const connectSingle = (changes: Partial<Parameters<typeof connect>[0]> = {}) =>
  connect({ url: test.url, maxConnections: 1, applicationName: 'test', log: quietLog, ...changes });

describe('values', () => {
  it('[D3] moves timestamps in UTC with milliseconds both ways', async () => {
    const at = new Date('2026-01-02T03:04:05.678Z');
    const [row] = await test.db<{ at: Date; text: string }>`
      select ${at}::timestamptz as at, ${at}::timestamptz::text as text`;
    expect(row).toEqual({ at, text: '2026-01-02 03:04:05.678+00' });
  });

  it('reads int8 as a number and refuses what a number cannot hold', async () => {
    const [row] = await test.db`select count(*) as n, ${'9007199254740991'}::int8 as max from generate_series(1, 3)`;
    expect(row).toEqual({ n: 3, max: Number.MAX_SAFE_INTEGER });
    await expect(test.db`select 9007199254740992::int8 as n`).rejects.toThrow('does not fit');
    const [again] = await test.db`select 1 as ok`;
    expect(again).toEqual({ ok: 1 });
  });

  it('keeps numeric and date as text, and parses JSON, booleans, bytes and arrays', async () => {
    const bytes = Buffer.from([0, 1, 255]);
    const [row] = await test.db`select 1.10::numeric as amount, date '2026-02-03' as day,
      ${sql.json({ a: [1, null] })}::jsonb as doc, ${true}::bool as yes, ${bytes}::bytea as raw,
      ${['a"b', 'c\\d', null, '']}::text[] as words, array[true, false] as flags,
      ${[1, 2]}::int8[] as big, array[now() - now()]::text[] as none`;
    expect(row).toEqual({
      amount: '1.10',
      day: '2026-02-03',
      doc: { a: [1, null] },
      yes: true,
      raw: bytes,
      words: ['a"b', 'c\\d', null, ''],
      flags: [true, false],
      big: [1, 2],
      none: ['00:00:00'],
    });
  });

  it('refuses undefined and plain objects clearly, and runs the next statement', async () => {
    const record: Record<string, string> = {};
    // @ts-expect-error the type refuses it as well
    await expect(test.db`select ${record.missing}`).rejects.toThrow('value 1 of the statement is undefined');
    // @ts-expect-error the type refuses it as well
    await expect(test.db`select ${{ a: 1 }}`).rejects.toThrow('use sql.json');
    await expect(test.db`select ${new Date('nonsense')}::timestamptz`).rejects.toThrow('invalid date');
    expect(await test.db`select 1 as ok`).toEqual([{ ok: 1 }]);
  });

  it('keeps a statement that cannot be sent from disturbing its neighbours', async () => {
    const read = (at: Date) => test.db`select ${at}::timestamptz is not null as ok`;
    const settled = await Promise.allSettled([read(new Date(0)), read(new Date(Number.NaN)), read(new Date(0))]);
    expect(settled.map((one) => one.status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });
});

describe('statements', () => {
  it('build from fragments', async () => {
    await test.db.script('create table fragment_test (id int primary key, name text, note text)');
    const inserted = await test.db.run(
      sql`insert into fragment_test ${sql.rows([
        { id: 1, name: 'a', note: null },
        { id: 2, name: 'b', note: 'x' },
      ])}`,
    );
    expect(inserted.count).toBe(2);
    await test.db`update fragment_test set ${sql.set({ name: 'c', note: 'y' })} where id = ${2}`;
    const where = sql.and([sql`name = any(${['a', 'c']})`, sql.or([sql`id = ${2}`, sql`id = ${9}`])]);
    expect(await test.db`select * from ${sql.id('fragment_test')} where ${where}`).toEqual([
      { id: 2, name: 'c', note: 'y' },
    ]);
    expect(await test.db`select ${sql.and([])} as every, ${sql.or([])} as some`).toEqual([
      { every: true, some: false },
    ]);
  });

  it('report violations by constraint and keep the connection', async () => {
    await test.db.script('create table violation_test (id int constraint violation_test_id primary key)');
    await test.db`insert into violation_test values (1)`;
    const before = test.db.stats().total;
    const error = await test.db`insert into violation_test values (1)`.catch((reason: unknown) => reason);
    expect(isUniqueViolation(error, 'violation_test_id')).toBe(true);
    expect(isUniqueViolation(error, 'another')).toBe(false);
    expect(test.db.stats().total).toBe(before);
  });

  it('survive a change of the table they were prepared for', async () => {
    await test.db.script('create table plan_test (a int); insert into plan_test values (1)');
    const read = () => test.db`select * from plan_test`;
    for (let index = 0; index < 4; index += 1) await read();
    await test.db.script('alter table plan_test add column b int default 2');
    expect(await read()).toEqual([{ a: 1, b: 2 }]);
  });

  it('are cancelled by PostgreSQL after the statement timeout', async () => {
    const db = connectSingle({ statementTimeoutMs: 50 });
    const error = await db`select pg_sleep(5)`.catch((reason: unknown) => reason);
    expect(sqlState(error)).toBe('57014');
    expect(await db`select 1 as ok`).toEqual([{ ok: 1 }]);
    await db.close();
  });
});

describe('a PostgreSQL that cannot be reached', () => {
  it('[D9] is a DatabaseUnavailableError: nothing listens', async () => {
    const db = connectSingle({ url: 'postgres://nobody:secret@127.0.0.1:1/none' });
    const error = await db`select 1`.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(DatabaseUnavailableError);
    expect(String(error)).not.toContain('secret');
    await db.close();
  });

  it('[D9] is a DatabaseUnavailableError: every connection is busy for too long', async () => {
    const db = connectSingle({ acquireTimeoutMs: 1000 });
    const holder = await db.acquire();
    await expect(db`select 1`).rejects.toBeInstanceOf(DatabaseUnavailableError);
    holder.release();
    expect(await db`select 1 as ok`).toEqual([{ ok: 1 }]);
    await db.close();
  });

  it.runIf(process.platform === 'linux')('are cancelled soon after whoever waits for them is gone', async () => {
    const gone = connectSingle({ applicationName: 'gone' });
    const sleeping = gone`select pg_sleep(60)`.catch((error: unknown) => error);
    const running = async () =>
      (await test.db`select 1 from pg_stat_activity where application_name = 'gone' and query like '%pg_sleep%'`)
        .length;
    await vi.waitFor(async () => expect(await running()).toBe(1), 5000);
    await gone.close(0);
    expect(await sleeping).toBeInstanceOf(Error);
    await vi.waitFor(async () => expect(await running()).toBe(0), { timeout: 5000, interval: 100 });
  });

  it('closes within the time given although a statement still runs', async () => {
    const db = connectSingle();
    const running = db`select pg_sleep(10)`.catch((reason: unknown) => reason);
    while (db.stats().total === 0 || db.stats().idle > 0) await new Promise((resolve) => setTimeout(resolve, 5));
    await new Promise((resolve) => setTimeout(resolve, 50));
    const started = performance.now();
    await db.close(100);
    expect(performance.now() - started).toBeLessThan(2000);
    expect(await running).toBeInstanceOf(DatabaseUnavailableError);
  });
});
