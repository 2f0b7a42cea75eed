import { expect } from 'vitest';
import { appendVersion, versionPlaceOf } from '../../files/records/versions.js';
import { newId } from '../../kernel/identifiers.js';
import { quietLog } from '../../testing/quiet-log.js';
import { transaction } from '../database.js';
import { migrate } from './migrate.js';
import { migrateBefore } from './testing/migrate-before.js';
import { test } from './testing/migration-test.js';

test('[D147] a file that was attached before has no other version, and can be replaced', async ({ db }) => {
  await migrateBefore(db, 'file_versions');
  const [subProjectId, processId, fileId, newer] = [newId(), newId(), newId(), newId()];
  await db`insert into sub_projects (id, name, created_ts) values (${subProjectId}, 'Files', now())`;
  await db`
    insert into processes (sub_project_id, id, state, priority, stage_key, fields, created_ts, updated_ts)
    values (${subProjectId}, ${processId}, 'INIT', 'LOW', 's', '{}', now(), now())`;
  await db`
    insert into files (sub_project_id, id, file_name, mime_type, plugin, object_key, maximum_size, size, created_ts, closed_ts)
    select ${subProjectId}, id, 'a', 'a/b', 'p', id::text, 1, 1, now(), now() from unnest(${[fileId, newer]}::uuid[]) as id`;
  await db`
    insert into file_processes (sub_project_id, file_id, process_id, attached_ts)
    select ${subProjectId}, id, ${processId}, now() from unnest(${[fileId, newer]}::uuid[]) as id`;
  await migrate(db, quietLog);
  const before = { subProjectId, processId, fileId };
  const alone = { series: fileId, version: 1, alone: true, current: true };
  expect(await versionPlaceOf(db, before)).toEqual(alone);
  expect(await transaction(db, (tx) => appendVersion(tx, before, newer))).toBe(2);
  expect(await versionPlaceOf(db, before)).toEqual({ ...alone, alone: false, current: false });
  expect(await versionPlaceOf(db, { ...before, fileId: newer })).toEqual({
    series: fileId,
    version: 2,
    alone: false,
    current: true,
  });
  await expect(db`update file_processes set version = null`).rejects.toThrow(/file_processes_version/);
});
