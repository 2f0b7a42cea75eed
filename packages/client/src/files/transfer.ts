import type { Limits } from '../arguments/options.js';
import { TransportError } from '../errors/errors.js';
import { type Backoff, backoffMs } from '../transport/backoff.js';
import type { Connection } from '../transport/call.js';
import { sleep } from '../transport/time.js';
import { isPassing } from './object-store-error.js';
import type { OnProgress } from './progress.js';

/** Options of an upload or a download. */
export interface TransferOptions extends Pick<Limits, 'retries'> {
  /** Longest time without progress, and limit of each call of the service, in milliseconds. Default: the client's. */
  readonly timeoutMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly traceId?: string | undefined;
  /** Called as bytes are transferred, at most once for each chunk. */
  readonly onProgress?: OnProgress | undefined;
}

/** Failures of one transfer in a row, and the waits between them. */
export class Persistence {
  readonly #retries: number;
  readonly #backoff: Backoff;
  readonly #signal: AbortSignal | undefined;
  #failures = 0;

  constructor(connection: Connection, options: TransferOptions) {
    this.#retries = options.retries ?? connection.limits.retries;
    this.#backoff = connection.backoff;
    this.#signal = options.signal;
  }

  /** Waits before the next attempt; throws the error when no attempt is left. */
  async survive(error: unknown): Promise<void> {
    const transient = error instanceof TransportError || isPassing(error);
    if (!transient || this.#failures >= this.#retries) throw error;
    await sleep(backoffMs(this.#backoff, this.#failures, Math.random()), this.#signal);
    this.#failures += 1;
  }

  /** Bytes were transferred: resets the count of failures. */
  progressed(): void {
    this.#failures = 0;
  }
}
