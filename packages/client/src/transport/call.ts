import { type Operation, operations } from '@millrace/contract';
import type { CallOptions, Limits } from '../arguments/options.js';
import { TimeoutError, UnauthenticatedError } from '../errors/errors.js';
import type { OperationId, ResponseOf } from '../operations/operations.js';
import type { RequestData } from '../requests/request-data.js';
import { attempt, type Exchange } from './attempt.js';
import { attemptStream } from './attempt-stream.js';
import { type Backoff, isRetryable, retryDelayMs } from './backoff.js';
import { limitsFor } from './long-operations.js';
import { randomId } from './random-id.js';
import { sleep, timeLimit } from './time.js';
import type { TokenSource } from './token-source.js';

/** What a call needs of its client. */
export interface Connection {
  /** Ends with a slash. */
  readonly url: URL;
  readonly fetch: typeof fetch;
  readonly tokens: TokenSource | undefined;
  readonly limits: { readonly [K in keyof Limits]-?: number };
  readonly backoff: Backoff;
}

/** Sends a request and returns its answer. Used by all code of this package that calls operations. */
export type Send = <Id extends OperationId>(request: RequestData<Id>, options?: CallOptions) => Promise<ResponseOf<Id>>;

/**
 * Sends a request and retries it after temporary errors. Repeating is safe: a GET changes nothing, a POST carries one
 * Idempotency-Key for all its attempts, so that it takes effect once (D27), and signing in has no effect.
 *
 * A rejected token (1001) is replaced once per call; this does not count as a retry.
 */
export async function call(
  connection: Connection,
  request: RequestData<OperationId>,
  options: CallOptions = {},
): Promise<unknown> {
  const limits = limitsFor(request.operation, connection.limits);
  const totalMs = options.totalTimeoutMs ?? limits.totalTimeoutMs;
  const total = timeLimit(options.signal, totalMs);
  const exchange = { ...exchangeOf(connection.url, request, options), signal: total.signal };
  const bounds = {
    timeoutMs: options.timeoutMs ?? limits.timeoutMs,
    retries: options.retries ?? limits.retries,
    deadline: performance.now() + totalMs,
  };
  try {
    return await untilAnswered(connection, exchange, bounds, attempt);
  } catch (error) {
    if (!total.timedOut()) throw error;
    throw new TimeoutError(request.operation, exchange.traceId, `no answer within ${totalMs} ms in all`, {
      cause: error,
    });
  } finally {
    total.dispose();
  }
}

/**
 * As `call`, for a streamed answer. The total time ends when the answer begins; from then on `timeoutMs` limits the time
 * without data.
 */
export async function callForStream(
  connection: Connection,
  request: RequestData<OperationId>,
  options: CallOptions = {},
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const { limits } = connection;
  const signal = options.signal ?? new AbortController().signal;
  const bounds = {
    timeoutMs: options.timeoutMs ?? limits.timeoutMs,
    retries: options.retries ?? limits.retries,
    deadline: performance.now() + (options.totalTimeoutMs ?? limits.totalTimeoutMs),
  };
  const exchange = exchangeOf(connection.url, request, options);
  return untilAnswered(connection, { ...exchange, signal }, bounds, attemptStream);
}

interface Bounds {
  readonly timeoutMs: number;
  readonly retries: number;
  /** In milliseconds of performance.now(), which is monotonic. No wait may end after it. */
  readonly deadline: number;
}

async function untilAnswered<T>(
  { fetch: fetcher, tokens, backoff }: Connection,
  exchange: Omit<Exchange, 'timeoutMs'> & { readonly isPublic: boolean; readonly signal: AbortSignal },
  { timeoutMs, retries, deadline }: Bounds,
  once: (fetcher: typeof fetch, exchange: Exchange) => Promise<T>,
): Promise<T> {
  const { signal, headers, isPublic } = exchange;
  let renewed = false;
  for (let failures = 0; ; ) {
    signal.throwIfAborted();
    const token = isPublic ? undefined : await tokens?.get(signal);
    if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
    try {
      return await once(fetcher, { ...exchange, timeoutMs });
    } catch (error) {
      if (isRefusedToken(error) && token !== undefined && !renewed && tokens?.reject(token)) {
        renewed = true;
        continue;
      }
      const delay = retryDelayMs(error, backoff, failures, Math.random());
      if (!isRetryable(error) || failures >= retries || performance.now() + delay >= deadline) throw error;
      failures += 1;
      await sleep(delay, signal);
    }
  }
}

const isRefusedToken = (error: unknown): boolean => error instanceof UnauthenticatedError && error.id === 1001;

function exchangeOf(
  base: URL,
  { operation, method, path, body }: RequestData<OperationId>,
  options: CallOptions,
): Omit<Exchange, 'timeoutMs' | 'signal'> & { readonly isPublic: boolean } {
  const { permission }: Operation = operations[operation];
  const isPublic = permission.kind === 'public';
  const traceId = options.traceId ?? randomId();
  const headers = new Headers({ accept: 'application/json', 'x-service-traceid': traceId });
  if (body !== undefined) headers.set('content-type', 'application/json');
  if (method === 'POST' && !isPublic) headers.set('idempotency-key', options.idempotencyKey ?? randomId());
  if (options.ifMatch !== undefined) headers.set('if-match', `"${options.ifMatch}"`);
  return {
    operation,
    traceId,
    url: new URL(path.slice(1), base),
    method,
    headers,
    body: body && JSON.stringify(body),
    isPublic,
  };
}
