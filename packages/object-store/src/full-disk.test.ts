import { randomBytes } from 'node:crypto';
import { readdir, readlink, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  PutObjectTaggingCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { createPresignedPost } from '@aws-sdk/s3-presigned-post';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { storeSpace } from './disk/space.js';
import type { ObjectStoreOptions } from './kernel/options.js';
import { createObjectStore, type RunningStore } from './object-store.js';
import { credential, errorCode, temporaryDirectory } from './testing/running-store.js';
import { fillDisk, mountSmallDisk } from './testing/small-disk.js';

const Bucket = 'bucket';
const mebibyte = 1024 ** 2;
const full = { name: 'InsufficientStorage', $metadata: { httpStatusCode: 507 } };

let directory: string;
let running: RunningStore;
let client: S3Client;

async function start(options: Partial<ObjectStoreOptions> = {}): Promise<void> {
  const store = createObjectStore({ directory, credentials: [credential], buckets: [Bucket], ...options });
  running = await store.listen();
  const more = { region: 'us-east-1', forcePathStyle: true, maxAttempts: 1 };
  client = new S3Client({ endpoint: running.url, credentials: credential, ...more });
}

async function stop(): Promise<void> {
  client.destroy();
  await running.close();
}

const put = async (Key: string, Body: string | Buffer) =>
  await client.send(new PutObjectCommand({ Bucket, Key, Body }));
const remove = async (Key: string) => await client.send(new DeleteObjectCommand({ Bucket, Key }));

async function get(Key: string): Promise<Buffer> {
  const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }));
  return Buffer.from((await Body?.transformToByteArray()) ?? []);
}

async function keys(): Promise<(string | undefined)[]> {
  return ((await client.send(new ListObjectsV2Command({ Bucket }))).Contents ?? []).map(({ Key }) => Key);
}

async function postForm(key: string, content: string): Promise<{ status: number; code: string | undefined }> {
  const { url, fields } = await createPresignedPost(client, { Bucket, Key: key });
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob([content]));
  const response = await fetch(url, { method: 'POST', body: form });
  return { status: response.status, code: errorCode(await response.text()) };
}

describe('a store whose file system has less than its reserve free', () => {
  const tooMuch = { reserveBytes: 2 ** 52 };
  let upload: { Bucket: string; Key: string; UploadId: string | undefined };
  let ETag: string | undefined;
  beforeAll(async () => {
    directory = await temporaryDirectory();
    await start();
    await put('old', 'content');
    await put('older', 'content');
    const { UploadId } = await client.send(new CreateMultipartUploadCommand({ Bucket, Key: 'parts' }));
    upload = { Bucket, Key: 'parts', UploadId };
    ({ ETag } = await client.send(new UploadPartCommand({ ...upload, PartNumber: 1, Body: 'part' })));
    await stop();
    await start(tooMuch);
  });
  afterAll(async () => {
    await stop();
    await rm(directory, { recursive: true });
  });

  it('refuses every upload and copy with InsufficientStorage (507), which says what to do', async () => {
    await expect(put('new', 'x')).rejects.toMatchObject({
      ...full,
      message:
        'The store does not have enough free space for this, because it keeps a reserve. Delete objects or add space, and repeat the request.',
    });
    expect(await postForm('new', 'x')).toEqual({ status: 507, code: 'InsufficientStorage' });
    const MultipartUpload = { Parts: [{ PartNumber: 1, ETag }] };
    for (const write of [
      () => client.send(new CreateMultipartUploadCommand({ Bucket, Key: 'new' })),
      () => client.send(new UploadPartCommand({ ...upload, PartNumber: 2, Body: 'x' })),
      () => client.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload })),
      () => client.send(new CopyObjectCommand({ Bucket, Key: 'new', CopySource: 'bucket/old' })),
    ]) {
      await expect(write()).rejects.toMatchObject(full);
    }
    expect(await readdir(join(directory, 'tmp'))).toEqual([]);
  });

  it('tells what it has to any process that asks, and lets one read and delete', async () => {
    const { freeBytes, totalBytes, reserveBytes } = await storeSpace(directory, tooMuch.reserveBytes);
    expect(reserveBytes).toBe(tooMuch.reserveBytes);
    expect(freeBytes).toBeGreaterThan(0);
    expect(totalBytes).toBeGreaterThanOrEqual(freeBytes);
    const byDefault = await storeSpace(directory);
    expect(byDefault.reserveBytes).toBe(Math.min(1024 ** 3, Math.floor(totalBytes / 20)));

    expect((await get('old')).toString()).toBe('content');
    await remove('old');
    const Delete = { Objects: [{ Key: 'older' }] };
    expect((await client.send(new DeleteObjectsCommand({ Bucket, Delete }))).Deleted).toHaveLength(1);
    await client.send(new AbortMultipartUploadCommand(upload));
    expect(await keys()).toEqual([]);
  });
});

