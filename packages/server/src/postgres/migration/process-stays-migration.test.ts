import { expect } from 'vitest';
import { createSequencer } from '../../events/sequencer/sequencer.js';
import { newId } from '../../kernel/identifiers.js';
import { createStays } from '../../statistics/projection/keep-stays.js';
import { quietLog } from '../../testing/quiet-log.js';
import { migrate } from './migrate.js';
import { migrateBefore } from './testing/migrate-before.js';
import { test } from './testing/migration-test.js';

test('[D134] stays begin with the events that were there before them', async ({ db }) => {
  await migrateBefore(db, 'process_stays');
  const [subProjectId, processId] = [newId(), newId()];
  await db`insert into sub_projects (id, name, created_ts) values (${subProjectId}, 'x', now())`;
  await db`
    insert into processes (id, sub_project_id, state, priority, stage_key, fields, version, created_ts, updated_ts, created_by)
    values (${processId}, ${subProjectId}, 'DONE', 'LOW', 'only', '{}', 2, now(), now(), 'system')`;
  for (const { type, state } of [
    { type: 'process.created', state: 'INIT' },
    { type: 'process.updated', state: 'DONE' },
  ]) {
    await db`
      insert into event_inbox
        (sub_project_id, process_id, type, subject_type, subject_id, data, by_id, by_name, trace_id, created_ts)
      values (${subProjectId}, ${processId}, ${type}, 'process', ${processId}, ${JSON.stringify({ after: { state } })}::text::json, 's',
        's', 't', now())`;
  }
  await createSequencer({ db, channel: 'x', retentionDays: 30, log: quietLog }).keep();
  await migrate(db, quietLog);
  await createStays({ db, log: quietLog }).keep();
  expect(await db`select value, left_ts = 'infinity' as open from process_stays order by position`).toEqual([
    { value: 'INIT', open: false },
    { value: 'DONE', open: true },
  ]);
});
