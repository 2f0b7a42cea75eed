import { mayAdminister } from '../../access/require-administrator.js';
import { rateLimited } from '../../kernel/errors/access-errors.js';
import { CatalogueError } from '../../kernel/errors/catalogue-error.js';
import { errorIds } from '../../kernel/errors/error-ids.js';
import { conflict, notFound } from '../../kernel/errors/request-errors.js';
import { isUuid } from '../../kernel/identifiers.js';
import type { Transaction } from '../../postgres/database.js';
import { type Principal, principalId } from '../../use-case/caller.js';
import { countInvitationLinks, type InvitationRow, lockInvitation } from '../records/joining/invitation-queries.js';
import { lockUser } from '../records/user-queries.js';
import { requireUnlimited } from '../sessions/whose.js';
import type { JoiningDeps } from './joining-deps.js';

const HOUR_MS = 3_600_000;
/** E-mails to addresses that nobody has confirmed: invitations of one person who is no administrator, with those sent again. */
const INVITATIONS_PER_HOUR = 50;

/**
 * The invitation, locked: any one for administrators, for others one that they made. Those of others are as unknown as ids of nothing.
 *
 * @throws CatalogueError 1207 for a token with scopes, 1200 (404)
 */
export async function lockOwnInvitation(
  tx: Transaction,
  principal: Principal,
  invitationId: string,
): Promise<InvitationRow> {
  const inviter = mayAdminister(principal) ? undefined : requireUnlimited(principal, errorIds.mayNotUpdate).userId;
  const found = isUuid(invitationId) ? await lockInvitation(tx, invitationId) : undefined;
  if (found === undefined || (inviter !== undefined && found.invitedBy !== inviter)) {
    throw notFound('invitation', invitationId);
  }
  return found;
}

/**
 * Whether the caller may send an own invitation again: others than administrators only what they may still give, and by e-mail, since
 * who sees the link could join with an address of somebody else.
 *
 * @throws CatalogueError 1207, 1009 where the link would be shown
 */
export async function requireMayResend(
  tx: Transaction,
  { invitedRoles, mails }: Pick<JoiningDeps, 'invitedRoles' | 'mails'>,
  principal: Principal,
  { administrator, groupIds, memberships }: InvitationRow,
  wanted: 'send' | 'show' | undefined,
): Promise<void> {
  if (mayAdminister(principal)) return;
  const isMore = administrator || groupIds.length > 0;
  if (isMore || !(await invitedRoles.mayGive(tx, principal, memberships))) {
    throw new CatalogueError(
      errorIds.mayNotUpdate,
      'You may not give all that the invitation promises any more. An administrator can send it again; you can revoke it.',
    );
  }
  if (wanted === 'show' || !mails.isOpen) {
    throw conflict('Only an administrator may see the link of an invitation. Send it by e-mail, with link "send".');
  }
}

/** Bounds the e-mails that others than administrators cause. @throws CatalogueError 1003 (429) */
export async function limitInvitations(tx: Transaction, principal: Principal, now: number): Promise<void> {
  if (mayAdminister(principal)) return;
  const inviter = principalId(principal);
  // Requests of one person at the same instant are counted one after the other.
  await lockUser(tx, inviter);
  if ((await countInvitationLinks(tx, inviter, new Date(now - HOUR_MS))) < INVITATIONS_PER_HOUR) return;
  throw rateLimited(
    `You have sent ${INVITATIONS_PER_HOUR} invitations within an hour. Try again in an hour, or ask an administrator.`,
    HOUR_MS / 1000,
  );
}
