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

test('[D116] one person decides the tasks that were there before, and a person has one vote on a task', async () => {
  const { db } = database;
  await migrateBefore(db, 'task_votes');
  const [subProjectId, taskId, voter] = [newId(), newId(), newId()];
  await db`
    insert into tasks (sub_project_id, id, run_id, workflow_id, process_id, element_id, element_key, name, state,
      candidate_groups, candidate_users, priority, created_ts)
    values (${subProjectId}, ${taskId}, ${newId()}, ${newId()}, ${newId()}, 'decide', 3, 'Decide', 'OPEN', '{}', '{}', 50,
      now())`;
  await migrate(db, quietLog);
  expect(await db`select approval from tasks`).toEqual([{ approval: null }]);
  const vote = (outcome: string) => db`
    insert into task_votes (sub_project_id, task_id, voter_id, outcome, file_ids, created_ts)
    values (${subProjectId}, ${taskId}, ${voter}, ${outcome}, '{}', now())`;
  await vote('approve');
  await expect(vote('reject')).rejects.toThrow(/task_votes_pkey/);
  await db`delete from task_votes`;
  await expect(vote('perhaps')).rejects.toThrow(/outcome/);
});
