import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, createLog, grantToServer, migrate } from '@millrace/server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startEmbeddedPostgres } from '../../../server/src/postgres/embedded/start.js';
import { startEmptyPostgres } from '../testing/empty-postgres.js';
import { run } from '../testing/memory-io.js';
import { checksOf } from './doctor-server.js';

let postgres: Awaited<ReturnType<typeof startEmptyPostgres>>;
beforeAll(async () => {
  postgres = await startEmptyPostgres();
});
afterAll(() => postgres?.stop());

describe('doctor --server', () => {
  test('tells pending migrations, and once they are applied that all is well', async () => {
    const env = { DATABASE_URL: postgres.url };
    const before = await run(['doctor', '--server'], { env });
    expect(before).toMatchObject({ code: 8, err: 'One check failed.\n' });
    expect(before.out).toMatch(/✗ {2}migrations .*0001_first_schema/);
    expect(before.out).toMatch(/✗ migrations: millrace migrate --plan/);
    await run(['migrate'], { env });
    const after = await run(['doctor', '--server', '--json'], { env });
    expect(after.code).toBe(0);
    expect(
      JSON.parse(after.out).checks.map(({ name, status }: { name: string; status: string }) => [name, status]),
    ).toEqual([
      ['settings', 'ok'],
      ['migrations', 'ok'],
      ['database role', 'warning'],
      ['audit log', 'ok'],
      ['worker', 'ok'],
    ]);
  });

  test('a job that nobody takes says that no worker is alive', async () => {
    const db = connect({ url: postgres.url, maxConnections: 1, applicationName: 'test', log: createLog('silent') });
    await db`insert into sub_projects (id, name, created_ts) values ('01900000-0000-7000-8000-00000000000a', 'x', now())`;
    await db`
      insert into jobs (id, sub_project_id, kind, lane, due_ts, created_ts)
      values ('01900000-0000-7000-8000-00000000000b', '01900000-0000-7000-8000-00000000000a', 'start', 'engine',
        now() - interval '10 minutes', now())`;
    await db.close();
    const outcome = await run(['doctor', '--server'], { env: { DATABASE_URL: postgres.url } });
    expect(outcome.code).toBe(8);
    expect(outcome.out).toMatch(/✗ {2}worker +the oldest job has waited for 60\d s/);
    expect(outcome.out).toMatch(/✗ worker: Is a worker running/);
  });

  test('tells what the role of the servers may do to the audit log, what it lacks, and what to do', async () => {
    await run(['migrate'], { env: { DATABASE_URL: postgres.url } });
    const owner = await run(['doctor', '--server'], { env: { DATABASE_URL: postgres.url } });
    expect(owner.out).toMatch(/! {2}database role +millrace can change the audit log: it is a superuser/);
    expect(owner.out).toMatch(/! database role: Let the servers work as a role of their own/);
    const env = { DATABASE_URL: postgres.serverUrl };
    const before = await run(['doctor', '--server'], { env });
    expect(before.code).toBe(8);
    expect(before.out).toMatch(/has no privileges in the schema millrace.*millrace migrate --grant/);
    const granted = await run(['migrate', '--grant', 'millrace_server'], { env: { DATABASE_URL: postgres.url } });
    expect(granted).toMatchObject({
      code: 0,
      out: expect.stringContaining('millrace_server has the privileges of a server'),
    });
    const after = await run(['doctor', '--server'], { env });
    expect(after.out).toMatch(/✓ {2}database role +millrace_server can add audit rows and not change them/);
    const db = connect({ url: postgres.url, maxConnections: 1, applicationName: 'test', log: createLog('silent') });
    await db.script(
      'revoke delete on files from millrace_server; grant truncate on audit_log_first to millrace_server',
    );
    expect((await run(['doctor', '--server'], { env })).out).toMatch(
      /✗ {2}database role +millrace_server lacks delete on files/,
    );
    await db.script('grant delete on files to millrace_server');
    expect((await run(['doctor', '--server'], { env })).out).toMatch(
      /! {2}database role +millrace_server can change the audit log: it may truncate audit_log_first/,
    );
    await run(['migrate', '--grant', 'millrace_server'], { env: { DATABASE_URL: postgres.url } });
    await db.close();
    expect((await run(['doctor', '--server'], { env })).out).toMatch(/✓ {2}database role/);
    const unknown = await run(['migrate', '--grant', 'nobody_knows'], { env: { DATABASE_URL: postgres.url } });
    expect(unknown).toMatchObject({ code: 8, err: expect.stringContaining('create role nobody_knows login') });
  });

  test('an audit log that nobody makes room in is a warning', () => {
    const now = Date.parse('2026-01-01T00:00:00Z');
    const found = { databaseVersion: 8, codeVersion: 8, pending: [], rights: undefined, overdueSeconds: 0 };
    const statusOf = (untilTs: string, hasLaterRows = false) =>
      checksOf({ ...found, audit: { untilTs: new Date(untilTs), hasLaterRows } }, now).find(
        ({ name }) => name === 'audit log',
      );
    expect(statusOf('2026-05-01T00:00:00Z')).toMatchObject({ status: 'ok' });
    expect(statusOf('2026-01-10T00:00:00Z')).toMatchObject({ status: 'warning', detail: 'room for 9 days' });
    expect(statusOf('2026-05-01T00:00:00Z', true)).toMatchObject({ status: 'warning' });
  });

  test('what keeps it from the database is told with its remedy; without DATABASE_URL there is nothing to look into', async () => {
    const refused = await run(['doctor', '--server'], { env: { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' } });
    expect(refused.code).toBe(8);
    expect(refused.out).toMatch(/✗ {2}database /);
    expect((await run(['doctor', '--server'], { env: { PORT: 'x' } })).out).toMatch(/✗ {2}settings +PORT/);
    const env = { MILLRACE_DATA_DIR: '/nowhere/at/all' };
    expect(await run(['doctor', '--server'], { env })).toMatchObject({
      code: 0,
      out: expect.stringMatching(/- {2}database .*no server has created an embedded database in \/nowhere\/at\/all/),
    });
  });

  test('checks the embedded database while it runs, and says when it does not', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'millrace-doctor-'));
    const env = { MILLRACE_DATA_DIR: folder };
    const embedded = await startEmbeddedPostgres({
      dataDirectory: join(folder, 'postgres'),
      log: createLog('silent'),
      durable: false,
    });
    try {
      const before = await run(['doctor', '--server'], { env });
      expect(before.out).toMatch(/✓ {2}database +embedded, in .*cluster\n✗ {2}migrations .*0001_first_schema/);
      const log = createLog('silent');
      const db = connect({ url: embedded.ownerUrl, maxConnections: 1, applicationName: 'test', log });
      await migrate(db, log);
      await grantToServer(db, log, 'millrace_server').finally(() => db.close());
      expect(await run(['doctor', '--server'], { env })).toMatchObject({
        code: 0,
        out: expect.stringMatching(/✓ {2}migrations +none pending[\s\S]*✓ {2}worker/),
      });
    } finally {
      await embedded.stop();
    }
    const stopped = await run(['doctor', '--server'], { env });
    expect(stopped.code).toBe(8);
    expect(stopped.out).toMatch(/✗ {2}database +the embedded database in .*cluster does not run/);
    expect(stopped.out).toMatch(/✗ database: Start the server/);
    await rm(folder, { recursive: true, force: true });
  });
});
