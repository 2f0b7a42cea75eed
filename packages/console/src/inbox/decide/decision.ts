import type { Problem } from '@millrace/contract';
import type { RequestTo } from '../../api/call.js';
import type { JsonObject } from '../../form/schema/entered.js';
import type { InboxTask } from '../tasks/inbox-query.js';

export type VoteOutcome = RequestTo<'castVote'>['outcome'];

export type Signature = NonNullable<RequestTo<'castVote'>['signature']>;

export interface DecidedTask {
  readonly taskId: string;
  readonly title: string;
}

/** A decision that a person has made, until the server has it. */
export interface Decision {
  /** Idempotency key: however often it is sent, it is this decision, once. */
  readonly key: string;
  readonly subProjectId: string;
  readonly runId: string;
  readonly taskId: string;
  /** All tasks of a decision about several; `taskId` is the first of them. */
  readonly batch?: readonly DecidedTask[];
  /** What it is about, for sentences. */
  readonly title: string;
  readonly approved: boolean;
  /** On a task that several persons decide: what the person says, in place of `approved`. Batches have `approved` alone. */
  readonly vote?: VoteOutcome;
  /** Of a passkey, where the vote is signed: it holds for five minutes. */
  readonly signature?: Signature;
  readonly payload: JsonObject;
  readonly comment: string;
  /**
   * `held`: it can be taken back. `sending`: its answer is awaited. `waiting`: no answer came, it is sent again.
   * `refused`: the server did not take it.
   */
  readonly state: 'held' | 'sending' | 'waiting' | 'refused';
  /** When it is sent, or sent again: milliseconds since 1970. */
  readonly at: number;
  readonly attempts: number;
  readonly problem?: Problem;
}

export type NewDecision = Omit<Decision, 'key' | 'state' | 'at' | 'attempts' | 'problem'>;

export const tasksOf = ({ batch, taskId, title }: NewDecision): readonly DecidedTask[] => batch ?? [{ taskId, title }];

/** The vote that a decision is on a task that several persons decide. */
export const voteOn = (
  { approval }: Pick<InboxTask['task'], 'approval'>,
  approved: boolean,
): Pick<NewDecision, 'vote'> => (approval === undefined ? {} : { vote: approved ? 'approve' : 'reject' });

/** What a vote says to the server. */
export const voteRequest = ({ subProjectId, taskId, payload, comment }: NewDecision, outcome: VoteOutcome) => ({
  ...{ subProjectId, taskId, outcome, payload },
  ...(comment === '' ? {} : { reason: comment }),
});

/** Whether a passkey of the person signs each decision on a task. */
export const isSigned = ({ approval }: Pick<InboxTask['task'], 'approval'>): boolean =>
  approval?.authentication === 'stepUp';

/** Where decisions are kept while they are under way: they outlive the page. */
export interface DecisionStore {
  read(): Decision[];
  write(decision: Decision): void;
  remove(key: string): void;
  /** False: another tab has finished with it. */
  has(key: string): boolean;
}

/** A store in this browser for one person, one entry each: several tabs write beside each other. */
export function browserStore(userId: string, storage: Storage): DecisionStore {
  const prefix = `millrace.decision.${userId}.`;
  return {
    read: () =>
      Object.keys(storage)
        .filter((name) => name.startsWith(prefix))
        .flatMap((name) => {
          try {
            return [JSON.parse(storage.getItem(name) ?? '') as Decision];
          } catch {
            return [];
          }
        }),
    write: (decision) => storage.setItem(prefix + decision.key, JSON.stringify(decision)),
    remove: (key) => storage.removeItem(prefix + key),
    has: (key) => storage.getItem(prefix + key) !== null,
  };
}
