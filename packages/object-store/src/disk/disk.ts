import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { S3Error, systemErrorCode } from '../kernel/error.js';
import type { ObjectStoreOptions } from '../kernel/options.js';
import { Bucket, type BucketRecord } from './bucket.js';
import { lockDirectory } from './directory-lock.js';
import { makeDirectory, renameDurably, syncDirectory, writeDurably } from './durable.js';
import { KeyedGates } from './gate.js';
import type { OpenObject } from './object-file.js';
import { type Purpose, Space } from './space.js';
import { StagedFile } from './staged-file.js';

/**
 * A copy by the system occupies one of Node's four file system threads until it ends (14 s for 5 GiB under load, measured). Four
 * copies at the same time would block all other requests.
 */
const MAX_SYSTEM_COPIES = 2;

/** The reserve of free space, and the log that is told when uploads are refused because of it. */
type SpaceOptions = Pick<ObjectStoreOptions, 'reserveBytes' | 'logger'>;

/** The store's directory: `buckets/<name>/`, `tmp/` for everything unfinished, and `lock`. */
export class Disk {
  readonly #directory: string;
  readonly #space: Space;
  readonly #buckets = new Map<string, Bucket>();
  readonly #bucketChanges = new KeyedGates();
  #unlock: (() => Promise<void>) | undefined;
  #systemCopies = 0;

  constructor(directory: string, space: Space) {
    this.#directory = directory;
    this.#space = space;
  }

  /**
   * Claims the directory, removes what a crash left in `tmp`, and loads the buckets.
   * @throws DirectoryInUseError
   */
  static async open(directory: string, { reserveBytes, logger }: SpaceOptions = {}): Promise<Disk> {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    const disk = new Disk(directory, new Space(directory, reserveBytes, logger));
    disk.#unlock = await lockDirectory(join(directory, 'lock'));
    try {
      await disk.#load();
    } catch (error) {
      await disk.close();
      throw error;
    }
    return disk;
  }

  /** Releases the directory for another process. */
  async close(): Promise<void> {
    await this.#unlock?.();
    this.#unlock = undefined;
  }

  /** A new unique path under `tmp`. */
  temporaryPath(): string {
    return join(this.#directory, 'tmp', randomUUID());
  }

  /**
   * Begins a file that will become an object or a part of `bytes` bytes (0: not known).
   * @throws InsufficientStorage if it would use the reserve of free space
   */
  async stage(bytes: number, purpose: Purpose): Promise<StagedFile> {
    const allowance = await this.#space.admit(bytes, purpose);
    try {
      return await StagedFile.create(join(this.#directory, 'tmp'), allowance);
    } catch (error) {
      allowance.release();
      throw error;
    }
  }

  /**
   * Begins such a file with the bytes of an object, shared or copied by the system. Undefined if the caller has to copy them,
   * because the object has been replaced since it was opened, or because too many copies by the system are running.
   * @throws InsufficientStorage
   */
  async stageCopy(source: OpenObject): Promise<StagedFile | undefined> {
    const linked = await StagedFile.createLink(join(this.#directory, 'tmp'), source);
    if (linked) return linked;
    if (this.#systemCopies >= MAX_SYSTEM_COPIES) return undefined;
    this.#systemCopies++;
    try {
      const allowance = await this.#space.admit(source.record.size, 'copy');
      const copied = await StagedFile.createCopy(join(this.#directory, 'tmp'), source, allowance);
      if (!copied) allowance.release();
      return copied;
    } finally {
      this.#systemCopies--;
    }
  }

  /**
   * Checks that uploads are accepted at all.
   * @throws InsufficientStorage
   */
  async requireSpace(): Promise<void> {
    (await this.#space.admit(0, 'upload')).release();
  }

  /** All buckets by name. */
  get buckets(): readonly Bucket[] {
    return [...this.#buckets.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  /**
   * @throws NoSuchBucket
   */
  bucket(name: string): Bucket {
    const bucket = this.findBucket(name);
    if (!bucket) throw new S3Error('NoSuchBucket', undefined, { BucketName: name });
    return bucket;
  }

  /** The bucket of this name, or undefined. */
  findBucket(name: string): Bucket | undefined {
    return this.#buckets.get(name);
  }

  /** Creates a bucket atomically.
   * @throws BucketAlreadyOwnedByYou
   */
  async createBucket(name: string, record: BucketRecord): Promise<void> {
    const path = join(this.#directory, 'buckets', name);
    const temporary = this.temporaryPath();
    await mkdir(temporary);
    await mkdir(join(temporary, 'objects'));
    await mkdir(join(temporary, 'uploads'));
    await writeDurably(this.temporaryPath(), join(temporary, 'bucket.json'), JSON.stringify(record));
    try {
      await renameDurably(temporary, path);
    } catch (error) {
      await rm(temporary, { recursive: true, force: true });
      // Renaming onto a directory works only if it is empty, and a bucket never is.
      if (!['ENOTEMPTY', 'EEXIST'].includes(systemErrorCode(error) ?? '')) throw error;
      throw new S3Error('BucketAlreadyOwnedByYou', undefined, { BucketName: name });
    }
    this.#buckets.set(name, await Bucket.open(path, record));
  }

  /** Changes the record of a bucket, one change after the other. */
  async updateBucket(bucket: Bucket, change: (record: BucketRecord) => BucketRecord): Promise<void> {
    await this.#bucketChanges.exclusive(bucket.name, async () => {
      const record = change(bucket.record);
      const temporary = this.temporaryPath();
      try {
        await writeDurably(temporary, join(bucket.path, 'bucket.json'), JSON.stringify(record));
      } finally {
        await rm(temporary, { force: true });
      }
      bucket.record = record;
    });
  }

  /**
   * Removes an empty bucket with its unfinished uploads.
   * @throws BucketNotEmpty
   */
  async deleteBucket(bucket: Bucket): Promise<void> {
    const temporary = this.temporaryPath();
    await bucket.retire(async () => {
      await renameDurably(bucket.path, temporary);
      await syncDirectory(join(this.#directory, 'buckets'));
      this.#buckets.delete(bucket.name);
    });
    await rm(temporary, { recursive: true, force: true });
  }

  async #load(): Promise<void> {
    for (const name of ['tmp', 'buckets']) await makeDirectory(join(this.#directory, name));
    for (const name of await readdir(join(this.#directory, 'tmp'))) {
      await rm(join(this.#directory, 'tmp', name), { recursive: true, force: true });
    }
    for (const name of await readdir(join(this.#directory, 'buckets'))) {
      if (name.startsWith('.')) continue;
      const path = join(this.#directory, 'buckets', name);
      const record: BucketRecord = JSON.parse(await readFile(join(path, 'bucket.json'), 'utf8'));
      this.#buckets.set(name, await Bucket.open(path, record));
    }
  }
}
