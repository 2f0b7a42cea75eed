import { createHash } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sealAuditLog } from '../../audit/evidence/seal-log.js';
import { newId } from '../../kernel/identifiers.js';
import { createSealing } from '../../kernel/sealing.js';
import { quietLog } from '../../testing/quiet-log.js';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.js';
import { migrate } from './migrate.js';
import { migrateBefore } from './testing/migrate-before.js';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase({ empty: true });
});
afterEach(async () => {
  await database.drop();
});

test('[D164] rows of before have no statement and no seal; later ones are sealed, and seals are not changed', async () => {
  const { db } = database;
  await migrateBefore(db, 'evidence');
  const subProjectId = newId();
  const insert = (createdTs: Date) => db`
    insert into audit_log (id, sub_project_id, created_ts, action, subject_type, subject_id, by_id, by_name, trace_id)
    values (${newId()}, ${subProjectId}, ${createdTs}, 'run.resume', 'run', 'r', 'u', 'U', 't')`;
  await insert(new Date(Date.now() - 3_600_000));
  await migrate(db, quietLog);
  await insert(new Date());
  expect(await db`select statement from audit_log`).toEqual([{ statement: null }, { statement: null }]);
  await sealAuditLog({ db, sealing: createSealing([]), log: quietLog }, Date.now() + 60_000);
  const seals = await db<{ rowIds: string[] }>`select row_ids as "rowIds" from audit_seals`;
  expect(seals.map(({ rowIds }) => rowIds.length)).toEqual([1]);
  await expect(db`update audit_seals set signature = ''`).rejects.toThrow(/append-only/);
});

test('[D180] a seal of before has no entries; the next one follows it, and from then on there is a signed head', async () => {
  const { db } = database;
  await migrateBefore(db, 'evidence_is_complete');
  const subProjectId = newId();
  const processId = newId();
  const [rowId, sealId] = [newId(), newId()];
  const old = `{"leaves":1,"number":1,"previous":null,"root":"00","subProjectId":"${subProjectId}","version":1}`;
  await db`
    insert into audit_seals (sub_project_id, number, until_ts, row_ids, leaves, signed, signature, key_id)
    values (${subProjectId}, 1, now() - interval '1 hour', ${[rowId]}::uuid[], ${Buffer.alloc(32)}, ${old}, '', ${sealId})`;
  await migrate(db, quietLog);
  await db`
    insert into audit_log (id, sub_project_id, created_ts, action, subject_type, subject_id, process_id, by_id, by_name, trace_id)
    values (${newId()}, ${subProjectId}, ${new Date()}, 'run.resume', 'run', 'r', ${processId}, 'u', 'U', 't')`;
  await sealAuditLog({ db, sealing: createSealing([]), log: quietLog }, Date.now() + 60_000);
  const [head] = await db<{ said: object }>`select signed::jsonb as said from audit_heads`;
  expect(head?.said).toMatchObject({ number: 2, entries: 1, losses: 0 });
  const [seal] = await db<{ said: object }>`select signed::jsonb as said from audit_seals where number = 2`;
  const previous = createHash('sha256').update(old).digest('hex');
  expect(seal?.said).toMatchObject({ version: 2, leaves: 2, rows: 1, entriesBefore: 0, previous });
  await expect(db`delete from audit_seal_entries`).rejects.toThrow(/append-only/);
});
