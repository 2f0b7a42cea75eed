import { createHash, randomBytes } from 'node:crypto';
import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  type CreateMultipartUploadCommandInput,
  GetObjectCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandInput,
  type ListMultipartUploadsCommandOutput,
  ListPartsCommand,
  PutObjectCommand,
  UploadPartCommand,
  type UploadPartCommandInput,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { describe, expect, it } from 'vitest';
import { useStore } from '../../testing/running-store.js';

// Small parts keep the tests fast; S3's own bound is the default.
const store = useStore({ limits: { partBytes: 1000 } });
const Bucket = 'bucket';

async function begin(Key: string, more: Partial<CreateMultipartUploadCommandInput> = {}): Promise<string> {
  const { UploadId = '' } = await store.client.send(new CreateMultipartUploadCommand({ Bucket, Key, ...more }));
  return UploadId;
}

async function upload(
  Key: string,
  UploadId: string,
  PartNumber: number,
  Body: Buffer,
  more: Partial<UploadPartCommandInput> = {},
): Promise<CompletedPart> {
  const { $metadata: _, ...part } = await store.client.send(
    new UploadPartCommand({ Bucket, Key, UploadId, PartNumber, Body, ...more }),
  );
  return { PartNumber, ...part };
}

async function complete(Key: string, UploadId: string, Parts: CompletedPart[]) {
  return await store.client.send(
    new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload: { Parts } }),
  );
}

async function read(Key: string): Promise<Buffer> {
  const { Body } = await store.client.send(new GetObjectCommand({ Bucket, Key }));
  return Buffer.from((await Body?.transformToByteArray()) ?? []);
}

describe('multipart upload', () => {
  it('joins the parts in order, whichever order they came in', async () => {
    const [first, second, third] = [randomBytes(5000), randomBytes(6000), randomBytes(10)];
    const id = await begin('joined', { ContentType: 'text/x', Metadata: { a: '1' } });
    const parts = [
      await upload('joined', id, 7, third),
      await upload('joined', id, 1, first),
      await upload('joined', id, 3, second),
    ];
    expect(
      (await store.client.send(new ListPartsCommand({ Bucket, Key: 'joined', UploadId: id }))).Parts?.map(
        ({ PartNumber, Size }) => [PartNumber, Size],
      ),
    ).toEqual([
      [1, 5000],
      [3, 6000],
      [7, 10],
    ]);
    const { ETag } = await complete(
      'joined',
      id,
      parts.sort((a, b) => Number(a.PartNumber) - Number(b.PartNumber)),
    );
    const md5s = [first, second, third].map((part) => createHash('md5').update(part).digest());
    expect(ETag).toBe(`"${createHash('md5').update(Buffer.concat(md5s)).digest('hex')}-3"`);
    expect(await read('joined')).toEqual(Buffer.concat([first, second, third]));
    await expect(upload('joined', id, 1, first)).rejects.toMatchObject({ name: 'NoSuchUpload' });
    expect((await store.client.send(new ListMultipartUploadsCommand({ Bucket }))).Uploads ?? []).toEqual([]);
  });

  const checksums = [
    ['CRC32', 'COMPOSITE'],
    ['CRC32', 'FULL_OBJECT'],
    ['CRC64NVME', 'FULL_OBJECT'],
    ['SHA256', 'COMPOSITE'],
  ] as const;
  it.each(checksums)('keeps a %s checksum of type %s', async (ChecksumAlgorithm, ChecksumType) => {
    const id = await begin('summed', { ChecksumAlgorithm, ChecksumType });
    const parts = [
      await upload('summed', id, 1, randomBytes(3000), { ChecksumAlgorithm }),
      await upload('summed', id, 2, randomBytes(1), { ChecksumAlgorithm }),
    ];
    const done = await complete('summed', id, parts);
    expect(done.ChecksumType).toBe(ChecksumType);
    expect(/-2$/.test(done[`Checksum${ChecksumAlgorithm}`] ?? '')).toBe(ChecksumType === 'COMPOSITE');
    // The SDK verifies a full-object checksum itself.
    expect(await read('summed')).toHaveLength(3001);
  });

  it('replaces a part that is sent again', async () => {
    const id = await begin('again');
    await upload('again', id, 1, Buffer.from('first try'));
    const part = await upload('again', id, 1, Buffer.from('second'));
    await complete('again', id, [part]);
    expect((await read('again')).toString()).toBe('second');
  });

  it('takes parts from objects', async () => {
    await store.client.send(new PutObjectCommand({ Bucket, Key: 'whole', Body: '0123456789'.repeat(200) }));
    const id = await begin('copied');
    const copy = async (PartNumber: number, CopySourceRange?: string): Promise<CompletedPart> => {
      const command = new UploadPartCopyCommand({
        Bucket,
        Key: 'copied',
        UploadId: id,
        PartNumber,
        CopySource: 'bucket/whole',
        ...(CopySourceRange && { CopySourceRange }),
      });
      return { PartNumber, ETag: (await store.client.send(command)).CopyPartResult?.ETag };
    };
    const parts = [await copy(1), await copy(2, 'bytes=1-3')];
    await expect(copy(3, 'bytes=1999-2000')).rejects.toMatchObject({ name: 'InvalidArgument' });
    await complete('copied', id, parts);
    expect((await read('copied')).toString()).toBe(`${'0123456789'.repeat(200)}123`);
  });

  it('takes presigned parts', async () => {
    const id = await begin('presigned');
    const command = new UploadPartCommand({ Bucket, Key: 'presigned', UploadId: id, PartNumber: 1 });
    const url = await getSignedUrl(store.client, command, { expiresIn: 60 });
    const response = await fetch(url, { method: 'PUT', body: 'by URL' });
    expect(response.status).toBe(200);
    expect((await fetch(url.replace('partNumber=1', 'partNumber=2'), { method: 'PUT', body: 'x' })).status).toBe(403);
    await complete('presigned', id, [{ PartNumber: 1, ETag: response.headers.get('etag') ?? '' }]);
    expect((await read('presigned')).toString()).toBe('by URL');
  });

  it('refuses unknown, disordered, changed and small parts and keeps the upload', async () => {
    const id = await begin('refused');
    const [first, second] = [
      await upload('refused', id, 1, randomBytes(999)),
      await upload('refused', id, 2, randomBytes(2000)),
    ];
    const cases: [CompletedPart[], string][] = [
      [[], 'MalformedXML'],
      [[second, first], 'InvalidPartOrder'],
      [[first, first], 'InvalidPartOrder'],
      [[second, { PartNumber: 3, ETag: '"x"' }], 'InvalidPart'],
      [[{ ...second, ETag: first.ETag }], 'InvalidPart'],
      [[first, second], 'EntityTooSmall'],
    ];
    for (const [parts, name] of cases) await expect(complete('refused', id, parts)).rejects.toMatchObject({ name });
    await expect(upload('refused', id, 10_001, randomBytes(1))).rejects.toMatchObject({ name: 'InvalidArgument' });
    await expect(upload('refused', 'f'.repeat(32), 1, randomBytes(1))).rejects.toMatchObject({ name: 'NoSuchUpload' });
    await expect(upload('refused', '../x', 1, randomBytes(1))).rejects.toMatchObject({ name: 'NoSuchUpload' });
    await expect(upload('other', id, 1, randomBytes(1))).rejects.toMatchObject({ name: 'NoSuchUpload' });
    await complete('refused', id, [second]);
    expect(await read('refused')).toHaveLength(2000);
    expect(await store.temporaryFiles()).toEqual([]);
  });

  it('is gone after an abort', async () => {
    const id = await begin('aborted');
    await upload('aborted', id, 1, randomBytes(100));
    const { Uploads } = await store.client.send(new ListMultipartUploadsCommand({ Bucket, Prefix: 'abo' }));
    expect(Uploads?.map(({ Key, UploadId }) => [Key, UploadId])).toEqual([['aborted', id]]);
    const abort = new AbortMultipartUploadCommand({ Bucket, Key: 'aborted', UploadId: id });
    expect((await store.client.send(abort)).$metadata.httpStatusCode).toBe(204);
    await expect(store.client.send(abort)).rejects.toMatchObject({ name: 'NoSuchUpload' });
    await expect(upload('aborted', id, 2, randomBytes(1))).rejects.toMatchObject({ name: 'NoSuchUpload' });
    expect(await store.temporaryFiles()).toEqual([]);
  });
});

