import { isUuid } from '../../kernel/identifiers.js';
import type { Queryable } from '../../postgres/database.js';

/** The names of users, also of disabled ones, by the user ids and client ids that tasks name them with. Others are left out. */
export async function userNames(db: Queryable, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await db<{ id: string; name: string }>`
    select u.id::text as id, u.name from users u where u.id = any(${ids.filter(isUuid)}::uuid[])
    union all
    select c.id, u.name from clients c join users u on u.id = c.user_id where c.id = any(${ids}::text[])`;
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Users by their ids, with the ids of their clients. */
export async function peopleById(
  db: Queryable,
  userIds: readonly string[],
): Promise<
  ReadonlyMap<
    string,
    {
      readonly userId: string;
      readonly name: string;
      readonly disabled: boolean;
      readonly clientIds: readonly string[];
    }
  >
> {
  const rows = await db<{ userId: string; name: string; disabled: boolean; clientIds: readonly string[] }>`
    select u.id as "userId", u.name, u.disabled,
      array(select c.id from clients c where c.user_id = u.id) as "clientIds"
    from users u where u.id = any(${userIds}::uuid[])`;
  return new Map(rows.map((row) => [row.userId, row]));
}
