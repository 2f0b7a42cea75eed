import { afterEach, beforeEach, expect, test } from 'vitest';
import { INSTALLATION_ID, newId } from '../../kernel/identifiers.js';
import { quietLog } from '../../testing/quiet-log.js';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.js';
import { sql } from '../database.js';
import { migrate } from './migrate.js';
import { migrateBefore } from './testing/migrate-before.js';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase({ empty: true });
});
afterEach(() => database.drop());

test('of people from before, those whom the provider disabled or deleted are its own to enable', async () => {
  const { db } = database;
  await migrateBefore(db, 'scim_disabling');
  const cases = {
    enabled: { disabled: false, active: true, deleted: false },
    byProvider: { disabled: true, active: false, deleted: false },
    deleted: { disabled: true, active: true, deleted: true },
    byAdministrator: { disabled: true, active: true, deleted: false },
  };
  for (const [name, { disabled, active, deleted }] of Object.entries(cases)) {
    const id = newId();
    await db`insert into users (id, name, email, kind, administrator, disabled, created_ts)
      values (${id}, ${name}, ${`${name}@example.com`}, 'person', false, ${disabled}, now())`;
    await db`insert into scim_users (user_id, user_name, resource, version, updated_ts, deleted)
      values (${id}, ${name}, ${sql.json({ active })}, 1, now(), ${deleted})`;
  }
  await migrate(db, quietLog);
  const rows = await db<{ name: string }>`
    select u.name from scim_users s join users u on u.id = s.user_id where s.disabled_by_scim order by 1`;
  expect(rows.map(({ name }) => name)).toEqual(['byProvider', 'deleted']);
});

test('whom the audit log shows as disabled by an administrator, the provider does not enable', async () => {
  const { db } = database;
  await migrateBefore(db, 'scim_disabling_by_administrators');
  const [scim, administrator] = [{ disabled: true, source: 'scim' }, { disabled: true }];
  const cases: Readonly<Record<string, readonly object[]>> = {
    byProvider: [administrator, { disabled: false }, scim, { name: 'Other' }],
    byAdministrator: [scim, { disabled: false, source: 'scim' }, administrator],
    forgotten: [],
  };
  for (const [name, changes] of Object.entries(cases)) {
    const id = newId();
    await db`insert into users (id, name, email, kind, administrator, disabled, created_ts)
      values (${id}, ${name}, ${`${name}@example.com`}, 'person', false, true, now())`;
    await db`insert into scim_users (user_id, user_name, resource, version, updated_ts, deleted, disabled_by_scim)
      values (${id}, ${name}, '{"active": false}', 1, now(), false, true)`;
    for (const [place, after] of changes.entries()) {
      await db`insert into audit_log (id, sub_project_id, created_ts, action, subject_type, subject_id, by_id, by_name, after, trace_id)
        values (${newId()}, ${INSTALLATION_ID}, now() + make_interval(secs => ${place}::integer), 'user.update', 'user', ${id}, 'x', 'x',
          ${sql.json(after)}, 't')`;
    }
  }
  await migrate(db, quietLog);
  const rows = await db<{ name: string }>`
    select u.name from scim_users s join users u on u.id = s.user_id where s.disabled_by_scim order by 1`;
  expect(rows.map(({ name }) => name)).toEqual(['byProvider', 'forgotten']);
});
