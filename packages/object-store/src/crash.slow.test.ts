import { type ChildProcess, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdir, rm, stat } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  ListPartsCommand,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { createPresignedPost } from '@aws-sdk/s3-presigned-post';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { bundleSources } from '../../../scripts/testing/bundle-sources.js';
import { credential, temporaryDirectory } from './testing/running-store.js';

let directory = '';
let program = '';
let child: ChildProcess | undefined;

beforeAll(async () => {
  directory = await temporaryDirectory();
  program = await bundleSources(new URL('./main.ts', import.meta.url));
});

afterEach(async () => {
  await kill();
});

afterAll(async () => {
  await rm(directory, { recursive: true, force: true });
});

async function start(): Promise<S3Client> {
  const started = spawn(process.execPath, [program, '--directory', directory, '--port', '0', '--bucket', 'bucket'], {
    env: {
      ...process.env,
      MILLRACE_STORE_ACCESS_KEY: credential.accessKeyId,
      MILLRACE_STORE_SECRET_KEY: credential.secretAccessKey,
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  child = started;
  const [line] = await once(started.stdout, 'data');
  const endpoint = /http:\S+/.exec(String(line))?.[0] ?? '';
  return new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true, credentials: credential, maxAttempts: 1 });
}

async function kill(): Promise<void> {
  const dying = child;
  child = undefined;
  if (!dying || dying.exitCode !== null) return;
  dying.kill('SIGKILL');
  await once(dying, 'exit');
}

async function read(client: S3Client, Key: string): Promise<Buffer> {
  const { Body } = await client.send(new GetObjectCommand({ Bucket: 'bucket', Key }));
  return Buffer.from((await Body?.transformToByteArray()) ?? []);
}

function put(client: S3Client, Key: string, Body: Buffer): Promise<unknown> {
  return client.send(new PutObjectCommand({ Bucket: 'bucket', Key, Body }));
}

describe('kill -9', () => {
  it('at any moment of an upload leaves the old object or the new one, whole, and no other file', async () => {
    let client = await start();
    const versions = [randomBytes(2_000_000), randomBytes(2_500_000)] as const;
    let current: Buffer = versions[0];
    await put(client, 'k', current);
    const seen = { old: 0, new: 0 };
    for (let round = 0; round < 10; round++) {
      const next = current.equals(versions[0]) ? versions[1] : versions[0];
      const outcome = put(client, 'k', next).then(
        () => 'answered' as const,
        () => 'cut off' as const,
      );
      await sleep(round * 4);
      await kill();
      client.destroy();
      client = await start();
      const found = await read(client, 'k');
      if ((await outcome) === 'answered') expect(found.equals(next)).toBe(true);
      expect([current, next].some((version) => version.equals(found))).toBe(true);
      seen[found.equals(next) ? 'new' : 'old']++;
      current = found;
      expect(await readdir(join(directory, 'tmp'))).toEqual([]);
    }
    expect(seen.old).toBeGreaterThan(0);
    client.destroy();
  });

  it('at any moment of putting, copying and removing long objects leaves whole ones, and no bytes that none of them names', async () => {
    let client = await start();
    const versions = ['a', 'b', 'c'].map((name) => Buffer.alloc(9_000_000, `${name}, `));
    const whole = (bytes: Buffer): boolean => versions.some((version) => version.equals(bytes));
    const random = (count: number): number => randomBytes(1).readUInt8() % count;
    let operations = 0;
    const work = async (): Promise<void> => {
      for (;;) {
        const Key = `k${random(2)}`;
        const change = [
          () => put(client, Key, versions[random(3)] ?? Buffer.alloc(0)),
          () => client.send(new CopyObjectCommand({ Bucket: 'bucket', Key, CopySource: `bucket/k${random(2)}` })),
          () => client.send(new DeleteObjectCommand({ Bucket: 'bucket', Key })),
        ][random(3)];
        try {
          await change?.();
          operations++;
        } catch (error) {
          // Of a store that lives on: there is nothing to copy, or it is to be copied to itself.
          if (!['NoSuchKey', 'InvalidRequest'].includes((error as Error).name)) return;
        }
      }
    };
    for (let round = 0; round < 10; round++) {
      const working = [work(), work()];
      const enough = operations + 3;
      while (operations < enough) await sleep(2);
      await sleep(round * 7);
      await kill();
      await Promise.all(working);
      client.destroy();
      client = await start();
      let objects = 0;
      for (const key of ['k0', 'k1']) {
        const found = await read(client, key).catch((error: Error) => error);
        if (found instanceof Error) expect(found.name).toBe('NoSuchKey');
        else expect(whole(found)).toBe(true);
        objects += Number(!(found instanceof Error));
      }
      const bucket = join(directory, 'buckets', 'bucket');
      expect(await readdir(join(bucket, 'data'))).toHaveLength(objects);
      expect([...(await readdir(join(bucket, 'changes'))), ...(await readdir(join(directory, 'tmp')))]).toEqual([]);
    }
    client.destroy();
  });

  it('in the middle of a form leaves a part of the file, which is swept at the next start', async () => {
    const client = await start();
    const endpoint = await client.config.endpoint?.();
    const { fields } = await createPresignedPost(client, { Bucket: 'bucket', Key: 'form' });
    const parts = Object.entries(fields).map(
      ([name, value]) => `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    );
    const socket = connect(endpoint?.port ?? 0, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(
      `POST /bucket HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 90000000\r\n\r\n` +
        `${parts.join('')}--b\r\ncontent-disposition: form-data; name="file"\r\n\r\n`,
    );
    socket.write(randomBytes(30_000_000));
    const written = async (): Promise<number> => {
      const [name] = await readdir(join(directory, 'tmp'));
      return name === undefined ? 0 : (await stat(join(directory, 'tmp', name))).size;
    };
    for (let tries = 0; (await written()) < 20_000_000 && tries < 1000; tries++) await sleep(10);
    await kill();
    socket.destroy();
    client.destroy();
    expect(await written()).toBeGreaterThanOrEqual(20_000_000);
    const again = await start();
    expect(await readdir(join(directory, 'tmp'))).toEqual([]);
    await expect(read(again, 'form')).rejects.toMatchObject({ name: 'NoSuchKey' });
    again.destroy();
  });

  it('loses no object that was answered, among many', async () => {
    const client = await start();
    const answered: string[] = [];
    const writers = Array.from({ length: 8 }, async (_, writer) => {
      for (let at = 0; at < 1000; at++) {
        await put(client, `many/${writer}-${at}`, Buffer.from(`${writer}-${at}`));
        answered.push(`many/${writer}-${at}`);
      }
    });
    const stopped = Promise.allSettled(writers);
    while (answered.length < 100) await sleep(5);
    await kill();
    await stopped;
    client.destroy();
    const again = await start();
    for (const key of answered) expect((await read(again, key)).toString()).toBe(key.slice('many/'.length));
    const { KeyCount = 0 } = await again.send(new ListObjectsV2Command({ Bucket: 'bucket', Prefix: 'many/' }));
    expect(KeyCount).toBeGreaterThanOrEqual(Math.min(1000, answered.length));
    again.destroy();
  });

  it('keeps the parts of a multipart upload, which can then be completed', async () => {
    const client = await start();
    const place = { Bucket: 'bucket', Key: 'parts' };
    const { UploadId } = await client.send(new CreateMultipartUploadCommand(place));
    const data = randomBytes(5 * 1024 * 1024 + 10);
    const part = { ...place, UploadId, PartNumber: 1, Body: data };
    await client.send(new UploadPartCommand(part));
    await kill();
    client.destroy();
    const again = await start();
    const { Parts = [] } = await again.send(new ListPartsCommand({ ...place, UploadId }));
    expect(Parts.map(({ ETag }) => ETag)).toEqual([`"${createHash('md5').update(data).digest('hex')}"`]);
    const listed = Parts.map(({ PartNumber, ETag }) => ({ PartNumber, ETag }));
    await again.send(new CompleteMultipartUploadCommand({ ...place, UploadId, MultipartUpload: { Parts: listed } }));
    expect((await read(again, 'parts')).equals(data)).toBe(true);
    again.destroy();
  });
});
