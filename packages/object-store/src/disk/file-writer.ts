import type { FileHandle } from 'node:fs/promises';
import { weightOf } from '../kernel/piece-weight.js';

/** The caller has to wait once this many bytes are queued. The bytes of the running write come on top. */
const MAX_QUEUED_BYTES = 1024 * 1024;

/**
 * Writes pieces to an open file, one behind the other. While a write runs, further pieces are queued and then written
 * together. The memory for queued pieces is bounded, however large the file is.
 */
export class FileWriter {
  readonly #handle: FileHandle;
  /** Where the next write begins. */
  #position: number;
  #queue: Uint8Array[] = [];
  #queuedBytes = 0;
  /** Fulfilled when the queue is empty or a write has failed. Undefined while nothing is being written. */
  #writing: Promise<void> | undefined;
  #failure: { readonly error: unknown } | undefined;

  /** Begins at byte `position` of the file. The caller closes the file. */
  constructor(handle: FileHandle, position: number) {
    this.#handle = handle;
    this.#position = position;
  }

  /**
   * Takes a piece, which must not be changed afterwards. If a promise is returned, the caller waits for it before the next
   * piece.
   * @throws the error of an earlier write
   */
  write(piece: Uint8Array): Promise<void> | undefined {
    this.#throwFailure();
    this.#queue.push(piece);
    this.#queuedBytes += weightOf(piece);
    this.#writing ??= this.#writeQueue();
    return this.#queuedBytes < MAX_QUEUED_BYTES ? undefined : this.flush();
  }

  /**
   * Waits until all pieces are written. Syncing the file is left to the caller.
   * @throws the error of a write
   */
  async flush(): Promise<void> {
    await this.#writing;
    this.#throwFailure();
  }

  /** Drops the queued pieces and waits for the running write. Never throws. */
  async close(): Promise<void> {
    this.#failure ??= { error: new Error('the file has been closed') };
    await this.#writing;
  }

  async #writeQueue(): Promise<void> {
    try {
      while (this.#queue.length > 0 && !this.#failure) {
        const pieces = this.#queue;
        this.#queue = [];
        this.#queuedBytes = 0;
        await this.#writePieces(pieces);
      }
    } catch (error) {
      this.#failure ??= { error };
    } finally {
      this.#writing = undefined;
    }
  }

  /** A write may take less than it was given, for example when the disk fills up. */
  async #writePieces(pieces: readonly Uint8Array[]): Promise<void> {
    for (let left = pieces; left.length > 0; ) {
      const { bytesWritten } = await this.#handle.writev([...left], this.#position);
      this.#position += bytesWritten;
      left = withoutFirstBytes(left, bytesWritten);
    }
  }

  #throwFailure(): void {
    if (this.#failure) throw this.#failure.error;
  }
}

function withoutFirstBytes(pieces: readonly Uint8Array[], bytes: number): readonly Uint8Array[] {
  let before = 0;
  for (const [index, piece] of pieces.entries()) {
    if (before + piece.length > bytes) return [piece.subarray(bytes - before), ...pieces.slice(index + 1)];
    before += piece.length;
  }
  return [];
}
