import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.js';

// docs/adr/0007-tenant-first-schema.md: what a distributed PostgreSQL demands of a table that it distributes.

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** Tables whose rows all belong to a sub-project; sub_projects itself is the root of each. */
const TENANT_TABLES = `
  select c.oid, c.relname from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attname = 'sub_project_id' and a.attnotnull
  where c.relnamespace = 'millrace'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`;

const rowsOf = async (text: string): Promise<readonly string[]> => {
  const strings = Object.assign([text], { raw: [text] });
  const rows = await database.db<{ name: string }>(strings);
  return rows.map(({ name }) => name);
};

test('[ADR 7] sub_project_id comes first in every primary key and every unique index of a sub-project', async () => {
  const tables = await rowsOf(`select relname::text as name from (${TENANT_TABLES}) t`);
  expect(tables).toEqual(
    expect.arrayContaining(['processes', 'runs', 'jobs', 'files', 'audit_log', 'process_tree_counts']),
  );
  const withKey = await rowsOf(`
    select relname::text as name from (${TENANT_TABLES}) t join pg_index i on i.indrelid = t.oid where i.indisprimary`);
  expect(withKey.toSorted()).toEqual(tables.toSorted());
  const wrong = await rowsOf(`
    select i.indexrelid::regclass::text as name from (${TENANT_TABLES}) t join pg_index i on i.indrelid = t.oid
    join pg_attribute a on a.attrelid = t.oid and a.attnum = i.indkey[0]
    where i.indisunique and a.attname <> 'sub_project_id'`);
  expect(wrong).toEqual([]);
});

test('[ADR 7] a foreign key of a sub-project stays in the sub-project: it begins with it on both sides', async () => {
  const wrong = await rowsOf(`
    select k.conname::text as name from (${TENANT_TABLES}) t
    join pg_constraint k on k.conrelid = t.oid and k.contype = 'f'
    join pg_attribute a on a.attrelid = t.oid and a.attnum = k.conkey[1]
    join pg_attribute b on b.attrelid = k.confrelid and b.attnum = k.confkey[1]
    where a.attname <> 'sub_project_id'
      or b.attname <> (case k.confrelid when 'sub_projects'::regclass then 'id' else 'sub_project_id' end)`);
  expect(wrong).toEqual([]);
});

test('[ADR 7] no trigger needs a table of changed rows', async () => {
  const wrong = await rowsOf(`
    select g.tgname::text as name from (${TENANT_TABLES}) t join pg_trigger g on g.tgrelid = t.oid
    where not g.tgisinternal and (g.tgoldtable is not null or g.tgnewtable is not null)`);
  expect(wrong).toEqual([]);
});
