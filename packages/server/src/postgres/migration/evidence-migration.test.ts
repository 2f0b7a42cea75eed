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
