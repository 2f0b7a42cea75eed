import { statfs } from 'node:fs/promises';
import { S3Error } from '../kernel/error.js';
import type { StoreLogger } from '../kernel/options.js';

const MAX_DEFAULT_RESERVE_BYTES = 1024 ** 3;
/** The default reserve is at most one part in this many of the file system. */
const DEFAULT_RESERVE_PARTS = 20;
/** A body of unknown length is admitted in steps of this many bytes. */
const STEP_BYTES = 16 * 1024 * 1024;

/** The space of the file system that holds a store's directory, in bytes. */
export interface StoreSpace {
  readonly totalBytes: number;
  /** What a user without special rights can still write. */
  readonly freeBytes: number;
  /** The store refuses an upload that would leave less than this. */
  readonly reserveBytes: number;
}

/**
 * Reads how much space the file system of a store's directory has. One system call: any process may ask, and often.
 * `reserveBytes` is the store's option of that name; undefined stands for its default.
 * @throws the system's ENOENT if the directory does not exist
 */
export async function storeSpace(directory: string, reserveBytes?: number): Promise<StoreSpace> {
  const { bsize, blocks, bavail } = await statfs(directory);
  const totalBytes = blocks * bsize;
  const defaultReserve = Math.min(MAX_DEFAULT_RESERVE_BYTES, Math.floor(totalBytes / DEFAULT_RESERVE_PARTS));
  return { totalBytes, freeBytes: bavail * bsize, reserveBytes: reserveBytes ?? defaultReserve };
}

/**
 * What new bytes are for. An upload leaves the whole reserve free. Copying and joining bytes that the store has already
 * accepted may use half of it, so that an accepted upload can also be completed.
 */
export type Purpose = 'upload' | 'copy';

/** Admits new bytes while the file system keeps its reserve. Counts the bytes that were admitted and are not yet written. */
export class Space {
  readonly #directory: string;
  readonly #reserveBytes: number | undefined;
  readonly #logger: StoreLogger | undefined;
  #unwritten = 0;
  /** The largest upload that was refused since the last message about it. Undefined while none is refused. */
  #refused: number | undefined;

  constructor(directory: string, reserveBytes: number | undefined, logger: StoreLogger | undefined) {
    this.#directory = directory;
    this.#reserveBytes = reserveBytes;
    this.#logger = logger;
  }

  /**
   * Admits `bytes` new bytes, or those of unknown number in steps (0).
   * @throws InsufficientStorage if they would use the reserve
   */
  async admit(bytes: number, purpose: Purpose): Promise<Allowance> {
    const allowance = new Allowance(
      async (more) => await this.#admit(more, purpose),
      (fewer) => {
        this.#unwritten -= fewer;
      },
    );
    await allowance.extend(bytes);
    return allowance;
  }

  async #admit(bytes: number, purpose: Purpose): Promise<void> {
    const space = await storeSpace(this.#directory, this.#reserveBytes);
    const kept = purpose === 'upload' ? space.reserveBytes : space.reserveBytes / 2;
    const fits = space.freeBytes - this.#unwritten - bytes >= kept;
    if (purpose === 'upload') this.#report(fits, bytes, space);
    if (!fits) throw new S3Error('InsufficientStorage');
    this.#unwritten += bytes;
  }

  /** One line when the store begins to refuse uploads, and one when it would accept all that it has refused since. */
  #report(fits: boolean, bytes: number, space: StoreSpace): void {
    if (!fits) {
      if (this.#refused === undefined) {
        this.#logger?.warn(
          { ...space, uploadBytes: bytes },
          'the object store refuses uploads that would use its reserve of free space',
        );
      }
      this.#refused = Math.max(this.#refused ?? 0, bytes);
    } else if (this.#refused !== undefined && space.freeBytes - this.#refused >= space.reserveBytes) {
      this.#refused = undefined;
      this.#logger?.info(space, 'the object store accepts uploads again');
    }
  }
}

/** The right to write a number of bytes. The holder calls `release` at the end. */
export class Allowance {
  readonly #admit: (bytes: number) => Promise<void>;
  readonly #giveBack: (bytes: number) => void;
  #left = 0;

  constructor(admit: (bytes: number) => Promise<void>, giveBack: (bytes: number) => void) {
    this.#admit = admit;
    this.#giveBack = giveBack;
  }

  /** Admits more bytes. @throws InsufficientStorage */
  async extend(bytes: number): Promise<void> {
    await this.#admit(bytes);
    this.#left += bytes;
  }

  /**
   * Counts bytes that are written now. If a promise is returned, the caller waits for it before it writes them.
   * @throws InsufficientStorage, as a rejection
   */
  use(bytes: number): Promise<void> | undefined {
    if (bytes > this.#left) return this.extend(bytes + STEP_BYTES).then(() => this.#take(bytes));
    this.#take(bytes);
    return undefined;
  }

  /** Gives back what was not used. */
  release(): void {
    this.#take(this.#left);
  }

  #take(bytes: number): void {
    this.#left -= bytes;
    this.#giveBack(bytes);
  }
}
