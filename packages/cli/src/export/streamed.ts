import type { MillraceClient } from '@millrace/client';
import type { Session } from '../session/session.js';
import { CommandError, exitCodes } from '../terminal/exit-codes.js';

/** Writes bytes in order; waits for a slow reader. */
export type Sink = (chunk: Uint8Array) => Promise<void>;

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Calls an operation with a streamed answer and passes its bytes on as they arrive; memory use does not grow with their number.
 * The call is retried until the answer begins, and not afterwards, because bytes would be written twice.
 *
 * @throws CommandError when the connection breaks in the middle; what `sink` throws; the reason of an interruption
 */
export async function streamed(
  { io, client }: Pick<Session, 'io' | 'client'>,
  request: Parameters<MillraceClient['stream']>[0],
  sink: Sink,
): Promise<void> {
  const signal = io.interruption();
  const stream = await client.stream(request, { signal, timeoutMs: DAY_MS, totalTimeoutMs: DAY_MS });
  const reader = stream.getReader();
  let bytes = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((error: unknown) => {
        if (signal.aborted) throw signal.reason;
        const why = error instanceof Error ? error.message : String(error);
        throw new CommandError(
          `The answer broke off after ${bytes} bytes (${why}): export again.`,
          exitCodes.unavailable,
        );
      });
      if (done) return;
      bytes += value.byteLength;
      await sink(value);
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
