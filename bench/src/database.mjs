import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { connect } from '../../packages/server/dist/postgres/database.js';
import { startEmbeddedPostgres } from '../../packages/server/dist/postgres/embedded/start.js';
import { migrate } from '../../packages/server/dist/postgres/migration/migrate.js';
import { rebuildTotals } from '../../packages/server/dist/processes/totals/keep-totals.js';

const ignore = () => undefined;
const quietLog = { debug: ignore, info: ignore, warn: ignore, error: ignore };

/** A PostgreSQL for the benchmark with one database per size; databases are kept between runs. */
export async function startDatabase(directory) {
  await mkdir(directory, { recursive: true });
  await chmod(directory, 0o755);
  const postgres = await startEmbeddedPostgres({ dataDirectory: join(directory, 'postgres'), log: quietLog });
  return {
    /** Address of the database of this name, which is made when it is missing. */
    async database(name) {
      const admin = new pg.Client({ connectionString: postgres.ownerUrl });
      await admin.connect();
      const { rowCount } = await admin.query('select from pg_database where datname = $1', [name]);
      if (rowCount === 0) await admin.query(`create database ${name} template template0`);
      await admin.end();
      const url = new URL(postgres.ownerUrl);
      url.pathname = `/${name}`;
      return url.href;
    },
    stop: () => postgres.stop(),
  };
}

/** Runs work on a pool without a statement timeout. */
async function onDatabase(url, work) {
  const db = connect({ url, maxConnections: 2, applicationName: 'bench', statementTimeoutMs: 0, log: quietLog });
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

export const migrateDatabase = (url) => onDatabase(url, (db) => migrate(db, quietLog));

/** Counts the sub-project anew after rows were loaded past the triggers. */
export const countAnew = (url, subProjectId) => onDatabase(url, (db) => rebuildTotals(db, subProjectId));

/** Bytes of the processes with their indexes, and of the counters. */
export async function sizesOf(url) {
  return onDatabase(url, async (db) => {
    const [row] = await db`
      select pg_total_relation_size('processes')::text as processes,
        (select sum(pg_total_relation_size(c.oid)) from pg_class c
          where c.relnamespace = 'millrace'::regnamespace and c.relkind = 'r' and starts_with(c.relname, 'process_'))::text
          as counters`;
    return row;
  });
}
