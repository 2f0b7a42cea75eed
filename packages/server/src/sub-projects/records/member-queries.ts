import { isUuid } from '../../kernel/identifiers.js';
import type { Transaction } from '../../postgres/database.js';
import { sql } from '../../postgres/database.js';

/** A user that a member of a document names. */
export interface NamedUser {
  readonly userId: string;
  readonly disabled: boolean;
}

/**
 * Finds users by what a document calls them: user id, else e-mail address (in any case), else client id. One statement
 * however many names.
 *
 * @returns by name as given; names that name nobody are left out
 */
export async function findNamedUsers(
  tx: Transaction,
  names: readonly string[],
): Promise<ReadonlyMap<string, NamedUser>> {
  const rows = await tx<NamedUser & { readonly name: string }>`
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

/** Makes the members of the current version the ones given: two statements however many there are. */
export async function replaceMembers(
  tx: Transaction,
  subProjectId: string,
  members: readonly { readonly userId: string; readonly roles: readonly string[] }[],
): Promise<void> {
  await tx`delete from sub_project_members where sub_project_id = ${subProjectId}`;
  if (members.length === 0) return;
  await tx`
    insert into sub_project_members (sub_project_id, user_id, roles)
    select ${subProjectId}, "userId", roles
    from jsonb_to_recordset(${sql.json(members)}) as member ("userId" uuid, roles text[])`;
}

const lower = (name: string): string => name.toLowerCase();
