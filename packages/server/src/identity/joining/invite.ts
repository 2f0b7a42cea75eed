import { alreadyTaken, conflict } from '../../kernel/errors/request-errors.js';
import { newId } from '../../kernel/identifiers.js';
import { isUniqueViolation, type Transaction } from '../../postgres/database.js';
import { type Caller, principalId } from '../../use-case/caller.js';
import { checkEmail } from '../directory/email.js';
import { checkName } from '../directory/user-name.js';
import {
  type InvitationRow,
  type InvitedMembership,
  insertInvitation,
  OPEN_INVITATION_INDEX,
  revokeExpiredInvitation,
} from '../records/joining/invitation-queries.js';
import { findUserByEmail } from '../records/user-queries.js';
import { auditInvitation } from './audit-joining.js';
import { invitationView } from './invitation-view.js';
import type { JoiningDeps } from './joining-deps.js';
import { makeInvitationLink, sendOrShow } from './make-link.js';
import { limitInvitations } from './own-invitations.js';
import { showLink } from './show-link.js';

/** Whom a caller invites, and to what. The caller may do so. */
export interface Invited {
  readonly email: string;
  readonly name: string;
  readonly administrator: boolean;
  readonly link: 'send' | 'show' | undefined;
  /** What the person gets, checked in the transaction that stores it. */
  readonly gets: (
    tx: Transaction,
  ) => Promise<{ readonly groupIds: readonly string[]; readonly memberships: readonly InvitedMembership[] }>;
}

/** Invites a person; the user is created when the invitation is accepted. An address has one open invitation at most (1009). */
export type Invite = (
  caller: Caller,
  invited: Invited,
) => Promise<{ readonly invitation: ReturnType<typeof invitationView>; readonly link: string | null }>;

export const createInvite =
  (deps: JoiningDeps): Invite =>
  async (caller, { email, name, administrator, link: wanted, gets }) => {
    checkEmail(email);
    if (name !== '') checkName(name);
    const remedy = 'Use resendInvitation to get another one.';
    const { answer, link } = await showLink(caller, deps.publicUrl, remedy, async (tx) => {
      const id = newId();
      const now = deps.now();
      await limitInvitations(tx, caller.principal, now);
      const { groupIds, memberships } = await gets(tx);
      const { linkId, expiresTs } = await makeInvitationLink(tx, id, now);
      const invitation: InvitationRow = {
        id,
        email,
        name,
        administrator,
        groupIds,
        memberships,
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
