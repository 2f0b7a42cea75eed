import { type CallOptions, type Client, createClient } from '@millrace/client';
import { CommandError, exitCodes } from '../exit-codes.js';
import type { Session } from '../session.js';

/** Takes bytes in order; waits while its reader is slow. */
export type Sink = (chunk: Uint8Array) => Promise<void>;

const aDayMs = 24 * 60 * 60 * 1000;

/**
 * Calls an operation with a streamed answer and hands on its bytes as they come, so that memory does not grow with them.
 * Until the first byte a call is repeated like any other; from then on nothing is, because it would be given twice.
 *
 * @throws CommandError when the connection breaks in the middle; what `sink` throws
 */
export async function streamed(
  { io, settings }: Pick<Session, 'io' | 'settings'>,
  call: (client: Client, options: CallOptions) => Promise<unknown>,
  sink: Sink,
): Promise<void> {
  const broken = new AbortController();
  const { url, clientId, clientSecret } = settings;
  const client = createClient({
    url,
    clientId,
    clientSecret,
    async fetch(input, init) {
      const response = await fetch(input, init);
      if (!response.ok || response.body === null || !isStream(response)) return response;
      await handOn(response.body, sink, broken);
      return new Response('', { headers: response.headers });
    },
  });
  const signal = AbortSignal.any([io.interruption(), broken.signal]);
  await call(client, { signal, timeoutMs: aDayMs, totalTimeoutMs: aDayMs });
}

/** Aborts with the reason when it cannot go on: an aborted call is not repeated. */
async function handOn(body: AsyncIterable<Uint8Array>, sink: Sink, broken: AbortController): Promise<void> {
  let bytes = 0;
  try {
    for await (const chunk of body) {
      bytes += chunk.byteLength;
      await sink(chunk).catch((error: unknown) => {
        broken.abort(error);
        throw error;
      });
    }
  } catch (error) {
    if (bytes > 0) {
      const why = error instanceof Error ? error.message : String(error);
      broken.abort(
        new CommandError(`The answer broke off after ${bytes} bytes (${why}): export again.`, exitCodes.unavailable),
      );
    }
    throw error;
  }
}

const isStream = ({ headers }: Response): boolean =>
  /^(application\/x-ndjson|text\/csv)\b/.test(headers.get('content-type') ?? '');
