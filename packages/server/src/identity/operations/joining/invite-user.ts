import { operations } from '@millrace/contract';
import { requireAdministrator } from '../../../access/require-administrator.js';
import { alreadyTaken, conflict } from '../../../kernel/errors/request-errors.js';
import { newId } from '../../../kernel/identifiers.js';
import { isUniqueViolation, type Transaction } from '../../../postgres/database.js';
import { principalId, type UseCase } from '../../../use-case/caller.js';
import { checkEmail } from '../../directory/email.js';
import { checkName } from '../../directory/user-name.js';
import { auditInvitation } from '../../joining/audit-joining.js';
import { invitationView } from '../../joining/invitation-view.js';
import type { JoiningDeps } from '../../joining/joining-deps.js';
import { makeInvitationLink, sendOrShow } from '../../joining/make-link.js';
import { showLink } from '../../joining/show-link.js';
import {
  type InvitationRow,
  insertInvitation,
  OPEN_INVITATION_INDEX,
  revokeExpiredInvitation,
} from '../../records/joining/invitation-queries.js';
import { findUserByEmail } from '../../records/user-queries.js';

/** Invites a person; the user is created when the invitation is accepted. An address has one open invitation at most (1009). */
export const inviteUser =
  (deps: JoiningDeps): UseCase<'inviteUser'> =>
  async (caller, { email, name = '', administrator = false, link: wanted }) => {
    requireAdministrator(caller.principal, operations.inviteUser);
    checkEmail(email);
    if (name !== '') checkName(name);
    const remedy = 'Use resendInvitation to get another one.';
    const { answer, link } = await showLink(caller, deps.publicUrl, remedy, async (tx) => {
      const id = newId();
      const now = deps.now();
      const { linkId, expiresTs } = await makeInvitationLink(tx, id, now);
      const invitation: InvitationRow = {
        id,
        email,
        name,
        administrator,
        linkId,
        invitedBy: principalId(caller.principal),
        invitedByName: caller.principal.name,
        createdTs: new Date(now),
        expiresTs,
        userId: null,
        state: 'open',
      };
      await insert(tx, invitation, email);
      const view = invitationView(invitation, undefined);
      const { delivery: _, ...after } = view;
      await auditInvitation(tx, caller, id, 'invitation.create', { before: null, after });
      return { answer: { invitation: view }, linkId: await sendOrShow(tx, deps, invitation, wanted) };
    });
    return { ...answer, link };
  };

async function insert(
  tx: Transaction,
  { state: _state, userId: _userId, ...invitation }: InvitationRow,
  email: string,
) {
  if ((await findUserByEmail(tx, email)) !== undefined) {
    throw conflict('A user with this e-mail address exists already. Give roles to that user instead.');
  }
  await revokeExpiredInvitation(tx, email);
  try {
    await tx.savepoint(() => insertInvitation(tx, invitation));
  } catch (error) {
    if (!isUniqueViolation(error, OPEN_INVITATION_INDEX)) throw error;
    throw alreadyTaken(
      'This e-mail address has an open invitation already. Send it again with resendInvitation, or revoke it first.',
      '/email',
      error,
    );
  }
}
