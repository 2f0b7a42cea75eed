import type { QueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { call } from '../../api/call.js';
import { isOtherPerson, isPassing, isSignedOut, ProblemError } from '../../api/problem.js';
import { invalidate } from '../../api/queries.js';
import { removeDraft } from '../drafts/local-draft.js';
import { browserStore, type Decision, tasksOf, voteRequest } from './decision.js';
import { createQueue, type DecisionQueue, type Outcome } from './queue.js';

/** Time in which a decision can be taken back. */
export const HOLD_MS = 5000;
/** The request with this key is still being carried out. */
const UNDER_WAY = 1009;
const MOST_LOOKS = 5;
/** While another person is signed in, or none, decisions wait for their own. */
const OTHER_PERSON_MS = 30_000;

let queue: DecisionQueue | undefined;
let owner: string | undefined;
const settled = new Set<(decision: Decision, outcome: Outcome) => void>();
const none: readonly Decision[] = [];

/** Begins to send decisions of a person, also those that an earlier page left behind; does nothing the second time. */
export function startDecisions(queries: QueryClient, userId: string): DecisionQueue {
  if (queue !== undefined && owner === userId) return queue;
  owner = userId;
  const started = createQueue({
    store: browserStore(userId, localStorage),
    send: (decision, isLeaving) => send(decision, isLeaving, userId),
    newKey: () => crypto.randomUUID(),
    now: () => Date.now(),
    later(ms, run) {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
    onSettled(decision, outcome) {
      if (outcome.kind === 'done') {
        const refused = new Set(outcome.results?.flatMap(({ taskId, decided }) => (decided ? [] : [taskId])));
        for (const { taskId } of tasksOf(decision)) if (!refused.has(taskId)) removeDraft(userId, taskId);
      }
      if (outcome.kind !== 'unknown') void invalidate(queries, 'resumeWorkflowRunsApi');
      for (const listener of settled) listener(decision, outcome);
    },
  });
  queue = started;
  started.resume();
  addEventListener('online', () => void started.sendNow());
  addEventListener('pagehide', () => void started.sendNow(true));
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') void started.sendNow(true);
  });
  return started;
}

async function send(decision: Decision, isLeaving: boolean, userId: string): Promise<Outcome> {
  const { subProjectId, runId, taskId, batch, approved, vote, signature, payload, comment, key, attempts } = decision;
  const said = comment === '' ? {} : { comment };
  const options = { idempotencyKey: key, keepalive: isLeaving, asUser: userId };
  try {
    if (batch !== undefined) {
      const taskIds = batch.map((each) => each.taskId);
      const request = { subProjectId, taskIds, approved, ...said };
      return { kind: 'done', results: (await call('decideTasks', request, options)).results };
    }
    if (vote !== undefined) {
      const request = { ...voteRequest(decision, vote), ...(signature && { signature }) };
      return { kind: 'done', counted: await call('castVote', request, options) };
    }
    const request = { subProjectId, runId, taskId, approved, payload, ...said };
    await call('resumeWorkflowRunsApi', request, options);
    return { kind: 'done' };
  } catch (error) {
    if (!(error instanceof ProblemError)) return { kind: 'unknown' };
    if (isOtherPerson(error)) return { kind: 'unknown', why: 'otherPerson', retryAfterMs: OTHER_PERSON_MS };
    if (isSignedOut(error)) return { kind: 'unknown', why: 'signedOut', retryAfterMs: OTHER_PERSON_MS };
    const isUnderWay = error.problem.id === UNDER_WAY && attempts > 1 && attempts < MOST_LOOKS;
    if (!isPassing(error) && !isUnderWay) return { kind: 'refused', problem: error.problem };
    return { kind: 'unknown', ...(error.retryAfter === undefined ? {} : { retryAfterMs: error.retryAfter * 1000 }) };
  }
}

/** Decisions that are under way, and those that were refused and not yet read. */
export const useDecisions = (): readonly Decision[] =>
  useSyncExternalStore(
    (listener) => queue?.subscribe(listener) ?? (() => undefined),
    () => queue?.current() ?? none,
  );

/** Calls the listener when the server has answered a decision, or did not. @returns how to stop */
export function onSettled(listener: (decision: Decision, outcome: Outcome) => void): () => void {
  settled.add(listener);
  return () => void settled.delete(listener);
}
