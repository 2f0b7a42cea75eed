import type { Queryable, Rows, Transaction } from '../../postgres/database.js';
import { sql } from '../../postgres/database.js';

/**
 * Makes the people of the current version the ones given: three statements however many there are. Those whose roles stay
 * keep since when they have them.
 */
export async function replaceMembers(
  tx: Transaction,
  subProjectId: string,
  members: readonly { readonly userId: string; readonly roles: readonly string[] }[],
): Promise<void> {
  await tx`
    delete from sub_project_members
    where sub_project_id = ${subProjectId} and user_id <> all(${members.map(({ userId }) => userId)}::uuid[])`;
  if (members.length === 0) return;
  await tx`
    insert into sub_project_members (sub_project_id, user_id, roles, since_ts)
    select ${subProjectId}, "userId", roles, now()
    from jsonb_to_recordset(${sql.json(members)}) as member ("userId" uuid, roles text[])
    on conflict (sub_project_id, user_id)
      do update set roles = excluded.roles, since_ts = excluded.since_ts
      where sub_project_members.roles <> excluded.roles`;
}

/** What the document gives to some people. */
export const documentRolesOf = (
  db: Queryable,
  subProjectId: string,
  userIds: readonly string[],
): Promise<
  Rows<{
    readonly userId: string;
    readonly roles: readonly string[];
    /** Null when they have had them since before this was recorded. */
    readonly sinceTs: Date | null;
  }>
> => db`
  select user_id as "userId", roles, since_ts as "sinceTs" from sub_project_members
  where sub_project_id = ${subProjectId} and user_id = any(${userIds}::uuid[])`;
