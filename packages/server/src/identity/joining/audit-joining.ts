import { appendAudit } from '../../audit/records/append.js';
import type { Transaction } from '../../postgres/database.js';
import type { Actor } from '../../use-case/caller.js';

interface Change {
  readonly before: object | null;
  readonly after: object | null;
}

/** Writes the audit row of a change of an invitation. */
export const auditInvitation = (
  tx: Transaction,
  actor: Actor,
  invitationId: string,
  action: `invitation.${string}`,
  change: Change,
): Promise<void> => audit(tx, actor, { subjectType: 'invitation', subjectId: invitationId, action, ...change });

/** Writes the audit row of a change of a user. */
export const auditUser = (
  tx: Transaction,
  actor: Actor,
  userId: string,
  action: `user.${string}`,
  change: Change,
): Promise<void> => audit(tx, actor, { subjectType: 'user', subjectId: userId, action, ...change });

const audit = (
  tx: Transaction,
  actor: Actor,
  entry: Change & {
    readonly subjectType: 'invitation' | 'user';
    readonly subjectId: string;
    readonly action: `${string}.${string}`;
  },
): Promise<void> => appendAudit(tx, actor, [{ subProjectId: null, processId: null, ...entry }]);