describe('a store on a small disk', () => {
  let disk: { unmount(): void } | undefined;
  beforeEach(async (context) => {
    directory = await temporaryDirectory();
    disk = mountSmallDisk(directory, 16);
    if (!disk) context.skip('a small disk cannot be mounted here');
  });
  afterEach(async () => {
    await running?.close();
    client?.destroy();
    disk?.unmount();
    await rm(directory, { recursive: true, force: true });
  });

  it('keeps every acknowledged object when it runs out of space, refuses the others, and goes on after space is freed', async () => {
    await start({ reserveBytes: 0 });
    const acknowledged = new Map<string, Buffer>();
    const outcomes = await Promise.all(
      Array.from({ length: 30 }, async (_, index) => {
        // Both kinds of object: with their bytes in one file, and in a file of their own.
        const body = randomBytes(index % 10 === 9 ? 8 * mebibyte : mebibyte - index);
        try {
          await put(`k${index}`, body);
          acknowledged.set(`k${index}`, body);
          return 'stored';
        } catch (error) {
          expect(error).toMatchObject(full);
          return 'refused';
        }
      }),
    );
    expect(new Set(outcomes)).toEqual(new Set(['stored', 'refused']));
    expect(await readdir(join(directory, 'tmp'))).toEqual([]);
    expect(new Set(await keys())).toEqual(new Set(acknowledged.keys()));
    for (const [key, body] of acknowledged) expect((await get(key)).equals(body), key).toBe(true);

    for (const key of acknowledged.keys()) await remove(key);
    await put('after', 'freed');
    expect(await keys()).toEqual(['after']);
  });

  it('answers InsufficientStorage (507) when the system itself has no space, for every kind of write', async () => {
    await start({ reserveBytes: 0 });
    await put('old', 'content');
    const filler = join(directory, 'filler');
    const { UploadId } = await client.send(new CreateMultipartUploadCommand({ Bucket, Key: 'parts' }));
    const upload = { Bucket, Key: 'parts', UploadId };
    const { ETag } = await client.send(new UploadPartCommand({ ...upload, PartNumber: 1, Body: 'part' }));
    const MultipartUpload = { Parts: [{ PartNumber: 1, ETag }] };
    await fillDisk(filler, directory);
    const Tagging = { TagSet: [{ Key: 'a', Value: 'b' }] };
    const writes = [
      () => put('new', 'x'),
      () => put('old', 'y'),
      () => client.send(new CreateMultipartUploadCommand({ Bucket, Key: 'new' })),
      () => client.send(new UploadPartCommand({ ...upload, PartNumber: 2, Body: 'x' })),
      () => client.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload })),
      () => client.send(new CopyObjectCommand({ Bucket, Key: 'copy', CopySource: 'bucket/old' })),
      () => client.send(new PutObjectTaggingCommand({ Bucket, Key: 'old', Tagging })),
      () => client.send(new CreateBucketCommand({ Bucket: 'another' })),
    ];
    for (const write of writes) await expect(write()).rejects.toMatchObject(full);
    expect(await postForm('new', 'x')).toEqual({ status: 507, code: 'InsufficientStorage' });
    expect((await get('old')).toString()).toBe('content');

    await rm(filler);
    for (const write of writes) await write();
    expect(new Set(await keys())).toEqual(new Set(['new', 'old', 'copy', 'parts']));
  });

  it('starts when the disk is full, also after a crash, and lets one read, list and delete', async () => {
    await start({ reserveBytes: 0 });
    for (const key of ['a', 'b', 'c', 'd']) await put(key, `content of ${key}`);
    await put('long', randomBytes(9 * mebibyte));
    await stop();
    const lock = join(directory, 'lock');
    const filler = join(directory, 'filler');
    for (const round of ['stopped', 'crashed']) {
      if (round === 'crashed') await writeFile(lock, JSON.stringify({ pid: 2 ** 22 - 1, started: 'x', id: 'y' }));
      await fillDisk(filler, directory);
      await start({ reserveBytes: 0 });
      expect(JSON.parse(await readlink(lock)).pid).toBe(process.pid);
      await expect(start({ reserveBytes: 0 })).rejects.toThrow(/in use by process/);
      // The lock of the dead process had a block.
      await fillDisk(`${filler}-${round}`, directory);
      await expect(put('new', 'x')).rejects.toMatchObject(full);
      const [first = ''] = await keys();
      expect((await get(first)).toString()).toBe(`content of ${first}`);
      await remove(first);
      expect(await keys()).not.toContain(first);
      await stop();
      await expect(readlink(lock)).rejects.toMatchObject({ code: 'ENOENT' });
    }
    await start({ reserveBytes: 0 });
    await remove('long');
    await put('new', randomBytes(5 * mebibyte));
    expect(await keys()).toEqual(['c', 'd', 'new']);
  });

  it('cannot start without its bucket when the disk is full, and says what to do', async () => {
    await start();
    await stop();
    await fillDisk(join(directory, 'filler'), directory);
    const other = createObjectStore({ directory, credentials: [credential], buckets: ['another'] });
    await expect(other.listen()).rejects.toThrow(/bucket another could not be created: no space is left.*Free space/);
    await rm(join(directory, 'filler'));
    await (await other.listen()).close();
  });

  it('logs once that it refuses uploads, and once that it would accept them again', async () => {
    const lines: string[] = [];
    const log = (_details: object, message: string) => void lines.push(message);
    await start({ reserveBytes: 4 * mebibyte, logger: { info: log, warn: log, error: log } });
    const filler = join(directory, 'filler');
    await fillDisk(filler, directory, 5 * mebibyte);
    lines.length = 0;
    const large = Buffer.alloc(2 * mebibyte);
    for (let round = 0; round < 3; round++) {
      await expect(put('large', large)).rejects.toMatchObject(full);
      await put('small', 'fits');
    }
    expect(lines).toEqual(['the object store refuses uploads that would use its reserve of free space']);
    await rm(filler);
    await put('large', large);
    expect(lines.slice(1)).toEqual(['the object store accepts uploads again']);
  });

  it('counts what running uploads will still write, and stops a body of unknown length at the reserve', async () => {
    await start({ reserveBytes: 8 * mebibyte });
    const bucket = `${running.url}/open`;
    await client.send(new CreateBucketCommand({ Bucket: 'open', ACL: 'public-read-write' }));
    const length = 6 * mebibyte;
    const begun = request(`${bucket}/first`, {
      method: 'PUT',
      headers: { 'content-length': length, expect: '100-continue' },
    });
    await new Promise((resolve) => begun.once('continue', resolve).flushHeaders());

    const second = async () => (await fetch(`${bucket}/second`, { method: 'PUT', body: Buffer.alloc(length) })).status;
    expect(await second()).toBe(507);
    begun.once('error', () => undefined).destroy();
    await expect.poll(second).toBe(200);

    const endless = new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(65_536)) });
    const answer = await fetch(`${bucket}/third`, { method: 'PUT', body: endless, duplex: 'half' } as RequestInit);
    expect([answer.status, errorCode(await answer.text())]).toEqual([507, 'InsufficientStorage']);
    expect((await storeSpace(directory)).freeBytes).toBeGreaterThanOrEqual(8 * mebibyte);
  });
});
