import type { IncomingMessage, ServerResponse } from 'node:http';

/** This much may wait to be taken before the client is held up. */
const waitingBytes = 1024 * 1024;

/**
 * The body piece by piece. Leaving early keeps the connection, which must still carry the answer. A connection on which
 * nothing moves for `idleMs` milliseconds is cut. Throws if the client goes before the end.
 *
 * The request flows while pieces are taken. Reading it as an async iterator stops and starts the socket for each 64 KiB,
 * because Node's own limit is 16 KiB: measured, half as much CPU again for a PUT, a quarter
 * for a form.
 */
export async function* readBody(
  request: IncomingMessage,
  response: ServerResponse,
  idleMs: number,
): AsyncGenerator<Buffer> {
  const pieces: Buffer[] = [];
  let waiting = 0;
  let over = request.readableEnded;
  let failure: Error | undefined = request.destroyed && !over ? gone() : undefined;
  let wake: (() => void) | undefined;

  const onData = (piece: Buffer): void => {
    pieces.push(piece);
    waiting += piece.length;
    if (waiting >= waitingBytes) request.pause();
    wake?.();
  };
  const onEnd = (): void => {
    over = true;
    wake?.();
  };
  const onError = (error: Error): void => {
    failure ??= error;
    wake?.();
  };
  const onClose = (): void => {
    if (!over) onError(gone());
  };
  request.socket.setTimeout(idleMs);
  request.on('data', onData).on('end', onEnd).on('error', onError).on('close', onClose);
  try {
    for (;;) {
      for (let piece = pieces.shift(); piece; piece = pieces.shift()) {
        waiting -= piece.length;
        if (waiting === 0) request.resume();
        yield piece;
      }
      if (failure) throw failure;
      if (over) return;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
      wake = undefined;
    }
  } finally {
    request.pause();
    request.off('data', onData).off('end', onEnd).off('error', onError).off('close', onClose);
    // While the server works there is nothing to wait for, and syncing a large file takes its time.
    if (!response.writableEnded) request.socket.setTimeout(0);
  }
}

function gone(): Error {
  return new Error('the client has gone');
}
