import { expect } from 'vitest';
import { createSequencer } from '../../events/sequencer/sequencer.js';
import { INSTALLATION_ID, newId } from '../../kernel/identifiers.js';
import { quietLog } from '../../testing/quiet-log.js';
import { migrate } from './migrate.js';
import { migrateBefore } from './testing/migrate-before.js';
import { test } from './testing/migration-test.js';

test('[D77] the event log begins after the migration, also for what servers of the version before write', async ({
  db,
}) => {
  await migrateBefore(db, 'event_log');
  const [subProjectId, processId] = [newId(), newId()];
  await db`insert into sub_projects (id, name, created_ts) values (${subProjectId}, 'x', now())`;
  const audit = (action: string, subjectType: string, subProject = subProjectId) => db`
    insert into audit_log (id, sub_project_id, created_ts, action, subject_type, subject_id, process_id, by_id, by_name, trace_id)
    values (${newId()}, ${subProject}, now(), ${action}, ${subjectType}, ${processId}, ${processId}, 'system', 'system', 't')`;
  await audit('process.create', 'process');
  await migrate(db, quietLog);
  await audit('process.update', 'process');
  await audit('run.start', 'run');
  await audit('user.create', 'user', INSTALLATION_ID);
  await audit('file.download', 'file');
  await audit('process.later', 'process');
  await createSequencer({ db, channel: 'x', retentionDays: 30, log: quietLog }).keep();
  expect(await db`select position, type, sequence from event_log order by position`).toEqual([
    { position: 1, type: 'process.updated', sequence: 1 },
    // What this version does not know keeps the name of its action.
    { position: 2, type: 'process.later', sequence: 2 },
  ]);
});

test('[D77] the sequencer makes the partition of a month that has none, and old months are dropped', async ({ db }) => {
  await migrate(db, quietLog);
  const subProjectId = newId();
  await db`insert into sub_projects (id, name, created_ts) values (${subProjectId}, 'x', now())`;
  const partitions = async () =>
    (
      await db<{ name: string }>`
        select c.relname::text as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
        where i.inhparent = 'event_log'::regclass order by 1`
    ).map(({ name }) => name);
  const made = await partitions();
  expect(made).toHaveLength(4);
  for (const name of made) await db.script(`drop table ${name}`);
  await db`insert into event_inbox (sub_project_id, type, subject_type, subject_id, data, by_id, by_name, trace_id, created_ts)
    values (${subProjectId}, 'custom.x', 'run', 'x', '{}', 'system', 'system', 't', now())`;
  const sequencer = createSequencer({ db, channel: 'x', retentionDays: 30, log: quietLog });
  await sequencer.keep();
  expect(await db`select position from event_log`).toEqual([{ position: 1 }]);
  await db`select add_event_partitions(0, now() - interval '3 months')`;
  const [old = ''] = await partitions();
  await db.script(`insert into ${old} select sub_project_id, 1, logged_ts - interval '3 months', type, process_id, sequence,
    subject_type, subject_id, data, by_id, by_name, trace_id, created_ts from event_log;
    update event_log set position = 2 where logged_ts > now() - interval '1 month'; update event_positions set last_position = 2`);
  await sequencer.keepPartitions();
  expect(await partitions()).not.toContain(old);
  expect(await db`select first_position, last_position from event_positions`).toEqual([
    { first_position: 2, last_position: 2 },
  ]);
});
