/**
 * A file with random access, such as the FileHandle of Node's `open`. The upload does not close it; keep it open until the
 * upload has ended.
 */
export interface ReadableFile {
  read(
    buffer: Uint8Array<ArrayBuffer>,
    offset: number,
    length: number,
    position: number,
  ): Promise<{ readonly bytesRead: number }>;
  stat(): Promise<{ readonly size: number; readonly mtimeMs: number }>;
}

/** What can be uploaded. A stream can be read only once, so its upload fails when the connection breaks. */
export type UploadFile = Blob | Uint8Array | ReadableFile | ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>;

/** The file to upload could not be read (see `cause`), changed during the upload, or has another size than given. */
export class UploadSourceError extends Error {
  override readonly name = 'UploadSourceError';
}

/** The bytes of an upload. */
export interface UploadSource {
  readonly size: number;
  /** Whether `open` may be called again. */
  readonly repeatable: boolean;
  open(): AsyncIterable<Uint8Array>;
  /** The whole content as a Blob; reads a stream to its end. */
  blob(): Promise<Blob>;
}

/** A source with random access that can be read more than once. */
export interface SliceableSource extends UploadSource {
  /** Milliseconds since the epoch; undefined when the source does not report it. */
  readonly lastModified: number | undefined;
  slice(start: number, end: number): UploadSource;
  /** @throws UploadSourceError when the file has changed since the upload began */
  checkUnchanged(): Promise<void>;
}

export const isSliceable = (source: UploadSource): source is SliceableSource => 'slice' in source;

/**
 * An upload's size must be known before its first byte: S3 rejects forms of unknown length. Without `size`, a stream
 * is therefore read into memory.
 *
 * @throws UploadSourceError when the file's size and time cannot be read
 */
export async function uploadSource(
  file: UploadFile,
  size: number | undefined,
): Promise<UploadSource | SliceableSource> {
  if (file instanceof Blob) return blobSource(file);
  if (file instanceof Uint8Array) return blobSource(new Blob([new Uint8Array(file)]));
  if (isReadableFile(file)) return fileSource(file);
  if (size === undefined) return blobSource(await collect(chunksOf(file)));
  return { size, repeatable: false, open: () => chunksOf(file), blob: () => collect(chunksOf(file)) };
}

const isReadableFile = (file: object): file is ReadableFile => 'stat' in file && 'read' in file;

const blobSource = (blob: Blob): SliceableSource => ({
  size: blob.size,
  lastModified: blob instanceof File ? blob.lastModified : undefined,
  repeatable: true,
  open: () => chunksOf(blob.stream()),
  blob: async () => blob,
  slice: (start, end) => blobSource(blob.slice(start, end)),
  // A Blob does not change, and the Blob of a file can no longer be read after the file has changed.
  checkUnchanged: async () => undefined,
});

async function fileSource(file: ReadableFile): Promise<SliceableSource> {
  const look = () =>
    file.stat().catch((cause) => {
      throw new UploadSourceError('The file to upload cannot be read', { cause });
    });
  const { size, mtimeMs } = await look();
  return {
    ...fileRange(file, 0, size),
    lastModified: mtimeMs,
    slice: (start, end) => fileRange(file, start, end),
    async checkUnchanged() {
      const current = await look();
      if (current.size === size && current.mtimeMs === mtimeMs) return;
      throw new UploadSourceError('The file to upload changed while it was uploaded');
    },
  };
}

const fileRange = (file: ReadableFile, start: number, end: number): UploadSource => ({
  size: end - start,
  repeatable: true,
  open: () => bytesOf(file, start, end),
  blob: () => collect(bytesOf(file, start, end)),
});

const READ_SIZE = 65_536;

async function* bytesOf(file: ReadableFile, start: number, end: number): AsyncGenerator<Uint8Array> {
  for (let position = start; position < end; ) {
    // A new buffer for each chunk, because the transport may still use the previous one.
    const buffer = new Uint8Array(Math.min(READ_SIZE, end - position));
    const { bytesRead } = await file.read(buffer, 0, buffer.length, position);
    if (bytesRead === 0) return;
    yield buffer.subarray(0, bytesRead);
    position += bytesRead;
  }
}

async function collect(chunks: AsyncIterable<Uint8Array>): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for await (const chunk of chunks) parts.push(new Uint8Array(chunk));
  return new Blob(parts);
}

/** Reads a stream with a reader, because not every browser can iterate streams. */
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
