import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLog } from '@millrace/server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../server/src/postgres/embedded/start.js';
import { run } from './testing/memory-io.js';

let folder: string;
let postgres: EmbeddedPostgres;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'millrace-migrate-'));
  postgres = await startEmbeddedPostgres({
    dataDirectory: join(folder, 'postgres'),
    log: createLog('silent'),
    durable: false,
  });
});
afterAll(async () => {
  await postgres?.stop();
  await rm(folder, { recursive: true, force: true });
});

describe('migrate', () => {
  test('the plan changes nothing, migrating does, and then nothing is left to do', async () => {
    const env = { DATABASE_URL: postgres.url };
    const planned = await run(['migrate', '--plan'], { env });
    expect(planned).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^To be applied, from version 0 to \d+:\n {2}0001_/),
    });
    expect(await run(['migrate', '--plan'], { env })).toEqual(planned);
    expect((await run(['migrate'], { env })).out).toBe(planned.out.replace('To be applied', 'Applied'));
    expect((await run(['migrate', '--plan'], { env })).out).toMatch(
      /^Nothing to do: the database is at version \d+\n$/,
    );
    const { pending, databaseVersion, codeVersion } = JSON.parse(
      (await run(['migrate', '--plan', '--json'], { env })).out,
    );
    expect({ pending, databaseVersion }).toEqual({ pending: [], databaseVersion: codeVersion });
  });

  test('without a database, or with one that is away, it says so', async () => {
    expect(await run(['migrate', '--plan'])).toMatchObject({ code: 2, err: expect.stringContaining('DATABASE_URL') });
    const env = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' };
    expect(await run(['migrate', '--plan'], { env })).toMatchObject({ code: 8, out: '' });
  });
});
