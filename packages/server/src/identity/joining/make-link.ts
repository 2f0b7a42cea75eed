import type { Transaction } from '../../postgres/database.js';
import { createLink } from '../one-time-links/one-time-links.js';
import type { InvitationRow } from '../records/joining/invitation-queries.js';
import type { JoiningDeps } from './joining-deps.js';

/** How long the link of an invitation works. */
export const INVITATION_MS = 7 * 24 * 3_600_000;

/** Creates the link of an invitation. @returns its id and when it ends */
export async function makeInvitationLink(
  tx: Transaction,
  invitationId: string,
  now: number,
): Promise<{ readonly linkId: string; readonly expiresTs: Date }> {
  const expiresTs = new Date(now + INVITATION_MS);
  return { linkId: await createLink(tx, { purpose: 'invitation', subject: invitationId, expiresTs }), expiresTs };
}

/**
 * Leaves the e-mail of an invitation to be sent, unless its link is to be shown.
 *
 * @returns the id of the link when it must be shown
 */
export async function sendOrShow(
  tx: Transaction,
  { mails, invitedRoles }: JoiningDeps,
  invitation: InvitationRow,
  wanted: 'send' | 'show' | undefined,
): Promise<string | undefined> {
  const { email: address, linkId, name, invitedByName } = invitation;
  if (!mails.isOpen || wanted === 'show' || address === null) return linkId;
  const ids = invitation.memberships.map(({ subProjectId }) => subProjectId);
  const places = ids.length === 0 ? [] : [...(await invitedRoles.namesOf(tx, ids)).values()];
  const data = { invitedBy: invitedByName, places };
  await mails.add(tx, { template: 'invitation', to: { name, address }, data, linkId });
  return undefined;
}
