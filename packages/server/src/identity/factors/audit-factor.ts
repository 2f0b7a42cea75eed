import { appendAudit } from '../../audit/records/append.js';
import type { Transaction } from '../../postgres/database.js';
import type { Actor } from '../../use-case/caller.js';

/** Tells the audit log of a change of how a person signs in; never a secret. */
export async function auditFactor(
  tx: Transaction,
  actor: Actor,
  userId: string,
  action: `user.${string}`,
  change: { readonly before: object | null; readonly after: object | null },
): Promise<void> {
  const subject = { subProjectId: null, subjectType: 'user', subjectId: userId, processId: null } as const;
  await appendAudit(tx, actor, [{ ...subject, action, ...change }]);
}
