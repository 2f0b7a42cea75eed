import { randomUUID } from 'node:crypto';
import { constants, copyFile, type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { systemErrorCode } from '../error.js';
import { replaceDurably } from './durable.js';
import { type ObjectRecord, type OpenObject, trailerOf } from './object-file.js';

/** Pieces are gathered to this size before a write; measured: larger ones gain nothing. */
const batchBytes = 1024 * 1024;
/** What a piece counts at least: holding it costs memory besides its bytes, and who sends single bytes must not fill it. */
const leastPiece = 1024;
/** With this much gathered while a batch is being written, the sender has to wait. */
const waitingBytes = 4 * batchBytes;
/** So much is written between two syncs that run beside the writing, so that little is left for the one at the end. */
const syncBytes = 16 * batchBytes;

/**
 * A file being written under a temporary name. One batch is written while the next is gathered, so memory stays below
 * twice `waitingBytes` however large the file. Until `commit` nothing else can see it; `discard` removes it, and what a
 * crash leaves behind is swept at the next start.
 */
export class StagedFile {
  readonly #path: string;
  readonly #handle: FileHandle;
  #batch: Uint8Array[] = [];
  #batched = 0;
  #writing: Promise<void> | undefined;
  #syncing: Promise<void> | undefined;
  #unsynced = 0;
  #failure: { readonly error: unknown } | undefined;
  #size = 0;
  #open = true;

  private constructor(path: string, handle: FileHandle, size = 0) {
    this.#path = path;
    this.#handle = handle;
    this.#size = size;
  }

  static async create(directory: string): Promise<StagedFile> {
    const path = join(directory, randomUUID());
    return new StagedFile(path, await open(path, 'wx'));
  }

  /**
   * Begins with all bytes of an object, which the system copies, on file systems that can without moving any (reflink).
   * Undefined if the object has been replaced since it was opened: then its bytes are to be had from its handle only.
   */
  static async createCopy(directory: string, { path: from, record }: OpenObject): Promise<StagedFile | undefined> {
    const path = join(directory, randomUUID());
    let handle: FileHandle | undefined;
    try {
      await copyFile(from, path, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
      handle = await open(path, 'a+');
      if (await endsWith(handle, record.size, trailerOf(record))) {
        await handle.truncate(record.size);
        return new StagedFile(path, handle, record.size);
      }
    } catch (error) {
      await removeOpen(path, handle);
      if (systemErrorCode(error) === 'ENOENT') return undefined;
      throw error;
    }
    await removeOpen(path, handle);
    return undefined;
  }

  /** Bytes taken so far. */
  get size(): number {
    return this.#size;
  }

  /**
   * Takes a piece, which must not be changed afterwards. Returns a promise when the caller must wait for the disk. What went
   * wrong with earlier pieces is thrown here or by `finish`.
   */
  write(piece: Uint8Array): Promise<void> | undefined {
    if (this.#failure) throw this.#failure.error;
    this.#batch.push(piece);
    this.#batched += Math.max(piece.length, leastPiece);
    this.#size += piece.length;
    if (this.#batched < batchBytes) return undefined;
    this.#writing ??= this.#writeBatches();
    return this.#batched < waitingBytes ? undefined : this.#writing.then(() => this.#throwFailure());
  }

  /** Appends the record, waits until everything has reached the disk, and closes the file. */
  async finish(record: ObjectRecord): Promise<void> {
    if (record.size !== this.#size) throw new Error('the record’s size is not that of the file');
    this.#batch.push(trailerOf(record));
    await this.#writing;
    await this.#writeBatches();
    await this.#syncing;
    this.#throwFailure();
    await this.#handle.sync();
    await this.#close();
  }

  /** Moves a finished file to its place, atomically over any older one, and waits until that is durable. */
  async commit(path: string): Promise<void> {
    await replaceDurably(this.#path, path);
  }

  /** Removes the file; harmless after `commit`. */
  async discard(): Promise<void> {
    this.#batch = [];
    await this.#writing;
    await this.#syncing;
    await this.#close();
    await rm(this.#path, { force: true });
  }

  /** Writes until less than a batch is left, at least once. Never rejects: a failure is kept for whoever comes next. */
  async #writeBatches(): Promise<void> {
    try {
      do {
        const batch = this.#batch;
        this.#unsynced += this.#batched;
        this.#batch = [];
        this.#batched = 0;
        await this.#writeAll(batch);
        if (this.#unsynced >= syncBytes) this.#syncBeside();
      } while (this.#batched >= batchBytes);
    } catch (error) {
      this.#failure ??= { error };
    } finally {
      this.#writing = undefined;
    }
  }

  #syncBeside(): void {
    if (this.#syncing) return;
    this.#unsynced = 0;
    this.#syncing = this.#handle
      .datasync()
      .catch((error: unknown) => {
        this.#failure ??= { error };
      })
      .finally(() => {
        this.#syncing = undefined;
      });
  }

  /** writev may write less than it was given, for example when the disk fills up. */
  async #writeAll(batch: Uint8Array[]): Promise<void> {
    if (batch.length === 0) return;
    let { bytesWritten } = await this.#handle.writev(batch);
    for (const piece of batch) {
      const done = Math.min(bytesWritten, piece.length);
      bytesWritten -= done;
      if (done < piece.length) await this.#handle.writeFile(piece.subarray(done));
    }
  }

  #throwFailure(): void {
    if (this.#failure) throw this.#failure.error;
  }

  async #close(): Promise<void> {
    if (!this.#open) return;
    this.#open = false;
    await this.#handle.close();
  }
}

async function removeOpen(path: string, handle: FileHandle | undefined): Promise<void> {
  await handle?.close();
  await rm(path, { force: true });
}

async function endsWith(handle: FileHandle, position: number, bytes: Buffer): Promise<boolean> {
  const { size } = await handle.stat();
  if (size !== position + bytes.length) return false;
  const { bytesRead, buffer } = await handle.read(Buffer.alloc(bytes.length), 0, bytes.length, position);
  return bytesRead === bytes.length && buffer.equals(bytes);
}
