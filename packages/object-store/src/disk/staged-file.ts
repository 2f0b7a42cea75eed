import { randomUUID } from 'node:crypto';
import { constants, copyFile, type FileHandle, link, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { systemErrorCode } from '../kernel/error.js';
import type { DataFiles } from './data-files.js';
import { replaceDurably } from './durable.js';
import { type ObjectRecord, type OpenObject, trailerOf } from './object-file.js';
import { SlabWriter } from './slab-writer.js';
import type { Slabs } from './slabs.js';

/**
 * Objects from here on have a file to themselves for their bytes, which copies share, and are written past the page cache, where the
 * system lets us: through it, 5 GiB cost twice the CPU and displace what others have there (measured).
 */
export const LONG_OBJECT_BYTES = 8 * 1024 * 1024;

/** What writes to the file, until it is finished. */
interface Writing {
  readonly handle: FileHandle;
  readonly direct: FileHandle | undefined;
  readonly writer: SlabWriter;
}

/**
 * A file being written under a temporary name. Until `commit` nothing else can see it; `discard` removes it, and what a crash
 * leaves behind is swept at the next start.
 */
export class StagedFile {
  readonly #path: string;
  #writing: Writing | undefined;
  #size: number;
  /** Of a finished object whose bytes stay a file to themselves. */
  #long: ObjectRecord | undefined;

  private constructor(path: string, size: number, writing?: Writing) {
    this.#path = path;
    this.#size = size;
    this.#writing = writing;
  }

  /** Begins an empty file; `expected` bytes or fewer will come. */
  static async create(directory: string, slabs: Slabs, expected = 0): Promise<StagedFile> {
    const path = join(directory, randomUUID());
    const handle = await open(path, 'wx');
    const direct = expected < LONG_OBJECT_BYTES ? undefined : await openDirect(path);
    return new StagedFile(path, 0, { handle, direct, writer: new SlabWriter(handle.fd, slabs, 0, direct?.fd) });
  }

  /**
   * Begins with the bytes of a long object, which it shares, without copying any. Undefined if it has none to share, if it has been
   * replaced since it was opened, or where the file system has no hard links, or none left for it.
   */
  static async createLink(directory: string, { data, record }: OpenObject): Promise<StagedFile | undefined> {
    if (data === undefined) return undefined;
    const path = join(directory, randomUUID());
    const linked = await link(data, path).then(
      () => true,
      () => false,
    );
    return linked ? new StagedFile(path, record.size) : undefined;
  }

  /**
   * Begins with all bytes of an object, which the system copies, on file systems that can without moving any (reflink).
   * Undefined if the object has been replaced since it was opened: then its bytes are to be had from its handle only.
   */
  static async createCopy(directory: string, slabs: Slabs, source: OpenObject): Promise<StagedFile | undefined> {
    const { record } = source;
    const path = join(directory, randomUUID());
    let handle: FileHandle | undefined;
    try {
      await copyFile(source.data ?? source.path, path, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
      handle = await open(path, 'r+');
      if (await endsWith(handle, record.size, source.data === undefined ? trailerOf(record) : Buffer.alloc(0))) {
        await handle.truncate(record.size);
        const writer = new SlabWriter(handle.fd, slabs, record.size);
        return new StagedFile(path, record.size, { handle, direct: undefined, writer });
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
    if (!this.#writing) throw new Error('the file is closed, or shares its bytes with an object');
    this.#size += piece.length;
    return this.#writing.writer.write(piece);
  }

  /** Waits until everything has reached the disk, the record of a short object behind its bytes, and closes the file. */
  async finish(record: ObjectRecord): Promise<void> {
    this.#requireSize(record);
    if (!this.#writing || record.size >= LONG_OBJECT_BYTES) this.#long = record;
    else await this.#writing.writer.write(trailerOf(record));
    await this.#sync();
  }

  /** Like `finish`, for a part: bytes and record are one file, however long. */
  async finishPart(record: ObjectRecord): Promise<void> {
    this.#requireSize(record);
    await this.#writing?.writer.write(trailerOf(record));
    await this.#sync();
  }

  /** Makes a finished file the object at `path`, atomically in the place of any older one, and waits until that is durable. */
  async commit(path: string, data: DataFiles): Promise<void> {
    if (this.#long) await data.commit(this.#path, this.#long, path);
    else await replaceDurably(this.#path, path);
  }

  /** Like `commit`, for a part. */
  async commitPart(path: string): Promise<void> {
    await replaceDurably(this.#path, path);
  }

  /** Removes the file; harmless after `commit`. */
  async discard(): Promise<void> {
    await this.#close();
    await rm(this.#path, { force: true });
  }

  #requireSize(record: ObjectRecord): void {
    if (record.size !== this.#size) throw new Error('the record’s size is not that of the file');
  }

  async #sync(): Promise<void> {
    await this.#writing?.writer.flush();
    await this.#writing?.handle.sync();
    await this.#close();
  }

  async #close(): Promise<void> {
    const writing = this.#writing;
    this.#writing = undefined;
    await writing?.writer.close();
    await writing?.direct?.close();
    await writing?.handle.close();
  }
}

/** Opens a file for writing past the page cache; undefined where the system or the file system has no such thing. */
async function openDirect(path: string): Promise<FileHandle | undefined> {
  if (constants.O_DIRECT === undefined) return undefined;
  return await open(path, constants.O_WRONLY | constants.O_DIRECT).catch(() => undefined);
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
