import { conflict } from '../../../kernel/errors/request-errors.js';
import type { UseCase } from '../../../use-case/caller.js';
import { auditInvitation } from '../../joining/audit-joining.js';
import { invitationView } from '../../joining/invitation-view.js';
import type { JoiningDeps } from '../../joining/joining-deps.js';
import { makeInvitationLink, sendOrShow } from '../../joining/make-link.js';
import { limitInvitations, lockOwnInvitation, requireMayResend } from '../../joining/own-invitations.js';
import { showLink } from '../../joining/show-link.js';
import { type InvitationRow, renewInvitation } from '../../records/joining/invitation-queries.js';
import { revokeLinks } from '../../records/joining/one-time-link-queries.js';

/** Gives an invitation that is open or has expired another link, for 7 days from now; the link before ends. Administrators and who invited may do it. */
export const resendInvitation =
  (deps: JoiningDeps): UseCase<'resendInvitation'> =>
  async (caller, { invitationId, link: wanted }) => {
    const remedy = 'Send the request again with another Idempotency-Key to get another one.';
    const { answer, link } = await showLink(caller, deps.publicUrl, remedy, async (tx) => {
      const found = await lockOwnInvitation(tx, caller.principal, invitationId);
      if (found.state === 'accepted' || found.state === 'revoked') {
        throw conflict(`The invitation was ${found.state}. Invite the person anew.`);
      }
      await requireMayResend(tx, deps, caller.principal, found, wanted);
      await limitInvitations(tx, caller.principal, deps.now());
      await revokeLinks(tx, 'invitation', invitationId);
      const { linkId, expiresTs } = await makeInvitationLink(tx, invitationId, deps.now());
      await renewInvitation(tx, invitationId, linkId, expiresTs);
      const invitation: InvitationRow = { ...found, linkId, expiresTs, state: 'open' };
      await auditInvitation(tx, caller, invitationId, 'invitation.resend', {
        before: { expiresTs: found.expiresTs.toISOString() },
        after: { expiresTs: expiresTs.toISOString() },
      });
      return {
        answer: { invitation: invitationView(invitation, undefined) },
        linkId: await sendOrShow(tx, deps, invitation, wanted),
      };
    });
    return { ...answer, link };
  };
