import { randomUUID } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { renameDurably } from './durable.js';
import { type ObjectRecord, trailerOf } from './object-file.js';

/** Pieces are gathered to this size before a write; measured: larger ones gain nothing. */
const batchBytes = 1024 * 1024;

/**
 * A file being written under a temporary name. One batch is written while the next is gathered, so memory stays at two
 * batches however large the file. Until `commit` nothing else can see it; `discard` removes it, and what a crash leaves
 * behind is swept at the next start.
 */
export class StagedFile {
  readonly #path: string;
  readonly #handle: FileHandle;
  #batch: Uint8Array[] = [];
  #batched = 0;
  #writing: Promise<void> | undefined;
  #size = 0;
  #open = true;

  private constructor(path: string, handle: FileHandle) {
    this.#path = path;
    this.#handle = handle;
  }

  static async create(directory: string): Promise<StagedFile> {
    const path = join(directory, randomUUID());
    return new StagedFile(path, await open(path, 'wx'));
  }

  /** Bytes taken so far. */
  get size(): number {
    return this.#size;
  }

  /** Takes a piece, which must not be changed afterwards. Returns a promise when the caller must wait for the disk. */
  write(piece: Uint8Array): Promise<void> | undefined {
    this.#batch.push(piece);
    this.#batched += piece.length;
    this.#size += piece.length;
    return this.#batched >= batchBytes ? this.#flush() : undefined;
  }

  /** Appends the record, waits until everything has reached the disk, and closes the file. */
  async finish(record: ObjectRecord): Promise<void> {
    if (record.size !== this.#size) throw new Error('the record’s size is not that of the file');
    this.#batch.push(trailerOf(record));
    await this.#flush();
    await this.#writing;
    await this.#handle.sync();
    await this.#close();
  }

  /** Moves a finished file to its place, atomically over any older one, and waits until that is durable. */
  async commit(path: string): Promise<void> {
    await renameDurably(this.#path, path);
  }

  /** Removes the file; harmless after `commit`. */
  async discard(): Promise<void> {
    await this.#writing?.catch(() => undefined);
    await this.#close();
    await rm(this.#path, { force: true });
  }

  async #flush(): Promise<void> {
    await this.#writing;
    const batch = this.#batch;
    this.#batch = [];
    this.#batched = 0;
    this.#writing = this.#writeAll(batch);
    // A failure is reported by whoever waits next; without this line it would count as unhandled until then.
    this.#writing.catch(() => undefined);
  }

  /** writev may write less than it was given, for example when the disk fills up. */
  async #writeAll(batch: Uint8Array[]): Promise<void> {
    let { bytesWritten } = await this.#handle.writev(batch);
    for (const piece of batch) {
      const done = Math.min(bytesWritten, piece.length);
      bytesWritten -= done;
      if (done < piece.length) await this.#handle.writeFile(piece.subarray(done));
    }
  }

  async #close(): Promise<void> {
    if (!this.#open) return;
    this.#open = false;
    await this.#handle.close();
  }
}
