import type { VoteOutcome } from '@millrace/engine';
import type { Transaction } from '../../../postgres/database.js';

/** A vote as it is stored. */
export interface NewVote {
  readonly subProjectId: string;
  readonly taskId: string;
  readonly voterId: string;
  /** The person for whom the voter is a substitute. */
  readonly onBehalfOf: string | null;
  readonly outcome: VoteOutcome;
  readonly reason: string | null;
  readonly fileIds: readonly string[];
  readonly createdTs: Date;
}

/** Stores a vote; the transaction holds the lock of the run. */
export async function insertVote(tx: Transaction, vote: NewVote): Promise<void> {
  await tx`
    insert into task_votes (sub_project_id, task_id, voter_id, on_behalf_of, outcome, reason, file_ids, created_ts)
    values (${vote.subProjectId}, ${vote.taskId}, ${vote.voterId}, ${vote.onBehalfOf}, ${vote.outcome},
      ${vote.reason}, ${vote.fileIds}::uuid[], ${vote.createdTs})`;
}
