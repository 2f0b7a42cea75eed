import type { ItemOf } from '../lists/pages.js';
import { commands } from '../requests/commands.js';
import type { AnswerOf, InputOf } from '../requests/request-data.js';
import { backoffMs, isRetryable } from '../transport/backoff.js';
import type { Send } from '../transport/call.js';
import type { CallOptions } from '../transport/options.js';
import { sleep } from '../transport/time.js';

/** Options of waiting; those of calls hold for each look. Bound the whole with `signal`, e.g. `AbortSignal.timeout(60_000)`. */
export interface WaitOptions extends Omit<CallOptions, 'idempotencyKey' | 'ifMatch'> {
  /** Longest time between two looks in milliseconds; default 5 s. The first come at a fifth of a second and grow by half. */
  readonly pollMs?: number | undefined;
}

/** A run, as getWorkflowRuns gives it. */
export type WorkflowRun = ItemOf<'getWorkflowRuns'>;

/** Options of waiting for a run. */
export interface WaitForRunOptions extends WaitOptions {
  /** States to wait for; default every state but RACING, in which the run moves by itself (D21). */
  readonly states?: readonly WorkflowRun['state'][] | undefined;
}

/** A bulk update, as getBulkOperation gives it. */
export type BulkOperation = AnswerOf<'getBulkOperation'>['bulkOperation'];

/** Options of waiting for a bulk update. */
export interface WaitForBulkOptions extends WaitOptions {
  /** Is told after every look how far it is. */
  readonly onProgress?: ((bulkOperation: BulkOperation) => void) | undefined;
}

const settledStates = ['PAUSED', 'COMPLETED', 'REJECTED', 'FAILED', 'CANCELLED'] as const;

/**
 * Waits until the run is in one of the states. A look is one read by the run's id, so its cost is the same whatever the number
 * of runs.
 */
export async function waitForRun(
  send: Send,
  { subProjectId, runId }: InputOf<'getWorkflowRun'>,
  { states = settledStates, ...options }: WaitForRunOptions = {},
): Promise<WorkflowRun> {
  const look = async (calls: CallOptions) => {
    const { runs } = await send(commands.getWorkflowRuns({ subProjectId, runId }), calls);
    // A run that is not in the list is not there for this caller; this says why, in the service's words.
    return runs[0] ?? (await send(commands.getWorkflowRun({ subProjectId, runId }), calls)).run;
  };
  const wanted: readonly string[] = states;
  return poll(look, ({ state }) => wanted.includes(state), options);
}

/** Waits until a bulk update has ended. A look reads its record, not the processes. */
export async function waitForBulkOperation(
  send: Send,
  { subProjectId, bulkId }: Pick<InputOf<'getBulkOperation'>, 'subProjectId' | 'bulkId'>,
  { onProgress, ...options }: WaitForBulkOptions = {},
): Promise<BulkOperation> {
  const look = async (calls: CallOptions) => {
    const request = commands.getBulkOperation({ subProjectId, bulkId, perPageCount: 1 });
    const { bulkOperation } = await send(request, calls);
    onProgress?.(bulkOperation);
    return bulkOperation;
  };
  return poll(look, ({ state }) => state !== 'RUNNING', options);
}

const firstPauseMs = 200;
const growth = 1.5;

/** Once the service has answered, an outage is waited out: what is waited for goes on when it is back. */
async function poll<T>(
  look: (calls: CallOptions) => Promise<T>,
  isDone: (seen: T) => boolean,
  { pollMs = 5000, ...calls }: WaitOptions,
): Promise<T> {
  let pause = Math.min(firstPauseMs, pollMs);
  for (let answered = false, failures = 0; ; ) {
    try {
      const seen = await look(calls);
      if (isDone(seen)) return seen;
      answered = true;
      failures = 0;
    } catch (error) {
      if (!answered || !isRetryable(error)) throw error;
      await sleep(backoffMs({ baseMs: firstPauseMs, maxMs: pollMs }, failures, Math.random()), calls.signal);
      failures += 1;
      continue;
    }
    await sleep(pause, calls.signal);
    pause = Math.min(pollMs, pause * growth);
  }
}
