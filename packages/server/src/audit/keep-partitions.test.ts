import { afterEach, describe, expect, test } from 'vitest';
import { INSTALLATION_ID, newId } from '../kernel/identifiers.js';
import { type Database, sql, transaction } from '../postgres/database.js';
import { quietLog } from '../testing/quiet-log.js';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.js';
import { systemPrincipal } from '../use-case/caller.js';
import { keepAuditMonths, keepAuditPartitions, MONTHS_AHEAD } from './keep-partitions.js';
import { appendAudit } from './records/append.js';
import { editorsOf } from './records/editors-of.js';
import { eraseHistoryOf } from './records/erase-history.js';
import { findAuditRetention, setAuditRetention } from './records/partitions.js';

let database: TestDatabase;
afterEach(() => database.drop());

const append = (db: Database) =>
  transaction(db, (tx) =>
    appendAudit(tx, { principal: systemPrincipal, traceId: 't' }, [
      {
        action: 'run.start',
        subProjectId: null,
        subjectType: 'run',
        subjectId: 'x',
        processId: newId(),
        before: null,
        after: null,
      },
    ]),
  );

/** As if the months had passed: nothing else makes old rows. */
const appendAt = (db: Database, monthsAgo: number) => db`
  insert into audit_log (id, sub_project_id, created_ts, action, subject_type, subject_id, by_id, by_name, trace_id)
  values (${newId()}, ${INSTALLATION_ID}, now() - make_interval(months => ${monthsAgo}::integer), 'run.start', 'run', 'x',
    'system', 'system', 't')`;

const rowCount = async (db: Database): Promise<number> =>
  (await db<{ n: number }>`select count(*)::integer as n from audit_log`)[0]?.n ?? -1;

/** When that many months will have passed; in the middle of one, so that it is the same one everywhere. */
const inMonths = (months: number): Date => {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, now.getUTCDate()));
};

const laterRows = async (db: Database): Promise<number> =>
  (await db<{ n: number }>`select count(*)::integer as n from audit_log_later`)[0]?.n ?? -1;

const partitions = async (db: Database) =>
  (await db<{ name: string }>`select name from audit_partitions order by until_ts`).map(({ name }) => name);

describe('[D20] the audit log is append-only', () => {
  test.each(['update % set action = action', 'delete from %', 'truncate %'])('%s is refused', async (statement) => {
    database = await createTestDatabase();
    await append(database.db);
    for (const table of ['audit_log', ...(await partitions(database.db))]) {
      await expect(database.owner.script(statement.replace('%', table))).rejects.toThrow('append-only');
      await expect(database.db.script(statement.replace('%', table))).rejects.toThrow('permission denied');
    }
    expect(await rowCount(database.db)).toBe(1);
  });
});

test('[D20] the first partition takes rows of any age, is append-only, and has the indexes of the log', async () => {
  database = await createTestDatabase();
  await append(database.db);
  await appendAt(database.db, 30);
  // A clock that ran ahead.
  await appendAt(database.db, -2);
  expect(await rowCount(database.db)).toBe(3);
  await expect(database.owner`delete from audit_log_first`).rejects.toThrow('append-only');
  const indexes = await database.db<{ attached: number }>`
    select count(*)::integer as attached from pg_inherits where inhparent in
      ('audit_log_of_installation'::regclass, 'audit_log_by_process'::regclass, 'audit_log_pkey'::regclass)
      and inhrelid::regclass::text like 'audit_log_first%'`;
  expect(indexes).toEqual([{ attached: 3 }]);
});

