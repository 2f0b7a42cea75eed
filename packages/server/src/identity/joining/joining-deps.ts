import type { MailQueue } from '../../mail/mail-queue.js';
import type { Queryable, Transaction } from '../../postgres/database.js';
import type { Actor, Principal } from '../../use-case/caller.js';
import type { FactorDeps } from '../factors/factor-deps.js';
import type { GroupRolesPort } from '../groups/group-deps.js';
import type { InvitedMembership } from '../records/joining/invitation-queries.js';
import type { SessionDeps } from '../sessions/session-deps.js';
import type { Sessions } from '../sessions/sessions.js';

/** The roles in sub-projects that people are given when they accept an invitation. */
export interface InvitedRolesPort {
  /**
   * Checks what the administrator would give.
   *
   * @returns the ids of the sub-projects as they are stored
   * @throws CatalogueError 1202 for an unknown sub-project, 1232 for roles that it does not declare, and for one that is named twice
   */
  check(db: Queryable, memberships: readonly InvitedMembership[]): Promise<readonly InvitedMembership[]>;
  /** Whether somebody may give all of these roles now; nothing at all is for administrators to give. */
  mayGive(tx: Transaction, inviter: Principal, memberships: readonly InvitedMembership[]): Promise<boolean>;
  /** The names of sub-projects, by id. */
  namesOf(db: Queryable, subProjectIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /**
   * Gives a person who has just joined the roles that the inviting user may still give, in the transaction that makes the user.
   *
   * @param inviter undefined: disabled or gone, so nothing is given
   */
  give(
    tx: Transaction,
    actor: Actor,
    joined: {
      readonly userId: string;
      readonly inviter: Principal | undefined;
      readonly memberships: readonly InvitedMembership[];
    },
  ): Promise<void>;
}

/** What the operations need by which people join, and get back in when a password or an address changes. */
export interface JoiningDeps extends SessionDeps, Pick<FactorDeps, 'party'> {
  readonly mails: MailQueue;
  /** Finds the session of a browser. */
  readonly sessions: Pick<Sessions, 'use'>;
  readonly invitedRoles: InvitedRolesPort;
  readonly groupRoles: GroupRolesPort;
  /** Public address of the service, without a slash at the end. */
  readonly publicUrl: string;
}
