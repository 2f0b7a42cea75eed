import { errorOfResponse } from '../errors/error-of-response.js';
import { ConnectionError, MillraceError, TransportError } from '../errors/errors.js';
import { type Exchange, isText, transportError } from './attempt.js';
import { type TimeLimit, timeLimit } from './time.js';

/**
 * Sends a request once and returns its streamed answer. Nothing is read ahead of the reader, so a slow reader slows the
 * service down instead of filling memory.
 *
 * @throws as `attempt`; the stream fails with the same errors when the answer breaks off, or no data arrives for `timeoutMs`
 */
export async function attemptStream(
  fetcher: typeof fetch,
  exchange: Exchange,
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const { operation, traceId, url, method, headers, signal, timeoutMs } = exchange;
  const limit = timeLimit(signal, timeoutMs);
  const failed = (error: unknown) => {
    limit.dispose();
    limit.abort();
    if (error instanceof MillraceError || error instanceof TransportError) return error;
    return transportError(error, exchange, limit.timedOut());
  };
  try {
    const response = await fetcher(url, { method, headers, signal: limit.signal });
    if (!response.ok) throw errorOfResponse(response, await response.text(), operation, traceId);
    if (!response.body || !isText(response)) {
      throw new ConnectionError(operation, traceId, 'the answer is not the stream that was asked for');
    }
    limit.pause();
    return readAlong(response.body.getReader(), limit, failed);
  } catch (error) {
    throw failed(error);
  }
}

function readAlong(
  reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>,
  limit: TimeLimit,
  failed: (error: unknown) => unknown,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream(
    {
      async pull(controller) {
        limit.restart();
        const { done, value } = await reader.read().catch((error) => {
          throw failed(error);
        });
        limit.pause();
        if (!done) return controller.enqueue(value);
        limit.dispose();
        controller.close();
      },
      async cancel(reason) {
        await reader.cancel(reason).catch(() => undefined);
        limit.dispose();
        limit.abort();
      },
    },
    { highWaterMark: 0 },
  );
}
