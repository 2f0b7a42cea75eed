import pg from 'pg';
import { copyIn } from './copy-in.mjs';
import { indexOf, leastId, loadedColumns, rowsBetween } from './generate.mjs';
import { loadProgress, whileTelling } from './progress.mjs';

const perCommit = 100_000;

/** Runs work on a connection of its own. */
export async function withClient(url, work) {
  const client = new pg.Client({ connectionString: url, application_name: 'bench' });
  await client.connect();
  try {
    await client.query('set search_path = millrace');
    return await work(client);
  } finally {
    await client.end();
  }
}

/** How far the load is: how many of the first so many processes are there, and whether their indexes are too. */
export const stateOfLoad = (url, count) =>
  withClient(url, async (client) => {
    const { rows } = await client.query(`select to_regclass('bench_indexes') is not null as begun`);
    const begun = rows[0]?.begun === true;
    const missing = begun ? (await client.query('select definition from bench_indexes')).rows : [];
    return { begun, loaded: await countLoaded(client, count), complete: begun && missing.length === 0 };
  });

/** Processes are loaded in the order of their numbers, so the highest says how many there are. */
async function countLoaded(client, count) {
  const { rows } = await client.query(
    'select id from processes where id >= $1 and id < $2 and substr(id::text, 15, 1) = $3 order by id desc limit 1',
    [leastId(0), leastId(count), '7'],
  );
  return rows[0] === undefined ? 0 : indexOf(rows[0].id) + 1;
}

/**
 * Loads processes up to the given number with COPY, past the triggers; what an earlier run loaded stays. The indexes of
 * lists are made after the rows: they are kept in a table meanwhile, so that whoever goes on after a crash makes them.
 * Whoever calls it counts the sub-project anew afterwards.
 *
 * @returns seconds that the rows and the indexes took
 */
export const load = (url, count, say) =>
  withClient(url, async (client) => {
    await client.query(`set session_replication_role = replica; set synchronous_commit = off`);
    await client.query(`set maintenance_work_mem = '1GB'`);
    const begun = performance.now();
    const before = await countLoaded(client, count);
    if (before < count) await setIndexesAside(client);
    const progress = loadProgress(say, before, count);
    const statement = `copy processes (${loadedColumns}) from stdin`;
    for (let from = before; from < count; from += perCommit) {
      const to = Math.min(from + perCommit, count);
      await copyIn(client, statement, rowsBetween(from, to));
      progress(to);
    }
    const indexing = performance.now();
    await whileTelling(say, url, () => makeIndexes(client));
    await client.query('vacuum (freeze, analyze) processes');
    return { rowSeconds: (indexing - begun) / 1000, indexSeconds: (performance.now() - indexing) / 1000 };
  });

async function setIndexesAside(client) {
  await client.query(`
    begin;
    create table if not exists bench_indexes (name text primary key, definition text not null);
    insert into bench_indexes
      select indexrelid::regclass::text, pg_get_indexdef(indexrelid) from pg_index
      where indrelid = 'processes'::regclass and not indisprimary
      on conflict do nothing;
    do $$
    declare name text;
    begin
      for name in select i.name from bench_indexes i loop
        execute 'drop index if exists ' || name;
      end loop;
    end
    $$;
    commit`);
}

async function makeIndexes(client) {
  const { rows } = await client.query('select name, definition from bench_indexes');
  for (const { name, definition } of rows) {
    await client.query(definition.replace('CREATE INDEX', 'CREATE INDEX IF NOT EXISTS'));
    await client.query('delete from bench_indexes where name = $1', [name]);
  }
}
