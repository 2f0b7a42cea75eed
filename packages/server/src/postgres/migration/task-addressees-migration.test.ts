import { expect } from 'vitest';
import { newId } from '../../kernel/identifiers.js';
import { quietLog } from '../../testing/quiet-log.js';
import { migrate } from './migrate.js';
import { migrateBefore } from './testing/migrate-before.js';
import { test } from './testing/migration-test.js';

test('open tasks of before are addressed, and servers of the version before go on storing tasks', async ({ db }) => {
  await migrateBefore(db, 'task_addressees');
  const insert = (name: string, state: string, assignee: string | null, groups: readonly string[]) => db`
    insert into tasks (sub_project_id, id, run_id, workflow_id, process_id, element_id, element_key, name, state, assignee,
      candidate_groups, candidate_users, priority, created_ts)
    values (${newId()}, ${newId()}, ${newId()}, ${newId()}, ${newId()}, 'a', 1, ${name}, ${state}, ${assignee},
      ${groups}::text[], '{}', 50, now())`;
  await insert('claimed', 'OPEN', 'ann', ['MANAGER']);
  await insert('for two roles', 'OPEN', null, ['MANAGER', 'CLERK', 'MANAGER']);
  await insert('for anyone', 'OPEN', null, []);
  await insert('closed', 'COMPLETED', 'ann', []);
  await migrate(db, quietLog);
  await insert('later', 'OPEN', null, ['CLERK', 'x'.repeat(501)]);
  const addressees = () => db<{ name: string; kind: string; key: string }>`
    select t.name, a.kind, a.key, a.rank, a.due_ts = 'infinity' as never from task_addressees a
    join tasks t on t.sub_project_id = a.sub_project_id and t.id = a.task_id order by t.id, kind, key`;
  const common = { rank: -50, never: true };
  expect(await addressees()).toEqual([
    { name: 'claimed', kind: 'assignee', key: 'ann', ...common },
    { name: 'for two roles', kind: 'group', key: 'CLERK', ...common },
    { name: 'for two roles', kind: 'group', key: 'MANAGER', ...common },
    { name: 'for anyone', kind: 'anyone', key: '', ...common },
    { name: 'later', kind: 'group', key: 'CLERK', ...common },
  ]);
  await db`delete from tasks where name <> 'later'`;
  await db`update tasks set state = 'CANCELLED'`;
  expect(await db`select from task_addressees`).toEqual([]);
});
