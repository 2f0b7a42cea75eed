import { operations } from '@millrace/contract';
import type { Invite } from '../../identity/joining/invite.js';
import { conflict } from '../../kernel/errors/request-errors.js';
import type { UseCase } from '../../use-case/caller.js';
import { enter } from '../configuration/enter.js';
import type { SubProjects } from '../configuration/sub-projects.js';
import { requireDeclared } from '../members/declared-roles.js';
import { requireMayGive } from '../members/may-give.js';

export interface InviteMemberDeps {
  readonly subProjects: Pick<SubProjects, 'load'>;
  readonly invite: Invite;
  /** Whether the server sends e-mails. */
  readonly sendsMail: boolean;
}

/** inviteMember: a person who has no user yet, to roles that the caller may give. */
export const inviteMember =
  ({ subProjects, invite, sendsMail }: InviteMemberDeps): UseCase<'inviteMember'> =>
  async (caller, { subProjectId, email, name = '', roles }) => {
    const { subProject, access } = await enter(subProjects, caller, subProjectId, operations.inviteMember);
    requireDeclared(subProject, roles);
    requireMayGive(access, subProject, roles);
    // Who sees the link could join with an address of somebody else.
    if (!sendsMail && !access.unrestricted) {
      throw conflict(
        'The server sends no e-mails, so only an administrator may invite: the link would be shown to the caller.',
      );
    }
    const gets = async () => ({ groupIds: [], memberships: [{ subProjectId: subProject.id, roles }] });
    return invite(caller, { email, name, administrator: false, link: 'send', gets });
  };
