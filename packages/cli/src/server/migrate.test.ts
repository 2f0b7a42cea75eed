import { connect, createLog } from '@millrace/server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startEmptyPostgres } from '../testing/empty-postgres.js';
import { run } from '../testing/memory-io.js';

let postgres: Awaited<ReturnType<typeof startEmptyPostgres>>;
beforeAll(async () => {
  postgres = await startEmptyPostgres();
});
afterAll(() => postgres?.stop());

describe('migrate', () => {
  test('the plan changes nothing, migrating does, and then nothing is left to do', async () => {
    const env = { DATABASE_URL: postgres.url };
    const planned = await run(['migrate', '--plan'], { env });
    expect(planned).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^To be applied, from version 0 to \d+:\n {2}0001_/),
    });
    expect(await run(['migrate', '--plan'], { env })).toEqual(planned);
    const names = planned.out.match(/\d{4}_\w+/g) ?? [];
    const applied = (await run(['migrate'], { env })).out;
    expect(applied).toMatch(/^Applied, from version 0 to \d+:\n/);
    expect(applied.match(/\d{4}_\w+/g)).toEqual(names);
    expect((await run(['migrate', '--plan'], { env })).out).toMatch(
      /^Nothing to do: the database is at version \d+\n$/,
    );
    const { pending, databaseVersion, codeVersion } = JSON.parse(
      (await run(['migrate', '--plan', '--json'], { env })).out,
    );
    expect({ pending, databaseVersion }).toEqual({ pending: [], databaseVersion: codeVersion });
  });

  test('the plan says whom each statement makes wait, and how big its table is', async () => {
    const env = { DATABASE_URL: postgres.url };
    await run(['migrate'], { env });
    const db = connect({ url: postgres.url, maxConnections: 1, applicationName: 'test', log: createLog('silent') });
    try {
      // As if the newest migration were still to come.
      const [last] = await db<{ text: string }>`
        delete from millrace_migrations where number = (select max(number) from millrace_migrations)
        returning number || '' as text`;
      await db`analyze process_groups`;
      const planned = await run(['migrate', '--plan', '--json'], { env });
      const { migrations } = JSON.parse(planned.out);
      expect(migrations).toEqual([{ file: expect.stringMatching(`^0*${last?.text}_`), statements: expect.any(Array) }]);
      const effects = new Set(migrations[0].statements.map((one: { effect: string }) => one.effect));
      expect([...effects].every((effect) => typeof effect === 'string')).toBe(true);
      await db`insert into millrace_migrations (number, name, sha256) values (9999, 'from_the_future', 'x')`;
      expect(await run(['migrate'], { env })).toMatchObject({
        code: 8,
        err: expect.stringMatching(/the database is at version 9999 and this Millrace knows versions up to \d+/),
      });
    } finally {
      await db.close();
    }
  });

  test('without a database, or with one that is away, it says so', async () => {
    expect(await run(['migrate', '--plan'])).toMatchObject({ code: 2, err: expect.stringContaining('DATABASE_URL') });
    const env = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' };
    expect(await run(['migrate', '--plan'], { env })).toMatchObject({ code: 8, out: '' });
  });
});
