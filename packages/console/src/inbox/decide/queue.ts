import type { Problem } from '@millrace/contract';
import type { AnswerOf } from '../../api/call.js';
import { type Decision, type DecisionStore, type NewDecision, tasksOf } from './decision.js';

/** What became of each task of a decision about several. */
export type TaskResults = AnswerOf<'decideTasks'>['results'];

/** What the votes on a task decide with the one that was sent. */
export type CountedVote = Pick<AnswerOf<'castVote'>, 'result' | 'approvals' | 'quorum'>;

/** What came of sending a decision. */
export type Outcome =
  | { readonly kind: 'done'; readonly results?: TaskResults; readonly counted?: CountedVote }
  /** It may have been carried out or not: it must be sent again. */
  | {
      readonly kind: 'unknown';
      readonly retryAfterMs?: number;
      /** Absent: no answer came. */
      readonly why?: 'otherPerson' | 'signedOut';
    }
  | { readonly kind: 'refused'; readonly problem: Problem };

export interface QueueDeps {
  readonly store: DecisionStore;
  send(decision: Decision, isLeaving: boolean): Promise<Outcome>;
  newKey(): string;
  now(): number;
  /** @returns how to call it off */
  later(ms: number, run: () => void): () => void;
  onSettled(decision: Decision, outcome: Outcome): void;
}

const LONGEST_WAIT_MS = 30_000;
/** A decision of another tab is left to it for so long after it was due. */
const OTHER_TAB_MS = 5000;

export type DecisionQueue = ReturnType<typeof createQueue>;

/** Holds decisions for a moment, then sends each until the server has answered it. */
export function createQueue(deps: QueueDeps) {
  const { store, now } = deps;
  const timers = new Map<string, () => void>();
  const listeners = new Set<() => void>();
  let all: readonly Decision[] = [];

  const change = (next: readonly Decision[]) => {
    all = next;
    for (const listener of listeners) listener();
  };
  const put = (decision: Decision) => {
    store.write(decision);
    change([...all.filter(({ key }) => key !== decision.key), decision]);
    return decision;
  };
  const drop = ({ key }: Decision) => {
    timers.get(key)?.();
    timers.delete(key);
    store.remove(key);
    change(all.filter((decision) => decision.key !== key));
  };
  const schedule = (decision: Decision) => {
    timers.get(decision.key)?.();
    timers.set(
      decision.key,
      deps.later(Math.max(0, decision.at - now()), () => void send(decision.key, false)),
    );
  };

  async function send(key: string, isLeaving: boolean): Promise<void> {
    const found = all.find((decision) => decision.key === key);
    if (found === undefined || found.state === 'sending' || found.state === 'refused') return;
    if (!store.has(key)) return change(all.filter((decision) => decision.key !== key));
    timers.get(key)?.();
    const sent = put({ ...found, state: 'sending', attempts: found.attempts + 1 });
    const outcome = await deps.send(sent, isLeaving);
    if (outcome.kind === 'done') drop(sent);
    else if (outcome.kind === 'refused') refuse(sent, outcome.problem);
    else schedule(put({ ...sent, state: 'waiting', at: now() + (outcome.retryAfterMs ?? waitAfter(sent.attempts)) }));
    deps.onSettled(sent, outcome);
  }

  /** It stays to be seen until the person has read why, but is not kept: it will never be sent again. */
  function refuse(sent: Decision, problem: Problem): void {
    store.remove(sent.key);
    change([...all.filter(({ key }) => key !== sent.key), { ...sent, state: 'refused', problem }]);
  }

  return {
    current: () => all,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Takes over what an earlier page left behind. */
    resume() {
      for (const decision of store.read()) {
        if (all.some(({ key }) => key === decision.key)) continue;
        const at = Math.max(now(), decision.at + OTHER_TAB_MS);
        schedule(put({ ...decision, state: 'waiting', at: decision.state === 'held' ? at : now() }));
      }
    },
    decide(decision: NewDecision, holdMs: number): Decision {
      const ids = new Set(tasksOf(decision).map(({ taskId }) => taskId));
      for (const before of all.filter(({ taskId, state }) => ids.has(taskId) && state === 'refused')) drop(before);
      const made = { ...decision, key: deps.newKey(), state: 'held', at: now() + holdMs, attempts: 0 } as const;
      schedule(put(made));
      return made;
    },
    /** @returns whether it was still here */
    undo(key: string): boolean {
      const held = all.find((decision) => decision.key === key && decision.state === 'held');
      if (held !== undefined) drop(held);
      return held !== undefined;
    },
    /** Sends what is held or waits, at once; with `isLeaving` so that it outlives the page. */
    async sendNow(isLeaving = false): Promise<void> {
      await Promise.all(all.map(({ key }) => send(key, isLeaving)));
    },
    dismiss(taskId: string): void {
      for (const decision of all) if (decision.taskId === taskId && decision.state === 'refused') drop(decision);
    },
  };
}

const waitAfter = (attempts: number): number => Math.min(1000 * 2 ** (attempts - 1), LONGEST_WAIT_MS);
