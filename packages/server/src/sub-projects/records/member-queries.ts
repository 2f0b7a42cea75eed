import type { Transaction } from '../../postgres/database.js';
import { sql } from '../../postgres/database.js';

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
