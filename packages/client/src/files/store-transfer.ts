import { transportError } from '../transport/attempt.js';
import type { Connection } from '../transport/call.js';
import { timeLimit } from '../transport/time.js';
import { ObjectStoreError, objectStoreError } from './object-store-error.js';
import { type BodyTransfer, sendBody } from './send-body.js';
import { UploadSourceError } from './upload-source.js';

/** The limits of a transfer, with their defaults filled in. */
export interface TransferLimits {
  /** Longest silence in milliseconds. */
  readonly timeoutMs: number;
  readonly traceId: string;
  readonly signal: AbortSignal | undefined;
}

/**
 * Sends one body to the storage, once.
 *
 * @throws ObjectStoreError when the storage refuses it; UploadSourceError; TransportError; the reason of the signal
 */
export async function sendToStore(
  connection: Connection,
  body: Omit<BodyTransfer, 'fetch' | 'limit'>,
  { timeoutMs, traceId, signal }: TransferLimits,
): Promise<void> {
  const limit = timeLimit(signal, timeoutMs);
  try {
    const { status, text } = await sendBody({ ...body, fetch: connection.fetch, limit });
    if (status < 200 || status > 299) throw objectStoreError(status, text);
  } catch (error) {
    if (error instanceof ObjectStoreError || error instanceof UploadSourceError) throw error;
    const exchange = { operation: 'uploadFile', traceId, url: new URL(body.url), signal, timeoutMs };
    throw transportError(error, exchange, limit.timedOut());
  } finally {
    limit.dispose();
  }
}
