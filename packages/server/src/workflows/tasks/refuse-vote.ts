import { lacksReason, type TaskApproval, type VoteOutcome } from '@millrace/engine';
import { conflict, invalidMember, invalidValue } from '../../kernel/errors/request-errors.js';

/** What a vote says, apart from who casts it. */
export interface GivenVote {
  readonly outcome: VoteOutcome;
  readonly reason: string | undefined;
  readonly fileIds: readonly string[];
}

/**
 * Refuses a vote that the diagram does not allow, whoever casts it.
 *
 * @throws CatalogueError 1009 when the diagram does not let changes be requested, 1232 when a reason is missing, 1200 for files
 * where votes have none
 */
export function refuseVote(approval: TaskApproval, { outcome, reason, fileIds }: GivenVote): void {
  if (outcome === 'requestChanges' && !approval.changes) {
    throw conflict(
      'Changes cannot be requested here: the diagram has no error event for CHANGES_REQUESTED at this task or around it.',
    );
  }
  if (lacksReason(approval.reason, { outcome, ...(reason === undefined ? {} : { reason }) })) {
    const detail = outcome === 'requestChanges' ? 'say what has to change' : 'this vote needs a reason';
    throw invalidValue('The vote needs a reason.', [{ pointer: '/reason', detail }]);
  }
  if (fileIds.length > 0 && !approval.attachments) {
    throw invalidMember('/fileIds', 'The diagram lets votes on this task have no files (attachments="true" would).');
  }
}
