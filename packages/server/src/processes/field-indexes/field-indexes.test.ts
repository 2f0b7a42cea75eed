import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { backgroundRunner } from '../../jobs/testing/run-background.js';
import { newId } from '../../kernel/identifiers.js';
import { connect, createQueryable, type Database, sql, transaction } from '../../postgres/database.js';
import { quietLog } from '../../testing/quiet-log.js';
import { tryIndexLock } from '../records/field-indexes/index-lock.js';
import { createProcessFixture, insertSubProject, invoices, type ProcessFixture } from '../testing/process-fixture.js';
import { fieldIndexWork, requestFieldIndexes } from './field-index-work.js';
import { fieldIndexProgress, updateFieldIndexes } from './field-indexes.js';

const indexing = (names: readonly string[]) => ({
  ...invoices,
  fields: Object.fromEntries(
    Object.entries({ ...invoices.fields, "it's": { type: 'boolean' } }).map(([name, schema]) => [
      name,
      { ...schema, 'x-indexed': names.includes(name) },
    ]),
  ),
});

let fixture: ProcessFixture;
let db: Database;
beforeAll(async () => {
  fixture = await createProcessFixture(indexing(['supplier', 'amount', "it's"]));
  db = fixture.db;
});
afterAll(() => fixture.drop());
beforeEach(() => update());

async function update(): Promise<void> {
  while (!(await updateFieldIndexes(db, { log: quietLog }))) await sleep(20);
}

/** Changes what the current configuration asks for, past the deployment. */
async function ask(names: readonly string[]): Promise<void> {
  const document = indexing(names);
  await db`
    update sub_project_versions v set configuration = jsonb_set(v.configuration, '{document,fields}', ${sql.json(
      Object.entries(document.fields).map(([name, schema]) => ({ name, schema })),
    )}) from sub_projects s where s.id = ${fixture.subProjectId} and v.id = s.current_version_id`;
}

const indexes = async (): Promise<readonly string[]> => {
  const rows = await db<{ name: string; valid: boolean }>`
    select c.relname as name, i.indisvalid as valid from pg_index i join pg_class c on c.oid = i.indexrelid
    where starts_with(c.relname, 'processes_field_')`;
  return rows
    .map(({ name, valid }) => `${name.split('_').slice(2, -1).join('_')}${valid ? '' : ' (not valid)'}`)
    .sort();
};
const asked = ['eq_amount', 'eq_it_s', 'eq_supplier', 'order_amount', 'order_supplier', 'parts_supplier'];
/** Entries of the indexes of a field, by their kind, as an analysis of the table counts them. */
const entriesOf = async (field: string): Promise<Readonly<Record<string, number>>> => {
  await fixture.owner.script('vacuum analyze processes');
  const rows = await fixture.owner<{ name: string; entries: number }>`
    select relname as name, reltuples::integer as entries from pg_class
    where relkind = 'i' and relname ~ ('^processes_field_.*_' || ${field} || '_')`;
  return Object.fromEntries(rows.map(({ name, entries }) => [name.split('_')[2] ?? '', entries]));
};
const progress = () => fieldIndexProgress(db, fixture.subProjectId);

