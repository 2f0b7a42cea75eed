import { randomUUID } from 'node:crypto';
import { constants, copyFile, type FileHandle, link, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { systemErrorCode } from '../kernel/error.js';
import type { DataFiles } from './data-files.js';
import { replaceDurably } from './durable.js';
import { FileWriter } from './file-writer.js';
import { type ObjectRecord, type OpenObject, trailerOf } from './object-file.js';
import type { Allowance } from './space.js';

/** The bytes of an object that is at least this long are a file of their own, which its copies share (ADR 0006). */
export const LONG_OBJECT_BYTES = 8 * 1024 * 1024;

/** An open file and its writer. */
interface Writing {
  readonly handle: FileHandle;
  readonly writer: FileWriter;
}

/**
 * A file that is written under a temporary name. Nothing else can see it before `commit`. `discard` removes it. A file that a
 * crash leaves behind is removed at the next start.
 */
export class StagedFile {
  readonly #path: string;
  /** Undefined if the bytes are already on the disk. */
  readonly #allowance: Allowance | undefined;
  #writing: Writing | undefined;
  #size: number;
  /** The record of a finished object whose bytes are a file of their own. */
  #long: ObjectRecord | undefined;

  constructor(path: string, size: number, allowance?: Allowance, writing?: Writing) {
    this.#path = path;
    this.#size = size;
    this.#allowance = allowance;
    this.#writing = writing;
  }

  /** Begins an empty file. The file releases the allowance. */
  static async create(directory: string, allowance: Allowance): Promise<StagedFile> {
    const path = join(directory, randomUUID());
    const handle = await open(path, 'wx');
    return new StagedFile(path, 0, allowance, { handle, writer: new FileWriter(handle, 0) });
  }

  /**
   * Begins with the bytes of a long object, shared by a hard link. Undefined if the object is short, if it has been replaced
   * since it was opened, or if the file system refuses the link.
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
   * Begins with all bytes of an object, copied by the system (by reflink, where the file system has that). Undefined if the
   * object has been replaced since it was opened, because then only its open handle still has its bytes. The file releases the
   * allowance.
   */
  static async createCopy(
    directory: string,
    source: OpenObject,
    allowance: Allowance,
  ): Promise<StagedFile | undefined> {
    const { record } = source;
    const path = join(directory, randomUUID());
    let handle: FileHandle | undefined;
    try {
      await copyFile(source.data ?? source.path, path, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
      handle = await open(path, 'r+');
      if (await endsWith(handle, record.size, source.data === undefined ? trailerOf(record) : Buffer.alloc(0))) {
        await handle.truncate(record.size);
        await allowance.use(record.size);
        return new StagedFile(path, record.size, allowance, { handle, writer: new FileWriter(handle, record.size) });
      }
    } catch (error) {
      await removeOpen(path, handle);
      if (systemErrorCode(error) === 'ENOENT') return undefined;
      allowance.release();
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
   * Takes a piece, which must not be changed afterwards. If a promise is returned, the caller waits for it before the next
   * piece.
   * @throws the error of an earlier write, if `finish` does not throw it, or InsufficientStorage
   */
  write(piece: Uint8Array): Promise<void> | undefined {
    if (!this.#writing) throw new Error('the file is closed, or shares its bytes with an object');
    const { writer } = this.#writing;
    this.#size += piece.length;
    const admitted = this.#allowance?.use(piece.length);
    return admitted ? admitted.then(() => writer.write(piece)) : writer.write(piece);
  }

  /** Writes the record of a short object behind its bytes, waits until everything is on the disk, and closes the file. */
  async finish(record: ObjectRecord): Promise<void> {
    this.#requireSize(record);
    if (!this.#writing || record.size >= LONG_OBJECT_BYTES) this.#long = record;
    else await this.#writing.writer.write(trailerOf(record));
    await this.#sync();
  }

  /** Like `finish`, for a part, whose bytes and record are always one file. */
  async finishPart(record: ObjectRecord): Promise<void> {
    this.#requireSize(record);
    await this.#writing?.writer.write(trailerOf(record));
    await this.#sync();
  }

  /** Makes a finished file the object at `path`, atomically and durably, in place of any older object. */
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
    this.#allowance?.release();
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
    await writing?.handle.close();
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
