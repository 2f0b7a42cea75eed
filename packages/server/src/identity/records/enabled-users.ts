import type { Queryable } from '../../postgres/database.js';

/** An enabled user, as far as rights need it. */
export interface EnabledUser {
  readonly id: string;
  readonly administrator: boolean;
}

/** Of the given ids, which must be UUIDs, the enabled users who are people and not programs. */
export async function peopleAmong(db: Queryable, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db<{ id: string }>`
    select id from users where id = any(${ids}::uuid[]) and not disabled and kind = 'person'`;
  return new Set(rows.map(({ id }) => id));
}

/** Of the given ids, which must be UUIDs, the enabled users. */
export const enabledUsers = (db: Queryable, ids: readonly string[]): Promise<readonly EnabledUser[]> =>
  db<EnabledUser>`select id, administrator from users where id = any(${ids}::uuid[]) and not disabled`;
