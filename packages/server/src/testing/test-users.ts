import { type Database, sql } from '../postgres/database.js';

/** Stores people by their names, with the ids that tests know them by. */
export async function insertTestUsers(
  db: Database,
  users: ReadonlyMap<string, string>,
  administrator?: string,
): Promise<void> {
  await db`insert into users ${sql.rows(
    [...users].map(([name, id]) => ({
      id,
      name,
      email: `${name.toLowerCase()}@example.com`,
      kind: 'person',
      administrator: name === administrator,
      created_ts: new Date(),
    })),
  )}`;
}
