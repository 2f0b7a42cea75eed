import type { IncomingMessage, ServerResponse } from 'node:http';
import { weightOf } from '../kernel/piece-weight.js';

/** The store stops reading from the client when this many bytes wait to be taken. */
const MAX_QUEUED_BYTES = 1024 * 1024;

/** Takes a piece of a body. A promise makes the client wait until it is fulfilled. Throwing or rejecting ends the reading. */
export type Take = (piece: Buffer) => Promise<void> | undefined;

/** A body as it comes over the wire. It can be read once: in a loop, or faster by `flow`. */
export interface WireBody extends AsyncIterable<Buffer> {
  /**
   * Passes every piece to `take`, which is not called again before its promise is fulfilled.
   * @throws what `take` throws, or an Error if the client closes the connection before the end
   */
  flow(take: Take): Promise<void>;
}

/**
 * The body of a request. If the reader stops early, the connection stays open for the answer. A connection without traffic
 * for `idleMs` milliseconds is closed.
 *
 * `flow` keeps the request flowing while pieces are taken. Reading it as an async iterator stops and starts the socket for each
 * 64 KiB, because Node's own limit is 16 KiB, and awaits once for each piece, 16,000 times for a GiB.
 */
export function readBody(request: IncomingMessage, response: ServerResponse, idleMs: number): WireBody {
  const flow = (take: Take): Promise<void> =>
    new Promise((resolve, reject) => {
      new Flow(request, response, { take, resolve, reject }).start(idleMs);
    });
  return { flow, [Symbol.asyncIterator]: () => pieces(flow) };
}

/** The reader of a body: takes its pieces and is told of the end. */
interface Reader {
  readonly take: Take;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

class Flow {
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;
  readonly #reader: Reader;
  readonly #queue: Buffer[] = [];
  #queued = 0;
  #taking = false;
  #over = false;
  #settled = false;

  constructor(request: IncomingMessage, response: ServerResponse, reader: Reader) {
    this.#request = request;
    this.#response = response;
    this.#reader = reader;
  }

  start(idleMs: number): void {
    if (this.#request.readableEnded || this.#request.destroyed) {
      if (this.#request.readableEnded) this.#reader.resolve();
      else this.#reader.reject(gone());
      return;
    }
    this.#request.socket.setTimeout(idleMs);
    this.#request.on('data', this.#onData).on('end', this.#onEnd).on('error', this.#fail).on('close', this.#onClose);
  }

  readonly #onData = (piece: Buffer): void => {
    if (!this.#taking) {
      this.#hand(piece);
      return;
    }
    this.#queue.push(piece);
    this.#queued += weightOf(piece);
    if (this.#queued >= MAX_QUEUED_BYTES) this.#request.pause();
  };

  readonly #onEnd = (): void => {
    this.#over = true;
    if (!this.#taking) this.#finish();
  };

  readonly #onClose = (): void => {
    if (!this.#over) this.#fail(gone());
  };

  readonly #fail = (error: unknown): void => {
    if (!this.#settled) this.#stop();
    this.#reader.reject(error);
  };

  #next(): void {
    this.#taking = false;
    while (!this.#taking && !this.#settled) {
      const piece = this.#queue.shift();
      if (!piece) {
        if (this.#over) this.#finish();
        return;
      }
      this.#queued -= weightOf(piece);
      if (this.#queued === 0) this.#request.resume();
      this.#hand(piece);
    }
  }

  #hand(piece: Buffer): void {
    try {
      const taken = this.#reader.take(piece);
      if (!taken) return;
      this.#taking = true;
      taken.then(() => this.#next(), this.#fail);
    } catch (error) {
      this.#fail(error);
    }
  }

  #finish(): void {
    this.#stop();
    this.#reader.resolve();
  }

  #stop(): void {
    this.#settled = true;
    const request = this.#request;
    request.off('data', this.#onData).off('end', this.#onEnd).off('error', this.#fail).off('close', this.#onClose);
    // Once the answer is sent, the rest of the request is read and dropped by whoever sent it.
    if (this.#response.writableEnded) return;
    request.pause();
    // No timeout while the server works without reading: syncing a large file can take long.
    request.socket.setTimeout(0);
  }
}

async function* pieces(flow: (take: Take) => Promise<void>): AsyncGenerator<Buffer> {
  let offered:
    | { readonly piece: Buffer; readonly taken: () => void; readonly left: (reason: Error) => void }
    | undefined;
  let over = false;
  let wake: () => void = () => undefined;
  const flowing = flow(
    (piece) =>
      new Promise<void>((taken, left) => {
        offered = { piece, taken, left };
        wake();
      }),
  ).finally(() => {
    over = true;
    wake();
  });
  // Its failure is thrown below, when `over` is seen.
  flowing.catch(() => undefined);
  try {
    for (;;) {
      if (over) return await flowing;
      if (offered) {
        const { piece, taken } = offered;
        yield piece;
        offered = undefined;
        taken();
      } else {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    }
  } finally {
    offered?.left(new Error('the reader has left'));
  }
}

function gone(): Error {
  return new Error('the client has gone');
}
