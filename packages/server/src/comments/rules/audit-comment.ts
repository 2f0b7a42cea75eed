import { appendAudit } from '../../audit/records/append.js';
import type { Transaction } from '../../postgres/database.js';
import type { Actor } from '../../use-case/caller.js';

/** What happened to a comment. Texts are not in the audit log, where they could not be deleted. */
export interface CommentChange {
  readonly action: 'comment.add' | 'comment.update' | 'comment.delete';
  readonly subProjectId: string;
  readonly comment: { readonly id: string; readonly processId: string };
  readonly after: Readonly<Record<string, unknown>> | null;
}

/** Writes the audit row of a change, which becomes an event. */
export const auditComment = (
  tx: Transaction,
  actor: Actor,
  { action, subProjectId, comment, after }: CommentChange,
): Promise<void> =>
  appendAudit(tx, actor, [
    {
      action,
      subProjectId,
      subjectType: 'comment',
      subjectId: comment.id,
      processId: comment.processId,
      before: null,
      after,
    },
  ]);
