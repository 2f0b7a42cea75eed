import { describe, expect, test } from 'vitest';
import { MIGRATIONS_FOLDER, readMigrations } from './migration-files.js';
import { migrationStatements, splitStatements } from './migration-statements.js';

describe('splitting', () => {
  test('semicolons in bodies, texts and comments separate nothing', () => {
    const text = `-- one; comment
      create function f() returns text language sql as $$ select ';'; $$; /* two; */ select 'it''s; fine', "a;b";
      do $x$ begin perform $$;$$; end $x$;`;
    expect(splitStatements(text)).toEqual([
      "create function f() returns text language sql as $$ select ';'; $$",
      `select 'it''s; fine', "a;b"`,
      'do $x$ begin perform $$;$$; end $x$',
    ]);
  });
});

describe('effects', () => {
  const effectOf = (...texts: readonly string[]) => migrationStatements(texts).flat().at(-1);

  test.each([
    ['alter table processes add column x text', 'processes', 'reads and writes wait'],
    ['ALTER TABLE audit_log\n  attach partition p for values from (1) to (2)', 'audit_log', 'reads and writes go on'],
    ['alter table t validate constraint c', 't', 'reads and writes go on'],
    ['create unique index i on processes (id) where x', 'processes', 'writes wait'],
    [
      'create trigger t before update or delete on processes for each row execute function f()',
      'processes',
      'writes wait',
    ],
    ['update processes set a = 1', 'processes', 'writes to the same rows wait'],
    ['insert into processes values (1)', 'processes', 'reads and writes go on'],
    ['drop table if exists processes', 'processes', 'reads and writes wait'],
    ['create table other (id int)', undefined, 'no session waits'],
    ["do $$ begin execute 'x'; end $$", undefined, 'see the file'],
    ['vacuum', undefined, 'see the file'],
  ])('%s', (text, table, effect) => {
    expect(effectOf(text)).toMatchObject({ table, effect });
  });

  test('nobody waits for a table that the plan itself creates', () => {
    expect(effectOf('create table new (id int)', 'create index on new (id)')).toMatchObject({
      effect: 'no session waits',
    });
  });

  test('every statement of the migrations of Millrace is known', async () => {
    const files = await readMigrations(MIGRATIONS_FOLDER);
    for (const { text, effect } of migrationStatements(files.map((file) => file.text)).flat()) {
      if (effect === 'see the file') expect(text).toMatch(/^(do|select) /);
    }
  });
});
