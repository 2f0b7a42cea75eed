import type { Connection, Send } from '../transport/call.js';
import { ObjectStoreError } from './object-store-error.js';
import { PartAddresses } from './part-addresses.js';
import type { OnProgress } from './progress.js';
import { sendToStore, type TransferLimits } from './store-transfer.js';
import { Persistence } from './transfer.js';
import type { SliceableSource } from './upload-source.js';

/** An upload in parts as the service planned it. */
export interface PartPlan {
  readonly subProjectId: string;
  readonly fileId: string;
  /** Bytes of every part but the last. */
  readonly partSize: number;
  /** Numbers of the parts to send, ascending. */
  readonly missing: readonly number[];
}

export interface PartOptions extends TransferLimits {
  readonly concurrency: number;
  readonly retries: number | undefined;
  readonly onProgress: OnProgress | undefined;
}

/**
 * Sends the parts that are missing, some at a time. After a broken transfer the part is sent again; when a part cannot be sent, the
 * others stop too. Memory use depends on the number of connections, not on the size of the file.
 *
 * @throws ObjectStoreError, UploadSourceError, TransportError, MillraceError of signStorageParts, the reason of the signal
 */
export async function sendParts(
  connection: Connection,
  send: Send,
  source: SliceableSource,
  plan: PartPlan,
  options: PartOptions,
): Promise<void> {
  const stopping = new AbortController();
  const stop = () => stopping.abort(options.signal?.reason);
  if (options.signal?.aborted) stop();
  options.signal?.addEventListener('abort', stop);
  const { signal } = stopping;
  const { subProjectId, fileId, partSize, missing } = plan;
  const waiting = [...missing];
  const { timeoutMs, traceId, retries } = options;
  const calls = { timeoutMs, traceId, retries, signal };
  const addresses = new PartAddresses(send, { subProjectId, fileId }, calls, () => waiting);
  const progress = new PartProgress(source.size, bytesOf(missing, plan, source.size), options.onProgress);

  const sendPart = async (number: number) => {
    const start = (number - 1) * partSize;
    const slice = source.slice(start, Math.min(source.size, start + partSize));
    const persistence = new Persistence(connection, { retries, signal });
    const onLoaded = (loaded: number) => progress.tell(number, loaded);
    for (let refused = false; ; ) {
      const url = await addresses.get(number);
      try {
        const body = { method: 'PUT', url, envelope: undefined, source: slice, onLoaded } as const;
        return await sendToStore(connection, body, { timeoutMs, traceId, signal });
      } catch (error) {
        progress.tell(number, 0);
        const isRefusal = error instanceof ObjectStoreError && error.status === 403;
        // The address may have expired, so the part is sent once more with a new one.
        if (isRefusal && !refused) addresses.drop(number);
        else await persistence.survive(error);
        refused = isRefusal;
      }
    }
  };
  const work = async () => {
    try {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        signal.throwIfAborted();
        await sendPart(next);
      }
    } catch (error) {
      // The first failure is reported; the failures of the other parts follow from it.
      if (!signal.aborted) stopping.abort(error);
      throw signal.reason;
    }
  };
  try {
    const workers = Array.from({ length: Math.max(1, Math.min(options.concurrency, missing.length)) }, work);
    const outcomes = await Promise.allSettled(workers);
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
  } finally {
    options.signal?.removeEventListener('abort', stop);
  }
}

const bytesOf = (parts: readonly number[], { partSize }: PartPlan, size: number): number =>
  parts.reduce((sum, number) => sum + Math.min(partSize, size - (number - 1) * partSize), 0);

/** Sums the progress of the parts. It never decreases: bytes that are sent again do not count twice. */
class PartProgress {
  readonly #size: number;
  readonly #before: number;
  readonly #loaded = new Map<number, number>();
  readonly #onProgress: OnProgress | undefined;
  #sum = 0;
  #told = 0;

  constructor(size: number, missing: number, onProgress: OnProgress | undefined) {
    this.#size = size;
    this.#before = size - missing;
    this.#onProgress = onProgress;
  }

  tell(part: number, loaded: number): void {
    this.#sum += loaded - (this.#loaded.get(part) ?? 0);
    this.#loaded.set(part, loaded);
    const total = this.#before + this.#sum;
    if (total <= this.#told) return;
    this.#told = total;
    this.#onProgress?.({ loaded: total, total: this.#size });
  }
}
