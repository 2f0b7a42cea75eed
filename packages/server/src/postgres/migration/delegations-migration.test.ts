import { afterEach, beforeEach, expect, test } from 'vitest';
import { newId } from '../../kernel/identifiers.js';
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

test('[D132] decisions and votes of before were for nobody else, and nobody is their own substitute', async () => {
  const { db } = database;
  await migrateBefore(db, 'delegations');
  const [subProjectId, taskId, voter] = [newId(), newId(), newId()];
  await db`
    insert into tasks (sub_project_id, id, run_id, workflow_id, process_id, element_id, element_key, name, state,
      candidate_groups, candidate_users, priority, created_ts, completed_by)
    values (${subProjectId}, ${taskId}, ${newId()}, ${newId()}, ${newId()}, 'decide', 3, 'Decide', 'COMPLETED', '{}', '{}', 50,
      now(), ${voter})`;
  await db`
    insert into task_votes (sub_project_id, task_id, voter_id, outcome, file_ids, created_ts)
    values (${subProjectId}, ${taskId}, ${voter}, 'approve', '{}', now())`;
  await migrate(db, quietLog);
  expect(await db`select on_behalf_of from tasks`).toEqual([{ on_behalf_of: null }]);
  expect(await db`select voter_id, on_behalf_of from task_votes`).toEqual([{ voter_id: voter, on_behalf_of: null }]);
  const delegate = (substitute: string) => db`
    insert into delegations (sub_project_id, id, person_id, substitute_id, from_ts, created_by, created_ts)
    values (${subProjectId}, ${newId()}, ${voter}, ${substitute}, now(), ${voter}, now())`;
  await delegate(newId());
  await expect(delegate(voter)).rejects.toThrow(/check/);
});
