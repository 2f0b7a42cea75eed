import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { findUnnamed, tenantTables } from './statement-rule.js';

let tables: ReadonlySet<string>;
beforeAll(async () => {
  tables = tenantTables(await readFile(new URL('../postgres/schema.sql', import.meta.url), 'utf8'));
});

const unnamed = (text: string) => findUnnamed(text, tables).map(({ alias }) => alias);

test('[ADR 7] tables of sub-projects are those of the schema with a sub-project in every row', () => {
  for (const name of ['runs', 'audit_log', 'process_tree_counts']) expect(tables).toContain(name);
  for (const name of ['users', 'clients', 'idempotency_keys', 'sub_projects', 'storage_reconciliations']) {
    expect(tables).not.toContain(name);
  }
  expect(tables.size).toBeGreaterThan(25);
});

describe('[ADR 7] a statement names the sub-project of the rows it touches', () => {
  test.each([
    'select id from runs where sub_project_id = $1 and id = $2 for update',
    'select r.id from runs r join processes p on p.sub_project_id = r.sub_project_id and p.id = r.process_id where r.sub_project_id = $1',
    'select exists (select from jobs j where j.sub_project_id = r.sub_project_id and j.run_id = r.id) from runs r where r.sub_project_id = $1',
    'select 1 from sub_projects s left join sub_project_versions v on v.sub_project_id = s.id and v.id = s.current_version_id',
    'with a as (select id from tasks where sub_project_id = $1) update runs set state = $2 where sub_project_id = $1 and id in (select id from a)',
    'update tasks set state = x.state from json_to_recordset($1) as x (state text) where tasks.sub_project_id = $2',
    'insert into signals (sub_project_id, id) values ($1, $2)',
    'delete from files where (sub_project_id, id) = any (select * from unnest($1, $2))',
    'select id from files where (sub_project_id, id) in (select sub_project_id, id from due)',
    'select number, files, jobs.id from sub_project_versions where sub_project_id = $1',
    'update jobs set leased = true from due where jobs.sub_project_id = due.sub_project_id returning jobs.run_id, jobs.id',
    'select id from users where id = $1',
  ])('%s', (text) => {
    expect(unnamed(text)).toEqual([]);
  });

  test.each([
    ['select id from runs where id = $1', ['runs']],
    ['select r.id from runs r join processes p on p.id = r.process_id where r.sub_project_id = $1', ['p']],
    ['select r.id from runs r join processes p on p.sub_project_id = r.sub_project_id', ['r', 'p']],
    ['select exists (select from jobs j where j.run_id = r.id) from runs r where r.sub_project_id = $1', ['j']],
    ['select id from tasks where sub_project_id = $1 union all select id from tasks where id = $2', ['tasks']],
    ['with a as (select id from tasks where sub_project_id = $1) update runs set state = $2 where id = $3', ['runs']],
    ['with a as (delete from jobs where id = $2) select 1 from runs where sub_project_id = $1', ['jobs']],
    [
      'update tasks set state = x.state from json_to_recordset($1) as x (state text) where tasks.run_id = $2',
      ['tasks'],
    ],
    ['select r.id from processes p, runs r where p.sub_project_id = $1', ['r']],
    ['insert into signals (id, name) values ($1, $2)', ['signals']],
    ['delete from files where id = any($1) and purging', ['files']],
    ['select id from files where sub_project_id <> all($1)', ['files']],
    ["select id from runs where status = 'sub_project_id = 1'", ['runs']],
  ])('%s does not', (text, aliases) => {
    expect(unnamed(text)).toEqual(aliases);
  });
});
