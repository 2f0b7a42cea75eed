import { isUuid } from '../../kernel/identifiers.js';
import type { UserPrincipal } from '../../use-case/caller.js';

/**
 * A token that an application holds for a person stands for a grant. The grant takes the place of the client: each person and
 * sign-in has its own, so that nothing which belongs to a client (idempotency keys, tickets, assignments) is shared by the
 * people of an application.
 */
const PREFIX = 'mrg_';

export const grantClientId = (grantId: string): string => `${PREFIX}${grantId}`;

/** The grant that a client id stands for; undefined for a client. */
export function grantIdOf(clientId: string): string | undefined {
  const id = clientId.startsWith(PREFIX) ? clientId.slice(PREFIX.length) : '';
  return isUuid(id) ? id : undefined;
}

/** Whether a token stands for what an application holds for the user. */
export const isOfApplication = ({ clientId }: UserPrincipal): boolean =>
  clientId !== undefined && grantIdOf(clientId) !== undefined;
