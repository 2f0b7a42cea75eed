/** What can be uploaded. Streams are sent as they come; they cannot be sent again when the connection breaks. */
export type UploadFile = Blob | Uint8Array | ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>;

/** The stream that is uploaded failed (then that is the `cause`), or has another size than it was said to have. */
export class UploadSourceError extends Error {
  override readonly name = 'UploadSourceError';
}

/** The bytes of an upload. */
export interface UploadSource {
  readonly size: number;
  /** Whether `open` may be called again. */
  readonly repeatable: boolean;
  open(): AsyncIterable<Uint8Array>;
  /** All of it as a Blob; reads a stream to its end. */
  blob(): Promise<Blob>;
}

/**
 * An upload's size must be known before its first byte: S3 does not take forms of unknown length. Without `size`, a stream
 * is therefore read into memory.
 */
export async function uploadSource(file: UploadFile, size: number | undefined): Promise<UploadSource> {
  if (file instanceof Blob) return blobSource(file);
  if (file instanceof Uint8Array) return blobSource(new Blob([new Uint8Array(file)]));
  if (size === undefined) return blobSource(await collect(chunksOf(file)));
  return { size, repeatable: false, open: () => chunksOf(file), blob: () => collect(chunksOf(file)) };
}

const blobSource = (blob: Blob): UploadSource => ({
  size: blob.size,
  repeatable: true,
  open: () => chunksOf(blob.stream()),
  blob: async () => blob,
});

async function collect(chunks: AsyncIterable<Uint8Array>): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for await (const chunk of chunks) parts.push(new Uint8Array(chunk));
  return new Blob(parts);
}

/** Not every browser iterates streams. */
async function* chunksOf(source: ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  if (!('getReader' in source)) {
    yield* source;
    return;
  }
  const reader = source.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel();
  }
}
