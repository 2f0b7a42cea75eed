import { expect } from 'vitest';
import { newId } from '../../kernel/identifiers.js';
import { quietLog } from '../../testing/quiet-log.js';
import { migrate } from './migrate.js';
import { migrateBefore } from './testing/migrate-before.js';
import { test } from './testing/migration-test.js';

test('[EV-12] start events that were registered before are the first and only definitions of their elements', async ({
  db,
}) => {
  await migrateBefore(db, 'parts_of_start_events');
  const [subProject, workflow, definition] = [newId(), newId(), newId()];
  await db`insert into sub_projects (id, name, created_ts) values (${subProject}, 'Starts', now())`;
  await db`
    with workflow as (
      insert into workflows (sub_project_id, id, key, name, description, stage_keys, current_definition_id, created_ts)
      values (${subProject}, ${workflow}, 'w', 'W', '', '{}', ${definition}, now())
    ), definition as (
      insert into workflow_definitions
        (sub_project_id, id, workflow_id, number, bpmn_process_id, bpmn, fingerprint, created_ts)
      values (${subProject}, ${definition}, ${workflow}, 1, 'p', '', '', now())
    )
    insert into start_subscriptions (sub_project_id, definition_id, element_id, workflow_id, kind, name)
    values (${subProject}, ${definition}, 's', ${workflow}, 'message', 'opened')`;
  await migrate(db, quietLog);
  expect(await db`select element_id as id, part, name from start_subscriptions`).toEqual([
    { id: 's', part: 0, name: 'opened' },
  ]);
});