describe('partitions', () => {
  test('[D20] there is room for the months to come, made once by whoever comes first', async () => {
    database = await createTestDatabase();
    const { db } = database;
    await keepAuditMonths(db, { log: quietLog });
    const first = await partitions(db);
    expect(first).toHaveLength(1 + MONTHS_AHEAD);
    await Promise.all([1, 2, 3].map(() => keepAuditPartitions({ db, retentionDays: undefined, log: quietLog })));
    expect(await partitions(db)).toEqual(first);
    const now = inMonths(40);
    await Promise.all([1, 2, 3].map(() => keepAuditMonths(db, { log: quietLog, now })));
    expect(await partitions(db)).toHaveLength(41 + MONTHS_AHEAD);
    await appendAt(db, -40 - MONTHS_AHEAD);
    expect(await laterRows(database.owner)).toBe(0);
  });

  test('[D20] after months without a worker changes are still written, and get a partition when one is back', async () => {
    database = await createTestDatabase();
    const { db } = database;
    await append(db);
    for (const months of [MONTHS_AHEAD + 1, 7, 9]) await appendAt(db, -months);
    expect(await laterRows(database.owner)).toBe(3);
    await expect(database.owner`delete from audit_log_later`).rejects.toThrow('append-only');
    const now = inMonths(9);
    await Promise.allSettled([1, 2, 3].map(() => keepAuditMonths(db, { log: quietLog, now })));
    await keepAuditMonths(db, { log: quietLog, now });
    expect(await laterRows(database.owner)).toBe(0);
    expect(await rowCount(db)).toBe(4);
    const [settled] = (await partitions(db)).filter((name) => name.endsWith('_on'));
    expect(await database.owner.run(sql`select 1 from ${sql.id(settled ?? '')}`)).toHaveLength(3);
    await expect(database.owner.script(`truncate ${settled}`)).rejects.toThrow('append-only');
    await appendAt(db, -9 - MONTHS_AHEAD);
    expect(await laterRows(database.owner)).toBe(0);
    await appendAt(db, -100);
    expect(await laterRows(database.owner)).toBe(1);
  });

  test('[D20] a page in the order of time reads partitions one after the other', async () => {
    database = await createTestDatabase();
    const plan = await database.db<{ 'QUERY PLAN': string }>`
      explain (costs off) select id from audit_log order by created_ts desc, id desc limit 10`;
    const text = plan.map((row) => row['QUERY PLAN']).join('\n');
    expect(text).not.toMatch(/Sort|Merge Append/);
  });

  test('[D20] neither adding months nor moving rows out waits behind a long reader, or makes others wait', async () => {
    database = await createTestDatabase();
    const { db } = database;
    await appendAt(db, -5);
    await transaction(db, async (reader) => {
      await reader`select count(*) from audit_log`;
      const begun = Date.now();
      await keepAuditMonths(db, { log: quietLog, now: inMonths(5) });
      expect(Date.now() - begun).toBeLessThan(10_000);
      await append(db);
    });
    await keepAuditMonths(db, { log: quietLog, now: inMonths(5) });
    expect(await laterRows(database.owner)).toBe(0);
    expect(await rowCount(db)).toBe(2);
  });

  test('[D20] a retention drops whole months, says so in the log, and nothing younger', async () => {
    database = await createTestDatabase();
    const { db } = database;
    await endFirstPartition(database.owner, 100);
    await appendAt(db, 30);
    await appendAt(db, 2);
    const keep = (retentionDays: number | undefined) => keepAuditPartitions({ db, retentionDays, log: quietLog });
    expect(await keep(undefined)).toEqual([]);
    await setAuditRetention(database.owner, 90);
    expect(await keep(101)).toEqual([]);
    expect(await rowCount(db)).toBe(2);
    const twice = await Promise.all([keep(99), keep(99)]);
    expect(twice.flat()).toEqual(['audit_log_first']);
    const left = await db`select action, subject_type, by_id, after from audit_log order by created_ts`;
    expect(left).toEqual([
      expect.objectContaining({ action: 'run.start' }),
      {
        action: 'audit.forget',
        subject_type: 'audit',
        by_id: 'system',
        after: { untilTs: expect.stringMatching(/Z$/), retentionDays: 99 },
      },
    ]);
    await append(db);
    expect(await partitions(db)).not.toContain('audit_log_first');
  });
});

