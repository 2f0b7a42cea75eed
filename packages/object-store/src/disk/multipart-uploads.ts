import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ChecksumAlgorithm } from '../checksum/checksum.js';
import { S3Error, systemErrorCode } from '../kernel/error.js';
import type { Bucket } from './bucket.js';
import type { Disk } from './disk.js';
import { renameDurably, syncDirectory, writeDurably } from './durable.js';
import { KeyedGates } from './gate.js';
import {
  type ObjectRecord,
  type OpenObject,
  openObjectFile,
  readObjectFile,
  type StoredHeaders,
} from './object-file.js';
import type { StagedFile } from './staged-file.js';

/** The parameters of a multipart upload, kept in its `upload.json`. */
export interface UploadRecord {
  readonly key: string;
  readonly initiated: number;
  readonly headers: StoredHeaders;
  readonly metadata: StoredHeaders;
  readonly acl: string;
  readonly tags: Readonly<Record<string, string>>;
  readonly checksum?: { readonly algorithm: ChecksumAlgorithm; readonly type: 'FULL_OBJECT' | 'COMPOSITE' };
}

/** A part on disk. Of its record only size, etag, checksum and modified have a meaning. */
export interface Part {
  readonly number: number;
  readonly record: ObjectRecord;
}

/** The unfinished multipart uploads of all buckets: one directory each, one object file for each part. */
export class MultipartUploads {
  readonly #disk: Disk;
  readonly #gates = new KeyedGates();

  constructor(disk: Disk) {
    this.#disk = disk;
  }

  /** Begins an upload and returns its id. Ids begin with the time, so that they sort by time. */
  async create(bucket: Bucket, record: UploadRecord): Promise<string> {
    const id = Math.floor(record.initiated).toString(16).padStart(12, '0') + randomBytes(10).toString('hex');
    const temporary = this.#disk.temporaryPath();
    await mkdir(temporary);
    await writeDurably(this.#disk.temporaryPath(), join(temporary, 'upload.json'), JSON.stringify(record));
    await renameDurably(temporary, join(bucket.path, 'uploads', id));
    return id;
  }

  /**
   * @throws NoSuchUpload if there is no such upload or it is for another key
   */
  async read(bucket: Bucket, id: string, key: string): Promise<UploadRecord> {
    const record = await this.#readIfAny(bucket, id);
    if (record?.key !== key) throw new S3Error('NoSuchUpload', undefined, { UploadId: id });
    return record;
  }

  /** Makes a finished file a part.
   * @throws NoSuchUpload if the upload has been completed or aborted in the meantime
   */
  async putPart(bucket: Bucket, id: string, number: number, staged: StagedFile): Promise<void> {
    await this.#gates.exclusive(id, async () => {
      try {
        await staged.commitPart(partPath(bucket, id, number));
      } catch (error) {
        throw systemErrorCode(error) === 'ENOENT' ? new S3Error('NoSuchUpload', undefined, { UploadId: id }) : error;
      }
    });
  }

  /** The parts in the order of their numbers. */
  async parts(bucket: Bucket, id: string): Promise<Part[]> {
    const names = (await readdir(join(bucket.path, 'uploads', id))).filter((name) => /^\d+$/.test(name)).sort();
    const parts: Part[] = [];
    for (const name of names) {
      parts.push({
        number: Number(name),
        record: (await readObjectFile(join(bucket.path, 'uploads', id, name))).record,
      });
    }
    return parts;
  }

  /** Opens a part for reading. */
  async openPart(bucket: Bucket, id: string, number: number): Promise<OpenObject> {
    const path = partPath(bucket, id, number);
    const { record, handle } = await openObjectFile(path);
    return { record, path, handle };
  }

  /** Runs `action` while no part of the upload can change and no other action on the same upload runs. */
  async alone<T>(id: string, action: () => Promise<T>): Promise<T> {
    return await this.#gates.exclusive(id, action);
  }

  /** Removes an upload with its parts, if it exists. */
  async removeIfAny(bucket: Bucket, id: string): Promise<void> {
    if (await this.#readIfAny(bucket, id)) await this.remove(bucket, id);
  }

  /** Removes an upload with its parts. */
  async remove(bucket: Bucket, id: string): Promise<void> {
    const temporary = this.#disk.temporaryPath();
    await renameDurably(join(bucket.path, 'uploads', id), temporary);
    await syncDirectory(join(bucket.path, 'uploads'));
    await rm(temporary, { recursive: true, force: true });
  }

  /** The unfinished uploads of a bucket, by key and then by id. Reads a small file for each. */
  async list(bucket: Bucket): Promise<{ readonly id: string; readonly record: UploadRecord }[]> {
    const uploads: { id: string; record: UploadRecord }[] = [];
    for (const id of await readdir(join(bucket.path, 'uploads'))) {
      const record = await this.#readIfAny(bucket, id);
      if (record) uploads.push({ id, record });
    }
    return uploads.sort((a, b) => compareUploads(a.record.key, a.id, b.record.key, b.id));
  }

  /** Removes the uploads begun before `time`; returns how many. */
  async sweep(time: number): Promise<number> {
    let removed = 0;
    for (const bucket of this.#disk.buckets) {
      for (const { id, record } of await this.list(bucket)) {
        if (record.initiated >= time) continue;
        await this.alone(id, async () => {
          // It may have been completed or aborted after it was listed.
          if (!(await this.#readIfAny(bucket, id))) return;
          await this.remove(bucket, id);
          removed++;
        });
      }
    }
    return removed;
  }

  async #readIfAny(bucket: Bucket, id: string): Promise<UploadRecord | undefined> {
    if (!/^[0-9a-f]{32}$/.test(id)) return undefined;
    try {
      return JSON.parse(await readFile(join(bucket.path, 'uploads', id, 'upload.json'), 'utf8'));
    } catch (error) {
      if (systemErrorCode(error) === 'ENOENT') return undefined;
      throw error;
    }
  }
}

/** The order of uploads: keys by their bytes, then ids. */
export function compareUploads(key: string, id: string, otherKey: string, otherId: string): number {
  return Buffer.compare(Buffer.from(key), Buffer.from(otherKey)) || (id < otherId ? -1 : Number(id > otherId));
}

function partPath(bucket: Bucket, id: string, number: number): string {
  return join(bucket.path, 'uploads', id, String(number).padStart(5, '0'));
}
