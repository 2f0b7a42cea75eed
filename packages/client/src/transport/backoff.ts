import { ConnectionError, MillraceError, TimeoutError } from '../errors/errors.js';

/** Exponential backoff: the n-th wait is random between 0 and `baseMs` times 2 to the n, at most `maxMs`. */
export interface Backoff {
  readonly baseMs: number;
  readonly maxMs: number;
}

/** Full jitter, so that clients that failed at the same time do not retry at the same time. `random` is in [0, 1). */
export function backoffMs({ baseMs, maxMs }: Backoff, failures: number, random: number): number {
  return Math.floor(random * Math.min(maxMs, baseMs * 2 ** failures));
}

const retryableStatuses = new Set([429, 502, 503, 504]);

/** Whether the error is temporary, so that the same request can succeed when it is repeated. */
export function isRetryable(error: unknown): boolean {
  if (error instanceof ConnectionError || error instanceof TimeoutError) return true;
  return error instanceof MillraceError && retryableStatuses.has(error.status);
}

/** How long to wait before the next attempt: at least the time that the service asked for. */
export function retryDelayMs(error: unknown, backoff: Backoff, failures: number, random: number): number {
  const asked = error instanceof MillraceError ? (error.retryAfterMs ?? 0) : 0;
  return asked + backoffMs(backoff, failures, random);
}