test('[D126] of rows that it drops, retention keeps who set fields where a diagram asks for it', async () => {
  database = await createTestDatabase();
  const { db, owner } = database;
  await endFirstPartition(owner, 100);
  const [asking, other, processId, workflowId, definitionId] = [newId(), newId(), newId(), newId(), newId()];
  await owner.script(`
    begin;
    insert into sub_projects (id, name, created_ts) values ('${asking}', 'Asking', now());
    insert into workflows (sub_project_id, id, key, name, description, stage_keys, current_definition_id, created_ts)
    values ('${asking}', '${workflowId}', 'w', 'W', '', '{}', '${definitionId}', now());
    insert into workflow_definitions (sub_project_id, id, workflow_id, number, bpmn_process_id, fingerprint, bpmn, created_ts)
    values ('${asking}', '${definitionId}', '${workflowId}', 1, 'w', 'h', '<approval separation="editor:amount"/>', now());
    commit`);
  const set = (subProjectId: string, by: string, after: object) => db`
    insert into audit_log (id, sub_project_id, created_ts, action, subject_type, subject_id, process_id, by_id, by_name,
      trace_id, after)
    values (${newId()}, ${subProjectId}, now() - interval '3 years', 'process.update', 'process', ${processId}, ${processId},
      ${by}, 'Ada', 't', ${sql.json(after)})`;
  await set(asking, 'ada', { fields: { amount: 5, notes: null }, enteredBy: ['bob'] });
  await set(asking, 'ada', { fields: { amount: 6 } });
  await set(asking, 'cleo', { state: 'APPROVED' });
  await set(other, 'dan', { fields: { amount: 7 } });
  const editors = async (subProjectId: string, ...fields: readonly string[]) =>
    (await editorsOf(db, { subProjectId, processId, fields })).map(({ field, by }) => `${field} ${by}`).toSorted();
  const all = ['amount ada', 'amount bob', 'notes ada', 'notes bob'];
  expect(await editors(asking, 'amount', 'notes')).toEqual(all);
  await setAuditRetention(owner, 90);
  expect(await keepAuditPartitions({ db, retentionDays: 90, log: quietLog })).toEqual(['audit_log_first']);
  expect(await db`select from audit_log where process_id = ${processId}`).toEqual([]);
  expect(await editors(asking, 'amount', 'notes')).toEqual(all);
  expect(await editors(asking, 'amount')).toEqual(['amount ada', 'amount bob']);
  expect(await editors(other, 'amount')).toEqual([]);
  await db`insert into audit_log (id, sub_project_id, created_ts, action, subject_type, subject_id, process_id, by_id, by_name, trace_id)
    values (${newId()}, ${asking}, now(), 'process.delete', 'process', ${processId}, ${processId}, 'x', 'x', 't')`;
  await transaction(db, (tx) => eraseHistoryOf(tx, asking, processId, []));
  expect(await editors(asking, 'amount', 'notes')).toEqual([]);
});

