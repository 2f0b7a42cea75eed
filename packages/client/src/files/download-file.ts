import type { RequestOf } from '../operations/operations.js';
import { commands } from '../requests/commands.js';
import type { Connection, Send } from '../transport/call.js';
import { randomId } from '../transport/random-id.js';
import { ObjectReader } from './object-reader.js';
import { Persistence, type TransferOptions } from './transfer.js';

/** The file to download and the process that it belongs to. */
export type DownloadInput = RequestOf<'urlStorage'>;
/** Options of a download. */
export type DownloadOptions = TransferOptions;

/** A download in progress. */
export interface Download {
  /** Bytes of the file; undefined when the storage does not report it. */
  readonly size: number | undefined;
  readonly contentType: string;
  /** The file. Its errors are those of `downloadFile`. Cancel it to stop early. */
  readonly body: ReadableStream<Uint8Array<ArrayBuffer>>;
}

/**
 * Opens a file for reading. When the connection breaks, or no byte arrives for `timeoutMs`, the download continues at
 * that byte, with a new address if the old one has expired, and only if the object is unchanged.
 *
 * @throws MillraceError of urlStorage; ObjectStoreError when the storage refuses; TransportError after `retries` failures
 * without a byte between them; the reason of the signal
 */
export async function downloadFile(
  connection: Connection,
  send: Send,
  input: DownloadInput,
  options: DownloadOptions = {},
): Promise<Download> {
  const { signal, retries, timeoutMs = connection.limits.timeoutMs, traceId = randomId() } = options;
  const calls = { signal, retries, timeoutMs, traceId };
  const sign = async () => {
    const { urls } = await send(commands.urlStorage(input), calls);
    const found = urls.find(({ fileId }) => fileId === input.fileId) ?? urls[0];
    if (!found) throw new TypeError(`urlStorage answered without an address for file ${input.fileId}`);
    return found.url;
  };
  const reader = new ObjectReader({ fetch: connection.fetch, sign, timeoutMs, signal, traceId });
  const persistence = new Persistence(connection, options);
  await persist(persistence, () => reader.open());
  return {
    size: reader.total,
    contentType: reader.contentType,
    body: new ReadableStream(
      {
        async pull(controller) {
          const chunk = await persist(persistence, () => reader.read());
          if (!chunk) return controller.close();
          persistence.progressed();
          controller.enqueue(new Uint8Array(chunk));
          options.onProgress?.({ loaded: reader.offset, total: reader.total });
        },
        cancel: (reason) => reader.cancel(reason),
      },
      { highWaterMark: 0 },
    ),
  };
}

async function persist<T>(persistence: Persistence, work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      await persistence.survive(error);
    }
  }
}
