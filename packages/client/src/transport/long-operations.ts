import type { OperationId } from '../operations/operations.js';

/**
 * Node's fetch waits at most 300 s for the head of an answer. An attempt ends before that, so that it fails with a
 * TimeoutError in every runtime.
 */
export const MAX_ATTEMPT_MS = 280_000;

const long = {
  timeoutMs: MAX_ATTEMPT_MS,
  totalTimeoutMs: 30 * 60_000,
};

/**
 * Operations that can take long: closing and completing copy, join or read a file at the storage; exports stream all matching
 * rows. After a timeout the service continues the work, and the next attempt gets its answer (D27, D30).
 */
const longOperations: ReadonlySet<OperationId> = new Set([
  'closeSignedStorage',
  'completeMultipartStorage',
  'exportAuditLogs',
  'exportProcesses',
]);

/** The limits of an operation: those of its client, and for a long operation at least the limits of long operations. */
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
