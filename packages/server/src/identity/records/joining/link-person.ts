import type { Queryable } from '../../../postgres/database.js';
import type { UserPrincipal } from '../../../use-case/caller.js';
import { clientIdsOfUser } from '../client-queries.js';

/** A person whom a link in an e-mail stands for, as a session would. */
export interface LinkPerson {
  readonly principal: UserPrincipal;
  /** The language that the person has chosen; null: none. */
  readonly locale: string | null;
}

/** @returns undefined when the user is disabled or no person */
export async function findLinkPerson(db: Queryable, userId: string): Promise<LinkPerson | undefined> {
  const [row] = await db<{
    name: string;
    administrator: boolean;
    clientIds: readonly string[];
    locale: string | null;
  }>`
    select u.name, u.administrator, u.locale, ${clientIdsOfUser} from users u
    where u.id = ${userId} and u.kind = 'person' and not u.disabled`;
  if (row === undefined) return undefined;
  const { name, administrator, clientIds, locale } = row;
  return {
    principal: { kind: 'user', userId, clientId: undefined, clientIds, name, administrator, scopes: [] },
    locale,
  };
}
