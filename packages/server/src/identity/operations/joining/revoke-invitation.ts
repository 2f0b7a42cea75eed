import { conflict } from '../../../kernel/errors/request-errors.js';
import { deliveriesOf } from '../../../mail/records/mails.js';
import type { UseCase } from '../../../use-case/caller.js';
import { auditInvitation } from '../../joining/audit-joining.js';
import { invitationView } from '../../joining/invitation-view.js';
import type { JoiningDeps } from '../../joining/joining-deps.js';
import { lockOwnInvitation } from '../../joining/own-invitations.js';
import { revokeInvitationRow } from '../../records/joining/invitation-queries.js';
import { revokeLinks } from '../../records/joining/one-time-link-queries.js';

/** Ends an open invitation and its link; an e-mail that waits is not sent. One that was accepted stays (1009). Administrators and who invited may do it. */
export const revokeInvitation =
  (_deps: JoiningDeps): UseCase<'revokeInvitation'> =>
  async (caller, { invitationId }) => {
    return caller.write(async (tx) => {
      const found = await lockOwnInvitation(tx, caller.principal, invitationId);
      if (found.state === 'accepted') {
        throw conflict('The invitation was accepted. Disable the user instead, with updateUser.');
      }
      const deliveries = await deliveriesOf(tx, [found.linkId]);
      if (found.state === 'open') {
        await revokeInvitationRow(tx, invitationId);
        await revokeLinks(tx, 'invitation', invitationId);
        await auditInvitation(tx, caller, invitationId, 'invitation.revoke', {
          before: { state: 'open' },
          after: { state: 'revoked' },
        });
      }
      const state = found.state === 'open' ? 'revoked' : found.state;
      return { invitation: invitationView({ ...found, state }, deliveries.get(found.linkId)) };
    });
  };
