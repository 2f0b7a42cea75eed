import type { Connection } from '../transport/call.js';
import { MAX_ATTEMPT_MS } from '../transport/long-operations.js';

/** Twice the time that the service allows a store for copying or joining a mebibyte, because the store may also read it (sha256). */
const MS_PER_MEBIBYTE = 125;

/**
 * Time limits for closing an upload of `size` bytes. They grow with the size: a dead connection of a small file is noticed
 * soon, and closing a large file is not repeated while the store still works on it.
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
