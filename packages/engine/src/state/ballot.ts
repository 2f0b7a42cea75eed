/**
 * When rejections end the votes on a task: with the first of them, with as many as the quorum, or never by their number. They always
 * end when the quorum can no longer be reached.
 */
export type Veto = 'first' | 'quorum' | 'none';

/** Which votes need a reason. A request for changes always needs one. */
export type ReasonRule = 'never' | 'onReject' | 'always';

/** How whoever votes must have proved who they are: by a sign-in, or by a signature of a passkey for this vote. */
export type VoteAuthentication = 'session' | 'stepUp';

export type VoteOutcome = 'approve' | 'reject' | 'requestChanges';

/** What one person says about a task that several decide. */
export type Vote = {
  /** The person, as the server names them. */
  readonly by: string;
  /** For whom, by a substitute. */
  readonly onBehalfOf?: string;
  readonly outcome: VoteOutcome;
  readonly reason?: string;
};

/** The votes on an open task, with the rules that it opened with. */
export type Ballot = {
  readonly quorum: number;
  readonly veto: Veto;
  readonly reason: ReasonRule;
  /** In the order in which they came, each with what the person entered. */
  readonly votes: readonly (Vote & { readonly vars?: Readonly<Record<string, unknown>> })[];
};

/** What the votes so far decide. */
export type BallotResult = 'open' | 'approved' | 'rejected' | 'changesRequested';

/** Whether a person has voted, or a substitute for them. */
export const hasVoted = (votes: readonly Pick<Vote, 'by' | 'onBehalfOf'>[], person: string): boolean =>
  votes.some(({ by, onBehalfOf }) => by === person || onBehalfOf === person);

/** How many votes have an outcome. */
export const countVotes = (votes: readonly Pick<Vote, 'outcome'>[], outcome: VoteOutcome): number =>
  votes.filter((vote) => vote.outcome === outcome).length;

/**
 * What the votes decide. The result is final as soon as it is not `open`.
 *
 * @param remaining how many persons can still vote; undefined: unknown
 */
export function resultOf({ quorum, veto, votes }: Omit<Ballot, 'reason'>, remaining: number | undefined): BallotResult {
  if (countVotes(votes, 'requestChanges') > 0) return 'changesRequested';
  const approvals = countVotes(votes, 'approve');
  if (approvals >= quorum) return 'approved';
  const rejections = countVotes(votes, 'reject');
  if (veto === 'first' && rejections > 0) return 'rejected';
  if (veto === 'quorum' && rejections >= quorum) return 'rejected';
  return remaining !== undefined && approvals + remaining < quorum ? 'rejected' : 'open';
}

/** Whether the reason of a vote is missing. */
export function lacksReason(rule: ReasonRule, { outcome, reason }: Omit<Vote, 'by'>): boolean {
  if (reason !== undefined && reason.trim() !== '') return false;
  if (outcome === 'requestChanges') return true;
  return rule === 'always' || (rule === 'onReject' && outcome === 'reject');
}
