import { AsyncLocalStorage } from 'node:async_hooks';

/** What the pool must know of a request. */
export interface RequestFacts {
  /** Id of the user whose requests share a part of the connections. */
  readonly userId: string;
  /** Id of the operation: what a request costs is remembered by user and operation. */
  readonly operation: string;
  /** Whether the contract declares the operation as one that takes long. */
  readonly heavy: boolean;
  /** Aborts when the client closes its connection before it has the whole answer. */
  readonly gone: AbortSignal;
}

/** The request for which code runs. Its database statements count as its user's, and end when its client goes away. */
export class RequestScope implements RequestFacts {
  readonly userId: string;
  readonly operation: string;
  readonly heavy: boolean;
  readonly gone: AbortSignal;
  #atEnd: (() => void) | undefined;

  constructor({ userId, operation, heavy, gone }: RequestFacts) {
    this.userId = userId;
    this.operation = operation;
    this.heavy = heavy;
    this.gone = gone;
  }

  /** Sets what is called once when the request is done; one listener at most. */
  set atEnd(listener: () => void) {
    this.#atEnd = listener;
  }

  /** The request needs nothing more. */
  end(): void {
    this.#atEnd?.();
    this.#atEnd = undefined;
  }
}

/** The client closed its connection before the answer. The statement was cancelled and its transaction rolled back. */
export class RequestAbandonedError extends Error {
  override readonly name = 'RequestAbandonedError';
  constructor() {
    super('the client closed its connection before the answer');
  }
}

/**
 * The user of the request has its share of the connections already, and too many of its requests wait, or this one waited too
 * long. Nothing was done. The interface answers 1003 (429).
 */
export class ShareExceededError extends Error {
  override readonly name = 'ShareExceededError';
  constructor(
    message: string,
    /** Seconds until it may succeed. */
    readonly retryAfter: number,
  ) {
    super(message);
  }
}

// The features get their database once, at the start, and run statements at some two hundred places. A context that follows
// the request reaches the pool from all of them; a parameter would have to pass through each.
const scopes = new AsyncLocalStorage<RequestScope | undefined>();

/** Runs `work` for a request. */
export const runInRequest = <T>(scope: RequestScope, work: () => T): T => scopes.run(scope, work);

/** Runs `work` that serves several requests, such as filling a cache: no single client can end it by going away. */
export const runForAll = <T>(work: () => T): T => scopes.run(undefined, work);

/** The request for which the calling code runs; undefined for workers, maintenance and the start of the server. */
export const currentRequest = (): RequestScope | undefined => scopes.getStore();

/** As `chunks`; each chunk is produced inside the scope, however late it is read. Ends the scope with the last one. */
export async function* iterateInRequest(scope: RequestScope, chunks: AsyncIterable<string>): AsyncGenerator<string> {
  const iterator = chunks[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await runInRequest(scope, () => iterator.next());
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    await iterator.return?.();
    scope.end();
  }
}
