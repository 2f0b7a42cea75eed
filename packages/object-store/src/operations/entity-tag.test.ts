import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import {
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  HeadObjectCommand,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { createPresignedPost } from '@aws-sdk/s3-presigned-post';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { describe, expect, it } from 'vitest';
import { OPAQUE_TAG_BYTES } from '../checksum/entity-tag.js';
import { errorCode, useStore } from '../testing/running-store.js';

const store = useStore();
const Bucket = 'bucket';
const opaque = /^"[0-9a-f]{32}-1"$/;
const long = randomBytes(OPAQUE_TAG_BYTES);
const md5Of = (data: Uint8Array, encoding: 'hex' | 'base64') => createHash('md5').update(data).digest(encoding);

function crcOf(data: Uint8Array): string {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(crc32(data));
  return bytes.toString('base64');
}

/** A client that adds no checksum by itself. */
const bare = () => store.clientWith({ requestChecksumCalculation: 'WHEN_REQUIRED' });

async function put(
  Key: string,
  body: Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = {},
): Promise<Response> {
  const url = await getSignedUrl(bare(), new PutObjectCommand({ Bucket, Key }));
  return await fetch(url, { method: 'PUT', body, headers });
}

async function head(Key: string) {
  return await store.client.send(new HeadObjectCommand({ Bucket, Key, ChecksumMode: 'ENABLED' }));
}

async function post(key: string, file: Uint8Array<ArrayBuffer>, more: Record<string, string> = {}): Promise<Response> {
  const { url, fields } = await createPresignedPost(store.client, { Bucket, Key: key, Fields: more });
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob([file]));
  return await fetch(url, { method: 'POST', body: form });
}

describe('[ADR 0005] the entity tag of a long body', () => {
  it('is opaque from 8 MiB on, new for each upload, stable for the object, and a CRC-32 is kept', async () => {
    const shorter = long.subarray(1);
    expect((await put('short', shorter)).headers.get('etag')).toBe(`"${md5Of(shorter, 'hex')}"`);
    const first = (await put('long', long)).headers.get('etag');
    expect(first).toMatch(opaque);
    for (let time = 0; time < 2; time++) {
      expect(await head('long')).toMatchObject({ ETag: first, ChecksumCRC32: crcOf(long) });
    }
    const second = (await put('long', Buffer.from(long).fill(0, 5, 6))).headers.get('etag');
    expect(second).toMatch(opaque);
    expect(second).not.toBe(first);
  });

  it('is the MD5 where Content-MD5 comes with the body, which is verified', async () => {
    const answer = await put('promised', long, { 'content-md5': md5Of(long, 'base64') });
    expect(answer.headers.get('etag')).toBe(`"${md5Of(long, 'hex')}"`);
    const wrong = await put('promised', long, { 'content-md5': md5Of(Buffer.from('other'), 'base64') });
    expect(errorCode(await wrong.text())).toBe('BadDigest');
    const form = await post('promised form', long, { 'Content-MD5': md5Of(long, 'base64') });
    expect(form.headers.get('etag')).toBe(`"${md5Of(long, 'hex')}"`);
  });

  it('holds for forms, and a checksum that is asked for takes the place of the CRC-32', async () => {
    const answer = await post('form', long);
    expect([answer.status, answer.headers.get('etag')]).toEqual([204, expect.stringMatching(opaque)]);
    expect(await head('form')).toMatchObject({ ETag: answer.headers.get('etag'), ChecksumCRC32: crcOf(long) });
    const sha256 = createHash('sha256').update(long).digest('base64');
    expect((await post('form', long, { 'x-amz-checksum-sha256': sha256 })).status).toBe(204);
    const { ChecksumSHA256, ChecksumCRC32 } = await head('form');
    expect([ChecksumSHA256, ChecksumCRC32]).toEqual([sha256, undefined]);
  });

  it('serves conditions like any other tag', async () => {
    const etag = (await put('conditional', long)).headers.get('etag') ?? '';
    const copy = async (CopySourceIfMatch: string) =>
      await store.client.send(
        new CopyObjectCommand({ Bucket, Key: 'copy', CopySource: 'bucket/conditional', CopySourceIfMatch }),
      );
    expect((await copy(etag)).CopyObjectResult?.ETag).toBe(etag);
    await put('conditional', long);
    await expect(copy(etag)).rejects.toMatchObject({ $metadata: { httpStatusCode: 412 } });
  });

  it('goes with a whole copy, as does the checksum', async () => {
    const etag = (await put('source', long)).headers.get('etag');
    await store.client.send(new CopyObjectCommand({ Bucket, Key: 'twin', CopySource: 'bucket/source' }));
    expect(await head('twin')).toMatchObject({ ETag: etag, ChecksumCRC32: crcOf(long), ContentLength: long.length });
  });

  it('of parts makes the tag of the whole', async () => {
    const Key = 'parts';
    const { UploadId } = await store.client.send(new CreateMultipartUploadCommand({ Bucket, Key }));
    const upload = async (PartNumber: number, body: Uint8Array<ArrayBuffer>) => {
      const url = await getSignedUrl(bare(), new UploadPartCommand({ Bucket, Key, UploadId, PartNumber }));
      const ETag = (await fetch(url, { method: 'PUT', body })).headers.get('etag') ?? '';
      return { PartNumber, ETag };
    };
    const parts = [await upload(1, long), await upload(2, Buffer.from('the end'))];
    expect(parts[0]?.ETag).toMatch(opaque);
    const complete = new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload: { Parts: parts } });
    const digests = parts.map(({ ETag }) => Buffer.from(ETag.slice(1, 33), 'hex'));
    expect((await store.client.send(complete)).ETag).toBe(`"${md5Of(Buffer.concat(digests), 'hex')}-2"`);
    expect((await head(Key)).ContentLength).toBe(long.length + 7);
  });
});
