import { errorOfResponse } from '../errors/error-of-response.js';
import { ConnectionError, MillraceError, TimeoutError, TransportError } from '../errors/errors.js';
import { timeLimit } from './time.js';

/** One HTTP exchange. */
export interface Exchange {
  readonly operation: string;
  readonly traceId: string;
  readonly url: URL;
  readonly method: string;
  readonly headers: Headers;
  readonly body: string | undefined;
  /** Time for the whole exchange in milliseconds. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
}

/**
 * Sends a request once and reads its answer to the end: JSON, or the text of a streamed one.
 *
 * @throws MillraceError when the service answers with an error; ConnectionError or TimeoutError without a complete
 * answer; the reason of the signal when that aborts
 */
export async function attempt(fetcher: typeof fetch, exchange: Exchange): Promise<unknown> {
  const { operation, traceId, url, method, headers, body, signal, timeoutMs } = exchange;
  const limit = timeLimit(signal, timeoutMs);
  try {
    const response = await fetcher(url, {
      method,
      headers,
      signal: limit.signal,
      ...(body === undefined ? {} : { body }),
    });
    const text = await response.text();
    if (!response.ok) throw errorOfResponse(response, text, operation, traceId);
    return isText(response) ? text : parseAnswer(text, exchange);
  } catch (error) {
    if (error instanceof MillraceError || error instanceof TransportError) throw error;
    throw transportError(error, exchange, limit.timedOut());
  } finally {
    limit.dispose();
  }
}

/** Streamed answers are text (see `stream` of the contract's operations); every other answer of the service is JSON. */
export const isText = ({ headers }: Response): boolean =>
  /^(application\/x-ndjson|text\/csv|text\/event-stream)\b/.test(headers.get('content-type') ?? '');

function parseAnswer(text: string, { operation, traceId }: Exchange): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const start = JSON.stringify(text.slice(0, 100));
    throw new ConnectionError(operation, traceId, `the answer is not whole JSON; it starts ${start}`, { cause: error });
  }
}

/** Why an exchange had no answer. The first cause that applies: the caller aborted, the time was up, the connection failed. */
export function transportError(
  error: unknown,
  {
    operation,
    traceId,
    url,
    signal,
    timeoutMs,
  }: Pick<Exchange, 'operation' | 'traceId' | 'url' | 'signal' | 'timeoutMs'>,
  timedOut: boolean,
): unknown {
  if (signal?.aborted) return signal.reason;
  if (timedOut) return new TimeoutError(operation, traceId, `no complete answer within ${timeoutMs} ms`);
  return new ConnectionError(operation, traceId, `${url.origin}: ${describe(error)}`, { cause: error });
}

/** fetch hides the reason, e.g. ECONNREFUSED, in the cause of a TypeError. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  if (!(cause instanceof Error)) return error.message;
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : '';
  return [error.message, code, cause.message].filter((part) => part !== '').join(': ');
}
