import type { CallOptions } from '../arguments/options.js';
import { commands } from '../requests/commands.js';
import type { Send } from '../transport/call.js';

/** Shorter than the 15 minutes of their signature (D29). Measured by the local clock, as that of the service may differ. */
const ADDRESS_LIFETIME_MS = 10 * 60_000;
const MAX_ADDRESSES_PER_REQUEST = 32;

interface Kept {
  readonly url: string;
  readonly until: number;
}

/** Addresses of parts. Several are signed per request, because each request reads from the store and writes a row of the audit log. */
export class PartAddresses {
  readonly #send: Send;
  readonly #upload: { readonly subProjectId: string; readonly fileId: string };
  readonly #options: CallOptions;
  readonly #upcoming: () => readonly number[];
  readonly #kept = new Map<number, Kept>();
  #signing: Promise<void> | undefined;

  /** @param upcoming the parts that are needed next, in order */
  constructor(
    send: Send,
    upload: { readonly subProjectId: string; readonly fileId: string },
    options: CallOptions,
    upcoming: () => readonly number[],
  ) {
    this.#send = send;
    this.#upload = upload;
    this.#options = options;
    this.#upcoming = upcoming;
  }

  /** @throws MillraceError and TransportError of signStorageParts */
  async get(part: number): Promise<string> {
    for (;;) {
      const kept = this.#kept.get(part);
      if (kept && kept.until > Date.now()) return kept.url;
      // Concurrent callers wait for this request, because it may sign the address that they need.
      if (this.#signing) await this.#signing;
      else await this.#sign(part);
    }
  }

  /** Forgets an address that the storage refused. */
  drop(part: number): void {
    this.#kept.delete(part);
  }

  async #sign(part: number): Promise<void> {
    const partNumbers = [...new Set([part, ...this.#upcoming()])].slice(0, MAX_ADDRESSES_PER_REQUEST);
    const until = Date.now() + ADDRESS_LIFETIME_MS;
    const request = commands.signStorageParts({ ...this.#upload, partNumbers });
    const signing = this.#send(request, this.#options).then(({ parts }) => {
      for (const { partNumber, url } of parts) this.#kept.set(partNumber, { url, until });
      if (!this.#kept.has(part)) throw new TypeError(`signStorageParts answered without an address for part ${part}`);
    });
    this.#signing = signing.finally(() => {
      this.#signing = undefined;
    });
    await this.#signing;
  }
}
