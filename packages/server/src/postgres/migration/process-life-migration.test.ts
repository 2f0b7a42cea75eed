import { expect } from 'vitest';
import { newId } from '../../kernel/identifiers.js';
import { quietLog } from '../../testing/quiet-log.js';
import { migrate } from './migrate.js';
import { migrateBefore } from './testing/migrate-before.js';
import { test } from './testing/migration-test.js';

test('[D75] processes of before have no creator and no keys; servers of the version before go on writing', async ({
  db,
}) => {
  await migrateBefore(db, 'process_life');
  const subProjectId = newId();
  await db`insert into sub_projects (id, name, created_ts) values (${subProjectId}, 'Claims', now())`;
  const insert = (number: string) => db`
    insert into processes (sub_project_id, id, state, priority, stage_key, fields, created_ts, updated_ts)
    values (${subProjectId}, ${newId()}, 'INIT', 'LOW', 'one', jsonb_build_object('number', ${number}::text), now(), now())`;
  await insert('C-1');
  await migrate(db, quietLog);
  await insert('C-1');
  expect(await db`select created_by from processes`).toEqual([{ created_by: null }, { created_by: null }]);
  expect(await db`select from process_keys`).toEqual([]);
  await db`insert into process_unique_fields (sub_project_id, field) values (${subProjectId}, 'number')`;
  await insert('C-2');
  await expect(insert('C-2')).rejects.toThrow('process_keys_pkey');
});
