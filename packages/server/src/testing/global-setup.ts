import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { connect, sql } from '../postgres/database.js';
import { stopPostmaster } from '../postgres/embedded/postmaster.js';
import { findRunning } from '../postgres/embedded/postmaster-file.js';
import { isAlive } from '../postgres/embedded/process-table.js';
import { startEmbeddedPostgres } from '../postgres/embedded/start.js';
import { grantToServer, migrate } from '../postgres/migration/migrate.js';
import { quietLog } from './quiet-log.js';
import { databaseUrl } from './test-database-url.js';

/** Of directories in the temporary directory; the process id of the run follows. */
const PREFIX = 'millrace-test-';

declare module 'vitest' {
  interface ProvidedContext {
    /** Any database of the server the tests run on, as a user who may create databases and owns the schema in them. */
    readonly testPostgresUrl: string;
    /** The same as the role the servers work as. */
    readonly testServerUrl: string;
    /** Name of the migrated database that tests clone. */
    readonly testTemplate: string;
  }
}

/**
 * Once for all test files: a throwaway PostgreSQL, or the one `TEST_DATABASE_URL` names (its user must be allowed to
 * create databases and roles), with a migrated template database on it. What it made is gone when the run ends, however it ends.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startServer();
  try {
    const template = await createTemplate(server);
    project.provide('testPostgresUrl', server.ownerUrl);
    project.provide('testServerUrl', server.url);
    project.provide('testTemplate', template);
    return async () => {
      if (server.external) await dropDatabases(server.ownerUrl, template);
      await server.stop();
    };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

interface TestServer {
  /** As the role the servers work as. */
  readonly url: string;
  readonly ownerUrl: string;
  readonly external: boolean;
  stop(): Promise<void>;
}

async function startServer(): Promise<TestServer> {
  const url = process.env.TEST_DATABASE_URL;
  if (url !== undefined && url !== '') {
    return { url: await createServerRole(url), ownerUrl: url, external: true, stop: async () => undefined };
  }
  await removeLeftovers();
  const dataDirectory = await mkdtemp(join(tmpdir(), `${PREFIX}${process.pid}-`));
  const remove = (path: string) => rm(path, { recursive: true, force: true });
  try {
    // mkdtemp makes it private; PostgreSQL may run as another account.
    await chmod(dataDirectory, 0o755);
    const postgres = await startEmbeddedPostgres({ dataDirectory, log: quietLog, durable: false });
    return {
      url: postgres.url,
      ownerUrl: postgres.ownerUrl,
      external: false,
      async stop() {
        await postgres.stop();
        await remove(postgres.directory);
        await remove(dataDirectory);
      },
    };
  } catch (error) {
    await remove(dataDirectory);
    throw error;
  }
}

/** A run that was killed leaves its PostgreSQL running. */
async function removeLeftovers(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(PREFIX) || isAlive(Number.parseInt(name.slice(PREFIX.length), 10))) continue;
    const directory = join(tmpdir(), name);
    const running = await findRunning(join(directory, 'cluster'));
    if (running !== undefined) await stopPostmaster(running.pid, quietLog);
    // It may belong to another user, whose next run removes it.
    await rm(directory, { recursive: true, force: true }).catch(() => undefined);
  }
}

/** The name is new each run, so that runs on one server do not disturb each other; clones carry it as a prefix. */
async function createTemplate({ url, ownerUrl }: TestServer): Promise<string> {
  const template = `millrace_test_${process.pid}_${Date.now().toString(36)}`;
  const admin = connect({ url: ownerUrl, maxConnections: 1, applicationName: 'millrace-test', log: quietLog });
  await admin.run(sql`create database ${sql.id(template)} template template0`).finally(() => admin.close());
  const db = connect({
    url: databaseUrl(ownerUrl, template),
    maxConnections: 1,
    applicationName: 'millrace-test',
    log: quietLog,
  });
  try {
    await migrate(db, quietLog);
    await grantToServer(db, quietLog, new URL(url).username);
  } finally {
    await db.close();
  }
  return template;
}

/** On a PostgreSQL that is not ours. The role stays: other runs may use it at the same time. */
async function createServerRole(url: string): Promise<string> {
  const role = 'millrace_test_server';
  const admin = connect({ url, maxConnections: 1, applicationName: 'millrace-test', log: quietLog });
  try {
    await admin.script(`do $$ begin
      perform pg_advisory_xact_lock(1493995793);
      if to_regrole('${role}') is null then create role ${role} login password '${role}'; end if;
    end $$`);
  } finally {
    await admin.close();
  }
  const changed = new URL(url);
  changed.username = role;
  changed.password = role;
  return changed.href;
}

async function dropDatabases(url: string, prefix: string): Promise<void> {
  const admin = connect({ url, maxConnections: 1, applicationName: 'millrace-test', log: quietLog });
  try {
    const names = await admin<{ datname: string }>`
      select datname from pg_database where starts_with(datname, ${prefix})`;
    for (const { datname } of names) {
      await admin.run(sql`drop database if exists ${sql.id(datname)} with (force)`);
    }
  } finally {
    await admin.close();
  }
}
