import type { Connection } from '../transport/call.js';
import { MAX_ATTEMPT_MS } from '../transport/long-operations.js';

/** What the service gives a store for each mebibyte that it copies or joins, twice over, as it may also read it (sha256). */
const MS_PER_MEBIBYTE = 125;

/**
 * Time for closing an upload of `size` bytes: an attempt is as long as a store may take, so that a small file's dead
 * connection is noticed soon and a large file's work is not asked for again needlessly.
 */
export function closingLimits(
  size: number,
  { limits }: Pick<Connection, 'limits'>,
  timeoutMs = limits.timeoutMs,
): { readonly timeoutMs: number; readonly totalTimeoutMs: number } {
  const allowance = Math.ceil(size / 1024 ** 2) * MS_PER_MEBIBYTE;
  return {
    timeoutMs: Math.min(Math.max(timeoutMs, MAX_ATTEMPT_MS), timeoutMs + allowance),
    totalTimeoutMs: Math.max(limits.totalTimeoutMs, 5 * (timeoutMs + allowance)),
  };
}
