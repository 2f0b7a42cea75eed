import type { Problem } from '@millrace/contract';
import type { JsonObject } from '../../form/schema/entered.js';

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
