import { isUuid } from '../../kernel/identifiers.js';
import type { Queryable } from '../../postgres/database.js';
import type { UserPrincipal } from '../../use-case/caller.js';
import { grantIdOf } from '../secrets/grant-client.js';

/** Who acts without a request of its own, e.g. later than it asked: the rights are those of now. */
export interface DeferredActor {
  readonly userId: string;
  /** Client whose token was used; absent when any client of the user is meant. */
  readonly clientId?: string | undefined;
  readonly scopes: readonly string[];
}

/** Looks up what a token of this user and client would stand for now. */
export type PrincipalOf = (db: Queryable, actor: DeferredActor) => Promise<UserPrincipal | undefined>;

/** The principal as it is now; undefined when the user or the client is disabled or gone. */
export const principalOf: PrincipalOf = async (db, { userId, clientId, scopes }) => {
  if (!isUuid(userId)) return undefined;
  const grantId = (clientId === undefined ? undefined : grantIdOf(clientId)) ?? null;
  const [user] = await db<{ name: string; administrator: boolean }>`
    select u.name, u.administrator from users u
    where u.id = ${userId} and not u.disabled
      and (${clientId ?? null}::text is null or exists (
        select from clients c where c.id = ${clientId ?? null} and c.user_id = u.id and not c.disabled)
        or exists (
          select from application_grants g join applications a on a.id = g.application_id
          where g.id = ${grantId}::uuid and g.user_id = u.id and not a.disabled and g.expires_ts > now()))`;
  if (user === undefined) return undefined;
  return { kind: 'user', userId, clientId, scopes, ...user };
};
