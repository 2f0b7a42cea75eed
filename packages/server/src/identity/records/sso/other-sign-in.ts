import type { Queryable } from '../../../postgres/database.js';

/** Whether a person can sign in without an identity provider. */
export async function hasOtherSignIn(db: Queryable, userId: string): Promise<boolean> {
  const [row] = await db<{ found: boolean }>`
    select exists (select from passwords where user_id = ${userId})
      or exists (select from passkeys where user_id = ${userId}) as found`;
  return row?.found ?? false;
}
