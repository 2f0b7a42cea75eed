import type { OperationId } from '../operations/operations.js';

/**
 * Node's fetch gives up waiting for the head of an answer after 300 s. An attempt ends before that, so that it ends as a
 * timeout whatever carries it.
 */
export const MAX_ATTEMPT_MS = 280_000;

const long = {
  timeoutMs: MAX_ATTEMPT_MS,
  totalTimeoutMs: 30 * 60_000,
};

/**
 * Operations whose work grows with what they work on: closing and completing copy, join or read a file at the storage; exports
 * stream all that matches. What a timed-out attempt began goes on at the service, and the next one gets its answer (D27, D30).
 */
const longOperations: ReadonlySet<OperationId> = new Set([
  'closeSignedStorage',
  'completeMultipartStorage',
  'exportAuditLogs',
  'exportProcesses',
]);

/** The limits of an operation by the limits of its client: a long one has at least those of long ones. */
export function limitsFor<L extends { readonly timeoutMs: number; readonly totalTimeoutMs: number }>(
  operation: OperationId,
  limits: L,
): L {
  if (!longOperations.has(operation)) return limits;
  return {
    ...limits,
    timeoutMs: Math.max(limits.timeoutMs, long.timeoutMs),
    totalTimeoutMs: Math.max(limits.totalTimeoutMs, long.totalTimeoutMs),
  };
}
