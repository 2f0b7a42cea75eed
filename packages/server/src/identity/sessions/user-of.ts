import { unauthenticated } from '../../kernel/errors/access-errors.js';
import type { Queryable } from '../../postgres/database.js';
import { findUser, type UserRow } from '../records/user-queries.js';

/** The row of the user that calls. @throws CatalogueError 1001 when it is gone */
export async function userOf(db: Queryable, userId: string): Promise<UserRow> {
  const user = await findUser(db, userId);
  if (user === undefined) throw unauthenticated('The user of this request is gone.');
  return user;
}
