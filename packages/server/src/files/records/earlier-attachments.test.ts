import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newId } from '../../kernel/identifiers.js';
import { migrate } from '../../postgres/migration/migrate.js';
import { fileName, MIGRATIONS_FOLDER, readMigrations } from '../../postgres/migration/migration-files.js';
import { quietLog } from '../../testing/quiet-log.js';
import { createTestDatabase } from '../../testing/test-database.js';

test('[D63] the migration finds files that no process has, and in the audit log through which fields others were attached', async () => {
  const { db, drop } = await createTestDatabase({ empty: true });
  const folder = await mkdtemp(join(tmpdir(), 'millrace-migrations-'));
  try {
    const all = await readMigrations(MIGRATIONS_FOLDER);
    const first = all.find(({ name }) => name === 'who_sees_files')?.number ?? 0;
    const land = (from: number, to: number) =>
      Promise.all(
        all
          .filter(({ number }) => number >= from && number < to)
          .map((file) => copyFile(join(MIGRATIONS_FOLDER, fileName(file)), join(folder, fileName(file)))),
      );
    await land(1, first);
    await migrate(db, quietLog, folder);

    const [subProjectId, processId, free] = [newId(), newId(), newId()];
    const [direct, named, unexplained] = [newId(), newId(), newId()];
    await db`insert into sub_projects (id, name, created_ts) values (${subProjectId}, 'Before', now())`;
    await db`
      insert into processes (sub_project_id, id, state, priority, stage_key, fields, created_ts, updated_ts)
      values (${subProjectId}, ${processId}, 'INIT', 'LOW', 'one', '{}', now(), now())`;
    await db`
      insert into files (sub_project_id, id, file_name, mime_type, plugin, object_key, maximum_size, created_ts)
      select ${subProjectId}, id, 'a', 'a/b', 'p', id::text, 1, timestamptz '2026-01-01'
      from unnest(${[direct, named, unexplained, free]}::uuid[]) as id`;
    await db`
      insert into file_processes (sub_project_id, file_id, process_id, attached_ts)
      select ${subProjectId}, id, ${processId}, ts::timestamptz
      from unnest(${[direct, named, unexplained]}::uuid[], ${['2026-01-01', '2026-01-02', '2026-01-03']}::text[]) as one (id, ts)`;
    const change = (ts: string, after: object | null) => db`
      insert into audit_log (sub_project_id, created_ts, id, action, subject_type, subject_id, process_id, by_id, by_name,
        trace_id, after)
      values (${subProjectId}, ${ts}::timestamptz, gen_random_uuid(), 'process.update', 'process', ${processId}, ${processId},
        'system', 'system', 't', ${after === null ? null : JSON.stringify(after)}::jsonb)`;
    await change('2026-01-02 00:00:01Z', { fields: { document: named, notes: 'x' } });
    await change('2026-01-02 00:00:02Z', { fields: { evidence: named } });
    await change('2026-01-02 00:00:03Z', { fields: 'odd' });
    await change('2026-01-02 00:00:04Z', null);
    await change('2026-01-05', { fields: { other: named } });

    await land(first, Number.POSITIVE_INFINITY);
    await migrate(db, quietLog, folder);
    const rows = await db`
      select file_id as id, direct, array(select unnest(fields) order by 1) as fields from file_processes
      order by attached_ts`;
    expect(rows).toEqual([
      { id: direct, direct: null, fields: [] },
      { id: named, direct: false, fields: ['document', 'evidence'] },
      { id: unexplained, direct: false, fields: [] },
    ]);
    expect(await db`select id from files where not attached`).toEqual([{ id: free }]);

    // As a server of the version before attaches while it still runs.
    const attach = (id: string, ts: string) => db`
      insert into file_processes (sub_project_id, file_id, process_id, attached_ts)
      select ${subProjectId}, ${id}, ${processId}, ${ts}::timestamptz on conflict do nothing returning direct`;
    expect(await attach(free, '2026-02-01')).toEqual([{ direct: false }]);
    expect(await db`select id from files where not attached`).toEqual([]);
    await db`delete from file_processes where file_id = ${free}`;
    expect(await attach(free, '2026-01-01')).toEqual([{ direct: true }]);
  } finally {
    await rm(folder, { recursive: true });
    await drop();
  }
});