describe('ListMultipartUploads', () => {
  const list = async (more: Partial<ListMultipartUploadsCommandInput> = {}) =>
    await store.client.send(new ListMultipartUploadsCommand({ Bucket, Prefix: 'listed/', ...more }));

  it('goes through all uploads in pages, by key and then by beginning, also when they are aborted on the way', async () => {
    const begun: string[] = [];
    for (const key of ['listed/b', 'listed/a', 'listed/a', 'listed/a', 'listed/\u{1f600}', 'listed/\uff5e']) {
      begun.push(`${key} ${await begin(key)}`);
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    const [b = '', ...rest] = begun;
    const found: string[] = [];
    let page: ListMultipartUploadsCommandOutput;
    let markers: Partial<ListMultipartUploadsCommandInput> = {};
    do {
      page = await list({ MaxUploads: 2, ...markers });
      for (const { Key, UploadId } of page.Uploads ?? []) {
        found.push(`${Key} ${UploadId}`);
        await store.client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }));
      }
      markers = { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker };
      expect(page.IsTruncated).toBe(page.NextKeyMarker !== undefined);
    } while (page.IsTruncated);
    const [first = '', second = '', third = '', emoji = '', tilde = ''] = rest;
    expect(found).toEqual([first, second, third, b, tilde, emoji]);
    expect((await list()).Uploads).toBeUndefined();
  });

  it('begins behind the key of key-marker, unless upload-id-marker says where within it', async () => {
    const ids = [await begin('listed/x/1'), await begin('listed/x/1')].sort();
    const last = await begin('listed/x/2');
    const idsOf = async (more: Partial<ListMultipartUploadsCommandInput>) =>
      (await list({ Prefix: 'listed/x/', ...more })).Uploads?.map(({ UploadId }) => UploadId);
    expect(await idsOf({})).toEqual([...ids, last]);
    expect(await idsOf({ KeyMarker: 'listed/x/1' })).toEqual([last]);
    expect(await idsOf({ KeyMarker: 'listed/x/1', UploadIdMarker: ids[0] })).toEqual([ids[1], last]);
    expect(await idsOf({ UploadIdMarker: ids[1] })).toEqual([...ids, last]);
  });
});