describe('[D67] the role of the servers', () => {
  test('reads and adds audit rows, and can neither change nor remove them, nor what protects them', async () => {
    database = await createTestDatabase();
    const { db } = database;
    await append(db);
    const [month] = await partitions(db);
    const attempts = [
      `update audit_log set action = 'x'`,
      'delete from audit_log',
      'truncate audit_log',
      `delete from ${month}`,
      `insert into ${month} select * from audit_log`,
      'drop table audit_log',
      `drop table ${month}`,
      `alter table audit_log detach partition ${month}`,
      'alter table audit_log disable trigger audit_log_is_append_only',
      'drop trigger audit_log_is_append_only on audit_log',
      'create trigger mine before insert on audit_log for each row execute function suppress_redundant_updates_trigger()',
      'create rule mine as on insert to audit_log do instead nothing',
      'alter table audit_log rename to mine',
      'alter table audit_log owner to current_user',
      'select 1; lock table audit_log in access exclusive mode',
      `set session_replication_role = 'replica'`,
      'delete from audit_partitions',
      `update audit_partitions set until_ts = now() - interval '10 years'`,
      'update audit_settings set retention_days = 1',
      'update run_timeline set entries = entries',
      'delete from run_timeline',
      `set millrace.erasing = 'on'; update audit_log set before = null`,
      `set millrace.erasing = 'on'; delete from run_timeline`,
      'delete from millrace_migrations',
      'drop schema millrace cascade',
      'drop function refuse_change() cascade',
      `create or replace function refuse_change() returns trigger language plpgsql as 'begin return new; end'`,
      `select grant_to_server('millrace_server')`,
      `copy (select 1) to program 'true'`,
      'create role mine superuser',
    ];
    for (const attempt of attempts) {
      await expect(db.script(attempt), attempt).rejects.toThrow(
        /permission denied|must be owner|must be able to|must be superuser/,
      );
    }
    // PostgreSQL warns instead of refusing, because the role has other privileges on the table.
    await db.script('grant update on audit_log to current_user');
    expect(await db`select has_table_privilege('audit_log', 'update, delete, truncate, trigger') as may`).toEqual([
      { may: false },
    ]);
    const owners = await database.owner<{ name: string }>`
      select distinct pg_get_userbyid(relowner) as name from pg_class where relname like 'audit\_%'`;
    for (const { name } of owners) {
      await expect(db.script(`set role "${name}"`), name).rejects.toThrow('permission denied to set role');
    }
    expect(await rowCount(db)).toBe(1);
  });

  test('drops no month that the owner keeps, whatever retention it asks for', async () => {
    database = await createTestDatabase();
    const { db, owner } = database;
    await endFirstPartition(owner, 100);
    await appendAt(db, 30);
    const keep = (retentionDays: number) => keepAuditPartitions({ db, retentionDays, log: quietLog });
    expect(await keep(1)).toEqual([]);
    await setAuditRetention(owner, 101);
    expect(await findAuditRetention(db)).toEqual({ days: 101, isOwner: false });
    expect(await keep(1)).toEqual([]);
    await expect(db`select drop_old_audit_partitions(null)`).resolves.toEqual([]);
    await setAuditRetention(owner, 99);
    expect(await keep(1)).toEqual(['audit_log_first']);
    await expect(db`select add_audit_partitions(1000)`).rejects.toThrow('at most 12 months');
  });

  test('objects that it creates beside those of the owner do not run as the owner', async () => {
    database = await createTestDatabase();
    const { db } = database;
    await db.script(`
      create function now() returns timestamptz language plpgsql as 'begin raise exception ''mine''; end';
      create function to_char(timestamp, varchar) returns text language sql as $$ select 'mine' $$;
      create function audit_month(timestamp, integer) returns timestamptz language plpgsql as 'begin raise exception ''mine''; end';
      create table pg_constraint (conname text)`);
    await appendAt(db, -5);
    await transaction(db, async (tx) => {
      await tx.script('create temp table audit_partitions (name text, until_ts timestamptz) on commit drop');
      const { now } = { now: inMonths(5).toISOString() };
      for (const call of [
        `bound_later_audit_rows('${now}')`,
        'validate_later_audit_rows()',
        'settle_later_audit_rows()',
      ]) {
        await tx.script(`select ${call}`);
      }
    });
    await keepAuditMonths(db, { log: quietLog, now: inMonths(5) });
    const names = (await database.owner<{ name: string }>`select name from millrace.audit_partitions`).map(
      ({ name }) => name,
    );
    expect(names.some((name) => name.endsWith('_on'))).toBe(true);
    expect(names.join(' ')).not.toContain('mine');
  });

  test('months made with default privileges of the schema give it no way around the log', async () => {
    database = await createTestDatabase();
    const { db, owner } = database;
    const [server] = await db<{ name: string }>`select session_user as name`;
    await owner.script(`alter default privileges in schema millrace grant all on tables to "${server?.name}", public`);
    await keepAuditMonths(db, { log: quietLog, now: inMonths(3) });
    for (const name of await partitions(db)) {
      await expect(db.script(`truncate ${name}`), name).rejects.toThrow('permission denied');
    }
  });
});

/** As if the service had been set up long ago: the first partition ends that many days before now. */
async function endFirstPartition(db: Database, days: number): Promise<void> {
  const until = new Date(Date.now() - days * 86_400_000).toISOString();
  await db.script(`
    do $$ declare old_until timestamptz; begin
      select until_ts into old_until from audit_partitions where name = 'audit_log_first';
      alter table audit_log detach partition audit_log_first;
      alter table audit_log attach partition audit_log_first for values from (minvalue) to ('${until}');
      execute format('create table audit_log_second partition of audit_log for values from (%L) to (%L)', '${until}', old_until);
      update audit_partitions set until_ts = '${until}' where name = 'audit_log_first';
      insert into audit_partitions values ('audit_log_second', old_until);
    end $$`);
}