describe('[D18] x-indexed', () => {
  test('builds indexes and counters, shows how far they are, and drops what nobody asks for any more', async () => {
    expect(await indexes()).toEqual(asked);
    expect(await progress()).toEqual(['amount', "it's", 'supplier'].map((field) => ({ field, state: 'ready' })));
    await ask(['notes']);
    await update();
    expect(await indexes()).toEqual(['eq_notes', 'order_notes', 'parts_notes']);
    expect(await progress()).toEqual([{ field: 'notes', state: 'ready' }]);
    expect(await db`select field from process_chains where field not in ('', 'notes')`).toEqual([]);
    await ask(['supplier', 'amount', "it's"]);
    await update();
    expect(await indexes()).toEqual(asked);
  });

  test('[D140] processes without a value are only in the index of equality', async () => {
    const before = await entriesOf('amount');
    await fixture.owner`
      insert into processes (id, sub_project_id, state, priority, stage_key, fields, created_ts, updated_ts)
      select gen_random_uuid(), ${fixture.subProjectId}, 'INIT', 'LOW', 'stage_init', '{}', now(), now()
      from generate_series(1, 300)`;
    const after = await entriesOf('amount');
    expect(after.order).toBe(before.order);
    expect(after.eq).toBe((before.eq ?? 0) + 300);
    await fixture.owner`delete from processes where fields = '{}' and state = 'INIT' and priority = 'LOW'`;
  });

  test('an index that was cut off is built again', async () => {
    await fixture.owner`update pg_index set indisvalid = false where indexrelid = (
      select oid from pg_class where starts_with(relname, 'processes_field_eq_supplier'))`;
    expect(await indexes()).toContain('eq_supplier (not valid)');
    await update();
    expect(await indexes()).toEqual(asked);
  });

  test('an index that PostgreSQL refuses is shown as failed with the reason, and holds up no other', async () => {
    await ask(['amount', 'notes']);
    await update();
    const [index] = await db<{ name: string }>`
      select relname as name from pg_class where starts_with(relname, 'processes_field_eq_notes')`;
    await ask(['amount']);
    await update();
    // A table with the name of the index.
    await db.script(`create table ${index?.name} ()`);
    await ask(['amount', 'notes', 'supplier']);
    const runner = backgroundRunner(db, [fieldIndexWork({ db })]);
    try {
      await transaction(db, requestFieldIndexes);
      await runner.runAll();
      expect(runner.counts).toMatchObject({ done: 0, failed: 1 });
    } finally {
      await db.script(`drop table ${index?.name}`);
    }
    const reason = expect.stringMatching(
      /^given up after 5 attempts: PostgreSQL refused an index with the error 42P07/,
    );
    const states = [
      { field: 'amount', state: 'ready' },
      { field: 'notes', state: 'failed', reason },
      { field: 'supplier', state: 'ready' },
    ];
    expect(await progress()).toEqual(states);
    await transaction(db, requestFieldIndexes);
    expect(await progress(), 'while it is tried again').toEqual(states);
    await runner.runAll();
    expect((await progress()).map(({ state }) => state)).toEqual(['ready', 'ready', 'ready']);
  });

  test('a job that finds another session at work waits until that one has finished', async () => {
    await transaction(db, requestFieldIndexes);
    const runner = backgroundRunner(db, [fieldIndexWork({ db })]);
    const dueIn = async () => {
      const [row] = await db<{ seconds: number }>`
        select extract(epoch from due_ts - now())::float8 as seconds from jobs where open and kind = 'field-index'`;
      return row?.seconds;
    };
    const other = await db.acquire();
    try {
      expect(await tryIndexLock(createQueryable(other))).toBe(true);
      await runner.runDue();
      expect(await dueIn()).toBeGreaterThan(30);
    } finally {
      other.release(true);
    }
    const [waiting] = await db<{ id: string }>`select id from jobs where open and kind = 'field-index'`;
    await db`update jobs set leased = true where id = ${waiting?.id ?? ''}`;
    await transaction(db, requestFieldIndexes);
    await db`update jobs set leased = false where id = ${waiting?.id ?? ''}`;
    await runner.runDue();
    expect(await dueIn(), 'the second job of the two has woken and done the first').toBeUndefined();
  });

  test('several servers at once build it once', async () => {
    await ask([]);
    await update();
    expect(await indexes()).toEqual([]);
    await ask(['supplier', 'amount', "it's"]);
    await Promise.all([1, 2, 3].map(() => update()));
    expect(await indexes()).toEqual(asked);
  });

  test('an index never refuses a value, however long', async () => {
    const supplier = Array.from({ length: 20_000 }, (_, index) => String.fromCodePoint(0x4e00 + index)).join('');
    const id = await fixture.create({ supplier });
    const { processes } = await fixture.useCases.getProcess(fixture.caller('OWNER'), {
      page: '1',
      perPageCount: '10',
      filters: JSON.stringify({ subProjectId_id: fixture.subProjectId, 'fields.supplier': supplier }),
    });
    expect(processes.map((process) => process.id)).toEqual([id]);
    await db`delete from processes where id = ${id}`;
  });

  test('a change under way while a field begins to be counted is counted once', async () => {
    const other = newId();
    await insertSubProject(db, other, indexing(['notes']));
    const pool = connect({ url: fixture.url, maxConnections: 4, applicationName: 'test', log: quietLog });
    try {
      let updating: Promise<void> | undefined;
      await transaction(pool, async (tx) => {
        await tx`insert into processes (id, sub_project_id, state, priority, stage_key, fields, created_ts, updated_ts)
          values (${newId()}, ${other}, 'INIT', 'LOW', 'stage_init', '{"notes": "x"}', now(), now())`;
        updating = update();
        await new Promise((resolve) => setTimeout(resolve, 200));
        await tx`insert into processes (id, sub_project_id, state, priority, stage_key, fields, created_ts, updated_ts)
          values (${newId()}, ${other}, 'INIT', 'LOW', 'stage_init', '{"notes": "x"}', now(), now())`;
      });
      await updating;
      const { meta } = await fixture.useCases.getProcess(fixture.caller('ADMIN'), {
        page: '1',
        perPageCount: '10',
        filters: JSON.stringify({ subProjectId_id: other, 'fields.notes': 'x' }),
      });
      expect(meta.totalCount).toBe('2');
    } finally {
      await pool.close();
    }
  });
});
