import type { TimeLimit } from '../transport/time.js';
import type { FormEnvelope } from './form-envelope.js';
import { type UploadSource, UploadSourceError } from './upload-source.js';

/** One transfer to the storage: a form by POST, or a part by PUT. */
export interface BodyTransfer {
  readonly fetch: typeof fetch;
  readonly method: 'POST' | 'PUT';
  readonly url: string;
  /** The bytes before and after those of the source; empty for a part. */
  readonly envelope: FormEnvelope | undefined;
  readonly source: UploadSource;
  /** Limits the time without progress. Its signal also aborts with the caller's. */
  readonly limit: TimeLimit;
  onLoaded(bytes: number): void;
}

export interface StoreAnswer {
  readonly status: number;
  readonly text: string;
}

/** A Blob in memory arrives as one chunk of any size. It is sent in pieces, so that progress is reported and time limits apply to each piece. */
const PIECE_SIZE = 65_536;

/** Sends a body with fetch in Node, and with XMLHttpRequest in browsers, whose fetch cannot stream requests over HTTP/1.1 and reports no progress. */
export function sendBody(transfer: BodyTransfer): Promise<StoreAnswer> {
  return typeof XMLHttpRequest === 'undefined' ? sendByFetch(transfer) : sendByXhr(transfer);
}

async function sendByFetch(transfer: BodyTransfer): Promise<StoreAnswer> {
  const { method, url, envelope, source, limit } = transfer;
  const length = (envelope?.before.length ?? 0) + source.size + (envelope?.after.length ?? 0);
  let failure: UploadSourceError | undefined;
  const bytes = bodyBytes(transfer, (error) => {
    failure = error;
  });
  // Without the length the request would be chunked, which S3 rejects. A fetch that may redirect copies the request
  // first (Fetch Standard, HTTP-network-or-cache fetch), and the unread copy of a stream grows to the size of the file:
  // 1.1 GB of memory for 1 GiB, 0.12 GB without. A stream cannot be sent to another address anyway.
  const init: RequestInit & { readonly duplex: 'half' } = {
    window: null,
    redirect: 'error',
    method,
    headers: {
      'content-length': String(length),
      ...(envelope === undefined ? {} : { 'content-type': envelope.contentType }),
    },
    body: streamOf(bytes),
    duplex: 'half',
    signal: limit.signal,
  };
  try {
    const response = await transfer.fetch(url, init);
    return { status: response.status, text: await response.text() };
  } catch (error) {
    throw failure ?? error;
  }
}

async function* bodyBytes(
  { envelope, source, limit, onLoaded }: BodyTransfer,
  onFailure: (error: UploadSourceError) => void,
): AsyncGenerator<Uint8Array, void, undefined> {
  if (envelope) yield envelope.before;
  let loaded = 0;
  try {
    for await (const chunk of source.open()) {
      if (loaded + chunk.length > source.size) {
        loaded += chunk.length;
        break;
      }
      for (let start = 0; start < chunk.length; start += PIECE_SIZE) {
        const piece = chunk.subarray(start, start + PIECE_SIZE);
        yield piece;
        limit.restart();
        loaded += piece.length;
        onLoaded(loaded);
      }
    }
  } catch (cause) {
    const error = new UploadSourceError('The stream to upload failed', { cause });
    onFailure(error);
    throw error;
  }
  if (loaded !== source.size) {
    const error = new UploadSourceError(`The stream to upload does not have the ${source.size} bytes it should have`);
    onFailure(error);
    throw error;
  }
  if (envelope) yield envelope.after;
}

function streamOf(chunks: AsyncGenerator<Uint8Array, void, undefined>): ReadableStream<Uint8Array> {
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await chunks.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        await chunks.return();
      },
    },
    { highWaterMark: 0 },
  );
}

async function sendByXhr({ method, url, envelope, source, limit, onLoaded }: BodyTransfer): Promise<StoreAnswer> {
  limit.pause();
  const file = await source.blob().catch((cause) => {
    throw new UploadSourceError('The stream to upload failed', { cause });
  });
  limit.restart();
  // A Blob without a type sends no Content-Type, and the signature of a part contains none.
  const body = envelope ? new Blob([envelope.before, file, envelope.after]) : file.slice();
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    request.open(method, url);
    if (envelope) request.setRequestHeader('content-type', envelope.contentType);
    request.upload.onprogress = ({ loaded }) => {
      limit.restart();
      onLoaded(Math.max(0, Math.min(source.size, loaded - (envelope?.before.length ?? 0))));
    };
    request.onload = () => resolve({ status: request.status, text: request.responseText });
    request.onerror = () => reject(new TypeError('The connection to the storage failed'));
    request.onabort = () => reject(limit.signal.reason);
    request.onloadend = () => limit.signal.removeEventListener('abort', abort);
    limit.signal.addEventListener('abort', abort);
    if (limit.signal.aborted) reject(limit.signal.reason);
    else request.send(body);
  });
}
