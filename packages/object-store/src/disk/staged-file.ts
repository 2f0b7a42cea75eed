import { randomUUID } from 'node:crypto';
import { constants, copyFile, type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { systemErrorCode } from '../error.js';
import { replaceDurably } from './durable.js';
import { type ObjectRecord, type OpenObject, trailerOf } from './object-file.js';
import { SlabWriter } from './slab-writer.js';
import type { Slabs } from './slabs.js';

/**
 * A file being written under a temporary name. Until `commit` nothing else can see it; `discard` removes it, and what a crash
 * leaves behind is swept at the next start.
 */
export class StagedFile {
  readonly #path: string;
  readonly #handle: FileHandle;
  readonly #writer: SlabWriter;
  #size: number;
  #open = true;

  private constructor(path: string, handle: FileHandle, slabs: Slabs, size = 0) {
    this.#path = path;
    this.#handle = handle;
    this.#writer = new SlabWriter(handle.fd, slabs, size);
    this.#size = size;
  }

  static async create(directory: string, slabs: Slabs): Promise<StagedFile> {
    const path = join(directory, randomUUID());
    return new StagedFile(path, await open(path, 'wx'), slabs);
  }

  /**
   * Begins with all bytes of an object, which the system copies, on file systems that can without moving any (reflink).
   * Undefined if the object has been replaced since it was opened: then its bytes are to be had from its handle only.
   */
  static async createCopy(
    directory: string,
    slabs: Slabs,
    { path: from, record }: OpenObject,
  ): Promise<StagedFile | undefined> {
    const path = join(directory, randomUUID());
    let handle: FileHandle | undefined;
    try {
      await copyFile(from, path, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
      handle = await open(path, 'r+');
      if (await endsWith(handle, record.size, trailerOf(record))) {
        await handle.truncate(record.size);
        return new StagedFile(path, handle, slabs, record.size);
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
   * Takes a piece, which must not be changed before the promise that may be returned is fulfilled; the caller has to wait for
   * that. What went wrong with earlier pieces is thrown here or by `finish`.
   */
  write(piece: Uint8Array): Promise<void> | undefined {
    this.#size += piece.length;
    return this.#writer.write(piece);
  }

  /** Appends the record, waits until everything has reached the disk, and closes the file. */
  async finish(record: ObjectRecord): Promise<void> {
    if (record.size !== this.#size) throw new Error('the record’s size is not that of the file');
    await this.#writer.write(trailerOf(record));
    await this.#writer.flush();
    await this.#handle.sync();
    await this.#close();
  }

  /** Moves a finished file to its place, atomically over any older one, and waits until that is durable. */
  async commit(path: string): Promise<void> {
    await replaceDurably(this.#path, path);
  }

  /** Removes the file; harmless after `commit`. */
  async discard(): Promise<void> {
    await this.#close();
    await rm(this.#path, { force: true });
  }

  async #close(): Promise<void> {
    if (!this.#open) return;
    this.#open = false;
    await this.#writer.close();
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
