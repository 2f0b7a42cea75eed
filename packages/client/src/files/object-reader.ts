import { ConnectionError, TransportError } from '../errors/errors.js';
import { transportError } from '../transport/attempt.js';
import { type TimeLimit, timeLimit } from '../transport/time.js';
import { ObjectStoreError, objectStoreError } from './object-store-error.js';

export interface ObjectReaderOptions {
  readonly fetch: typeof fetch;
  /** Returns a signed address of the object. It is called again when the address has expired. */
  sign(): Promise<string>;
  /** Longest time without a byte, in milliseconds. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
  readonly traceId: string;
}

interface Opened {
  readonly reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  readonly limit: TimeLimit;
}

const operation = 'downloadFile';

/** Reads an object from its current position. After a TransportError, `read` can be called again and continues at the same byte. */
export class ObjectReader {
  readonly #options: ObjectReaderOptions;
  #url = '';
  #opened: Opened | undefined;
  #etag: string | undefined;
  /** Bytes to skip when the storage sends the object from its beginning again. */
  #skip = 0;
  /** Bytes read so far. */
  offset = 0;
  /** Size of the object, after it was opened, if the storage reports it. */
  total: number | undefined;
  contentType = 'application/octet-stream';

  constructor(options: ObjectReaderOptions) {
    this.#options = options;
  }

  /**
   * Requests the rest of the object and reads the head of the answer.
   *
   * @throws ObjectStoreError, also when the object is no longer the one whose first bytes were read; TransportError
   */
  async open(): Promise<void> {
    const isFresh = this.#url === '';
    if (isFresh) this.#url = await this.#options.sign();
    const limit = timeLimit(this.#options.signal, this.#options.timeoutMs);
    try {
      const response = await this.#options.fetch(this.#url, { headers: this.#conditions(), signal: limit.signal });
      if (!response.ok) throw this.#refusal(response.status, await response.text(), isFresh);
      if (this.offset === 0) this.#learn(response.headers);
      else this.#goOn(response);
      limit.pause();
      this.#opened = { reader: response.body?.getReader(), limit };
    } catch (error) {
      throw this.#failed(error, limit);
    }
  }

  /** The next bytes, or undefined at the end. */
  async read(): Promise<Uint8Array | undefined> {
    if (!this.#opened) await this.open();
    const opened = this.#opened;
    if (!opened) return undefined;
    const { reader, limit } = opened;
    try {
      for (;;) {
        limit.restart();
        const chunk = (await reader?.read())?.value;
        limit.pause();
        if (!chunk) return this.#ended(limit);
        const fresh = chunk.subarray(Math.min(this.#skip, chunk.length));
        this.#skip -= chunk.length - fresh.length;
        this.offset += fresh.length;
        if (fresh.length > 0) return fresh;
      }
    } catch (error) {
      throw this.#failed(error, limit);
    }
  }

  /** Closes the connection. */
  async cancel(reason: unknown): Promise<void> {
    const opened = this.#opened;
    this.#opened = undefined;
    await opened?.reader?.cancel(reason);
    opened?.limit.dispose();
    opened?.limit.abort();
  }

  #conditions(): Record<string, string> {
    if (this.offset === 0) return {};
    const range = { range: `bytes=${this.offset}-` };
    return this.#etag === undefined ? range : { ...range, 'if-match': this.#etag };
  }

  #learn(headers: Headers): void {
    const length = headers.get('content-length');
    // The length of a compressed answer differs from that of the decompressed bytes.
    this.total = length === null || headers.has('content-encoding') ? undefined : Number(length);
    this.contentType = headers.get('content-type') ?? this.contentType;
    this.#etag = headers.get('etag') ?? undefined;
  }

  #goOn({ status, headers }: Response): void {
    if ((headers.get('etag') ?? undefined) !== this.#etag) {
      throw new ObjectStoreError(412, 'PreconditionFailed', 'as the object has changed since the download began');
    }
    if (status === 206) {
      this.#skip = 0;
      const range = headers.get('content-range') ?? '';
      if (!range.startsWith(`bytes ${this.offset}-`))
        throw new ObjectStoreError(206, undefined, `with range "${range}"`);
    } else {
      this.#skip = this.offset;
    }
  }

  /** The error of a refused request. When an address that worked before is refused, it has expired: a ConnectionError, so that the caller retries with a new one. */
  #refusal(status: number, text: string, isFresh: boolean): Error {
    if (status !== 403 || isFresh) return objectStoreError(status, text);
    this.#url = '';
    return new ConnectionError(operation, this.#options.traceId, 'the signed address has expired');
  }

  #ended(limit: TimeLimit): undefined {
    const { total, offset } = this;
    if (this.#skip > 0 || (total !== undefined && offset < total)) {
      throw new TypeError(`the answer ended after ${offset} of ${total ?? 'an unknown number of'} bytes`);
    }
    limit.dispose();
  }

  #failed(error: unknown, limit: TimeLimit): unknown {
    this.#opened = undefined;
    limit.dispose();
    limit.abort();
    if (error instanceof ObjectStoreError || error instanceof TransportError) return error;
    const { traceId, signal, timeoutMs } = this.#options;
    return transportError(error, { operation, traceId, url: new URL(this.#url), signal, timeoutMs }, limit.timedOut());
  }
}
