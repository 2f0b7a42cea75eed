import { isUuid } from '../../kernel/identifiers.js';
import type { Queryable } from '../../postgres/database.js';

/** A user, found by one of the names that people and documents use. */
export interface NamedUser {
  readonly userId: string;
  readonly disabled: boolean;
}

/**
 * Finds users by user id, else by e-mail address in any case, else by client id. One statement for all names.
 *
 * @returns the users by the names given; a name that no user has is left out
 */
export async function findNamedUsers(db: Queryable, names: readonly string[]): Promise<ReadonlyMap<string, NamedUser>> {
  const rows = await db<NamedUser & { readonly name: string }>`
    select id::text as name, id as "userId", disabled from users where id = any(${names.filter(isUuid)}::uuid[])
    union all
    select lower(email), id, disabled from users where lower(email) = any(${names.map(lower)}::text[])
    union all
    select c.id, u.id, u.disabled from clients c join users u on u.id = c.user_id where c.id = any(${names}::text[])`;
  const found = new Map<string, NamedUser>();
  for (const { name, ...user } of rows) if (!found.has(name)) found.set(name, user);
  return new Map(
    names.flatMap((name) => {
      const user = found.get(name) ?? found.get(lower(name));
      return user === undefined ? [] : [[name, user] as const];
    }),
  );
}

const lower = (name: string): string => name.toLowerCase();
