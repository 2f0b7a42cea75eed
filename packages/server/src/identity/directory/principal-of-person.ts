import type { UserPrincipal } from '../../use-case/caller.js';
import type { UserRow } from '../records/user-queries.js';

/** The principal of a person who signs in or proves who they are, for the audit log. */
export const principalOfPerson = ({
  id,
  name,
  administrator,
}: Pick<UserRow, 'id' | 'name' | 'administrator'>): UserPrincipal => ({
  kind: 'user',
  userId: id,
  clientId: undefined,
  name,
  administrator,
  scopes: [],
});
