import type { CallOptions } from '../arguments/options.js';
import type { BulkOperation, WorkflowRun } from '../operations/models.js';
import type { RequestOf } from '../operations/operations.js';
import { commands } from '../requests/commands.js';
import { backoffMs, isRetryable } from '../transport/backoff.js';
import type { Send } from '../transport/call.js';
import { sleep } from '../transport/time.js';

/** Options of waiting. Call options apply to each poll. To limit the total time, pass `signal`, e.g. `AbortSignal.timeout(60_000)`. */
export interface WaitOptions extends Omit<CallOptions, 'idempotencyKey' | 'ifMatch'> {
  /** Longest pause between two polls in milliseconds. Default 5,000. The first pause is 200 ms; each pause is 1.5 times the one before. */
  readonly pollMs?: number | undefined;
}

/** Options of waiting for a run. */
export interface WaitForRunOptions extends WaitOptions {
  /** States to wait for. Default: every state except RACING (running). */
  readonly states?: readonly WorkflowRun['state'][] | undefined;
}

/** Options of waiting for a bulk update. */
export interface WaitForBulkOptions extends WaitOptions {
  /** Called after every poll with the state of the bulk update. */
  readonly onProgress?: ((bulkOperation: BulkOperation) => void) | undefined;
}

const settledStates = ['PAUSED', 'COMPLETED', 'REJECTED', 'FAILED', 'CANCELLED'] as const;

/**
 * Waits until the run is in one of the states. Each poll reads one run by its id, so its cost does not depend on the
 * number of runs.
 */
export async function waitForRun(
  send: Send,
  { subProjectId, runId }: RequestOf<'getWorkflowRun'>,
  { states = settledStates, ...options }: WaitForRunOptions = {},
): Promise<WorkflowRun> {
  const look = async (calls: CallOptions) => {
    const { runs } = await send(commands.getWorkflowRuns({ subProjectId, runId }), calls);
    // The caller cannot see the run. This request throws the error that says why.
    return runs[0] ?? (await send(commands.getWorkflowRun({ subProjectId, runId }), calls)).run;
  };
  const wanted: readonly string[] = states;
  return poll(look, ({ state }) => wanted.includes(state), options);
}

/** Waits until a bulk operation has ended. Each poll reads the record of the operation, not its processes. */
export async function waitForBulkOperation(
  send: Send,
  { subProjectId, bulkId }: Pick<RequestOf<'getBulkOperation'>, 'subProjectId' | 'bulkId'>,
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

const FIRST_PAUSE_MS = 200;
const PAUSE_GROWTH = 1.5;

/** After the first answer an outage does not end the wait, because the run or bulk update continues when the service is back. */
async function poll<T>(
  look: (calls: CallOptions) => Promise<T>,
  isDone: (seen: T) => boolean,
  { pollMs = 5000, ...calls }: WaitOptions,
): Promise<T> {
  let pause = Math.min(FIRST_PAUSE_MS, pollMs);
  for (let answered = false, failures = 0; ; ) {
    try {
      const seen = await look(calls);
      if (isDone(seen)) return seen;
      answered = true;
      failures = 0;
    } catch (error) {
      if (!answered || !isRetryable(error)) throw error;
      await sleep(backoffMs({ baseMs: FIRST_PAUSE_MS, maxMs: pollMs }, failures, Math.random()), calls.signal);
      failures += 1;
      continue;
    }
    await sleep(pause, calls.signal);
    pause = Math.min(pollMs, pause * PAUSE_GROWTH);
  }
}
