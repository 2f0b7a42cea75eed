import type { Operations, ResponseOf } from '@millrace/contract';
import type { MailDelivery } from '../../mail/records/mails.js';
import type { InvitationRow } from '../records/joining/invitation-queries.js';

type InvitationView = ResponseOf<Operations['revokeInvitation']>['invitation'];

/** An invitation as the wire shows it: never with its link. */
export const invitationView = (row: InvitationRow, delivery: MailDelivery | undefined): InvitationView => ({
  id: row.id,
  email: row.email,
  name: row.name,
  administrator: row.administrator,
  groups: [...row.groupIds],
  memberships: row.memberships.map(({ subProjectId, roles }) => ({ subProjectId, roles: [...roles] })),
  state: row.state,
  invitedBy: row.invitedByName,
  createdTs: row.createdTs.toISOString(),
  expiresTs: row.expiresTs.toISOString(),
  userId: row.userId,
  delivery:
    delivery === undefined
      ? null
      : { ...delivery, triedTs: delivery.triedTs === null ? null : delivery.triedTs.toISOString() },
});
