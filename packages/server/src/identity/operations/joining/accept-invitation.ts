import { mayAdminister } from '../../../access/require-administrator.js';
import { linkNotUsable } from '../../../kernel/errors/access-errors.js';
import { alreadyTaken, invalidMember } from '../../../kernel/errors/request-errors.js';
import { newId } from '../../../kernel/identifiers.js';
import { isUniqueViolation, type Transaction } from '../../../postgres/database.js';
import { type Actor, principalId, systemPrincipal, type UseCase } from '../../../use-case/caller.js';
import { checkEmail } from '../../directory/email.js';
import { principalOfPerson } from '../../directory/principal-of-person.js';
import { checkName } from '../../directory/user-name.js';
import { userView } from '../../directory/views.js';
import { changeGroupMembers } from '../../groups/change-group-members.js';
import { auditInvitation, auditUser } from '../../joining/audit-joining.js';
import type { JoiningDeps } from '../../joining/joining-deps.js';
import { requireOpenLink, useLink } from '../../joining/use-link.js';
import { checkNewPassword } from '../../passwords/password-rules.js';
import { lockGroups } from '../../records/group-queries.js';
import {
  acceptInvitationRow,
  findInvitation,
  type InvitationRow,
  lockInvitation,
} from '../../records/joining/invitation-queries.js';
import { storePassword } from '../../records/password-queries.js';
import { principalOf as principalOfUser } from '../../records/principal-of.js';
import { EMAIL_INDEXES, insertUser, lockUser, type UserRow } from '../../records/user-queries.js';
import { beginSignIn } from '../../second-step/begin-sign-in.js';
import { signInAnswer } from '../../second-step/sign-in-answer.js';

/** Uses the link of an invitation: creates the user, sets the password and signs the person in. */
export const acceptInvitation =
  (deps: JoiningDeps): UseCase<'acceptInvitation'> =>
  async (caller, request) => {
    const { db, passwords, now, party } = deps;
    const { token, name, password } = request;
    checkName(name);
    const link = await requireOpenLink(db, token, 'invitation');
    const invitation = await findInvitation(db, link.subject);
    const email = invitation?.email ?? request.email;
    if (email === undefined) throw invalidMember('/email', 'email is missing: the invitation has no e-mail address.');
    checkEmail(email);
    await checkNewPassword(password, { name, email });
    // Before the transaction: it takes 50 ms of a core.
    const hash = await passwords.hash(password);
    const { user, begun } = await caller.write(async (tx) => {
      const { subject } = await useLink(tx, token, 'invitation');
      const accepted = await lockInvitation(tx, subject);
      if (accepted?.administrator === true) await requireInviter(tx, accepted);
      const user: UserRow = {
        id: newId(),
        name: name.trim(),
        email,
        kind: 'person',
        administrator: accepted?.administrator ?? false,
        disabled: false,
        createdTs: new Date(now()),
      };
      await insert(tx, user);
      await storePassword(tx, user.id, hash, new Date(now()));
      await acceptInvitationRow(tx, subject, user.id);
      const actor = { principal: principalOfPerson(user), traceId: caller.traceId };
      const view = userView(user);
      const { administrator } = user;
      await auditUser(tx, actor, user.id, 'user.create', { before: null, after: { ...view, administrator } });
      await auditInvitation(tx, actor, subject, 'invitation.accept', { before: null, after: { userId: user.id } });
      if (accepted !== undefined) await giveWhatIsPromised(tx, deps, actor, user.id, accepted);
      const proven = { userId: user.id, method: 'invitation', amr: ['pwd'], remember: false, now: now() };
      return { user, begun: await beginSignIn(tx, caller, proven, party) };
    });
    return { userId: user.id, ...signInAnswer(begun) };
  };

/** Groups and roles, as far as the person who invited may still give them: the person joins without the others. */
async function giveWhatIsPromised(
  tx: Transaction,
  { groupRoles, invitedRoles }: JoiningDeps,
  actor: Actor,
  userId: string,
  { invitedBy, groupIds, memberships }: InvitationRow,
): Promise<void> {
  if (groupIds.length + memberships.length === 0) return;
  const inviter =
    invitedBy === principalId(systemPrincipal)
      ? systemPrincipal
      : await principalOfUser(tx, { userId: invitedBy, scopes: [] });
  if (inviter !== undefined && mayAdminister(inviter)) {
    for (const group of await lockGroups(tx, groupIds)) {
      const change = { groupId: group.id, source: 'managed' as const, add: [userId], remove: [] };
      await changeGroupMembers(tx, actor, groupRoles, change);
    }
  }
  await invitedRoles.give(tx, actor, { userId, inviter, memberships });
}

/** Who is no administrator any more must not leave others behind. */
async function requireInviter(tx: Transaction, { invitedBy }: InvitationRow): Promise<void> {
  if (invitedBy === principalId(systemPrincipal)) return;
  const inviter = await lockUser(tx, invitedBy);
  if (inviter?.administrator === true && !inviter.disabled) return;
  throw linkNotUsable(
    'The person who invited you as an administrator is no longer one. Ask an administrator to revoke the invitation and to invite you again.',
  );
}

async function insert(tx: Transaction, user: UserRow): Promise<void> {
  try {
    await tx.savepoint(() => insertUser(tx, user));
  } catch (error) {
    if (!EMAIL_INDEXES.some((index) => isUniqueViolation(error, index))) throw error;
    throw alreadyTaken('A user with this e-mail address exists already. Sign in instead.', '/email', error);
  }
}
