import { expect } from 'vitest';
import { newId } from '../../kernel/identifiers.js';
import { quietLog } from '../../testing/quiet-log.js';
import { migrate } from './migrate.js';
import { migrateBefore } from './testing/migrate-before.js';
import { test } from './testing/migration-test.js';

test('[D56] files that were stored before are counted', async ({ db }) => {
  await migrateBefore(db, 'storage_usage');
  const [one, two, none] = [newId(), newId(), newId()];
  for (const id of [one, two, none]) {
    await db`insert into sub_projects (id, name, created_ts) values (${id}, 'Files', now())`;
  }
  const add = (subProjectId: string, size: number | null, deleted = false) => db`
    insert into files (sub_project_id, id, file_name, mime_type, plugin, object_key, maximum_size, size, created_ts,
      closed_ts, deleted_ts)
    values (${subProjectId}, ${newId()}, 'a', 'text/plain', 'p', 'k', 1000, ${size}, now(),
      ${size === null ? null : new Date()}, ${deleted ? new Date() : null})`;
  await add(one, 10);
  await add(one, 20, true);
  await add(one, null);
  await add(two, null);
  await migrate(db, quietLog);
  await add(none, 7);
  const usage = await db`
    select sub_project_id as id, stored_bytes as stored, open_bytes as open from storage_usage order by open_bytes, 2`;
  expect(usage).toEqual([
    { id: none, stored: 7, open: 0 },
    { id: two, stored: 0, open: 1000 },
    { id: one, stored: 30, open: 1000 },
  ]);
});
