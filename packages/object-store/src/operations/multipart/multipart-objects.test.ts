import { createHash, randomBytes } from 'node:crypto';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import {
  ChecksumAlgorithm,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  type CompleteMultipartUploadCommandInput,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  type CreateMultipartUploadCommandInput,
  DeleteObjectCommand,
  GetObjectAttributesCommand,
  GetObjectCommand,
  type GetObjectCommandInput,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  PutObjectCommand,
  PutObjectTaggingCommand,
  UploadPartCommand,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3';
import { describe, expect, it } from 'vitest';
import { type ChecksumAlgorithm as Name, startChecksum } from '../../checksum/checksum.js';
import { useStore } from '../../testing/running-store.js';

const store = useStore({ limits: { partBytes: 1000 } });
const Bucket = 'bucket';
const bodies = [randomBytes(5000), randomBytes(1000), randomBytes(17)] as const;
const whole = Buffer.concat(bodies);

interface Begun {
  readonly Bucket: string;
  readonly Key: string;
  readonly UploadId: string | undefined;
  readonly Parts: CompletedPart[];
}

async function begin(Key: string, more: Partial<CreateMultipartUploadCommandInput> = {}): Promise<Begun> {
  const { UploadId } = await store.client.send(new CreateMultipartUploadCommand({ Bucket, Key, ...more }));
  const Parts: CompletedPart[] = [];
  for (const [index, Body] of bodies.entries()) {
    const PartNumber = index + 1;
    const ChecksumAlgorithm = more.ChecksumAlgorithm;
    const { $metadata: _, ...part } = await store.client.send(
      new UploadPartCommand({ Bucket, Key, UploadId, PartNumber, Body, ChecksumAlgorithm }),
    );
    Parts.push({ PartNumber, ...part });
  }
  return { Bucket, Key, UploadId, Parts };
}

async function complete({ Parts, ...upload }: Begun, more: Partial<CompleteMultipartUploadCommandInput> = {}) {
  const { $metadata: _, ...result } = await store.client.send(
    new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts }, ...more }),
  );
  return result;
}

async function get(Key: string, more: Partial<GetObjectCommandInput> = {}) {
  const answer = await store.client.send(new GetObjectCommand({ Bucket, Key, ...more }));
  return { ...answer, bytes: Buffer.from((await answer.Body?.transformToByteArray()) ?? []) };
}

const head = async (Key: string, more: Partial<GetObjectCommandInput> = {}) =>
  await store.client.send(new HeadObjectCommand({ Bucket, Key, ...more }));

const checksum = (algorithm: Name, ...pieces: Uint8Array[]): string => {
  const running = startChecksum(algorithm);
  for (const piece of pieces) running.update(piece);
  return running.digest().toString('base64');
};

describe('CompleteMultipartUpload, repeated', () => {
  it('gives the same answer for the same parts, as long as the object is the one it made', async () => {
    const upload = await begin('repeated', { ChecksumAlgorithm: 'SHA256' });
    const first = await complete(upload);
    await store.client.send(
      new PutObjectTaggingCommand({ Bucket, Key: 'repeated', Tagging: { TagSet: [{ Key: 'a', Value: 'b' }] } }),
    );
    // What a client sends that did not get the first answer.
    for (const more of [{}, { IfNoneMatch: '*' }]) expect(await complete(upload, more)).toEqual(first);
    expect((await get('repeated')).bytes.equals(whole)).toBe(true);

    const gone = { name: 'NoSuchUpload', $metadata: { httpStatusCode: 404 } };
    await expect(complete({ ...upload, Parts: upload.Parts.slice(0, 2) })).rejects.toMatchObject(gone);
    await expect(complete({ ...upload, Key: 'other' })).rejects.toMatchObject(gone);
    await store.client.send(new PutObjectCommand({ Bucket, Key: 'repeated', Body: 'replaced' }));
    await expect(complete(upload)).rejects.toMatchObject(gone);
    expect((await get('repeated')).bytes.toString()).toBe('replaced');
    await store.client.send(new DeleteObjectCommand({ Bucket, Key: 'repeated' }));
    await expect(complete(upload)).rejects.toMatchObject(gone);
  });

  it('gives both of two requests at the same time the same answer', async () => {
    const upload = await begin('at the same time');
    const [one, other] = await Promise.all([complete(upload), complete(upload)]);
    expect(one).toEqual(other);
  });

  it('removes the parts that a crash left behind the finished object', async () => {
    const upload = await begin('crashed');
    const path = join(store.directory, 'buckets', Bucket, 'uploads', upload.UploadId ?? '');
    await cp(path, join(store.directory, 'kept'), { recursive: true });
    const first = await complete(upload);
    const { LastModified } = await head('crashed');
    await cp(join(store.directory, 'kept'), path, { recursive: true });
    expect(await complete(upload)).toEqual(first);
    expect((await head('crashed')).LastModified).toEqual(LastModified);
    const { Uploads } = await store.client.send(new ListMultipartUploadsCommand({ Bucket, Prefix: 'crashed' }));
    expect(Uploads).toBeUndefined();
  });
});

describe('checksums of uploads in parts', () => {
  const composite = ['CRC32', 'CRC32C', 'SHA1', 'SHA256'] as const;
  it.each(composite)('%s of the parts’ checksums (COMPOSITE)', async (algorithm) => {
    const name = algorithm.toLowerCase() as Name;
    const member = `Checksum${algorithm}` as const;
    const parts = bodies.map((body) => checksum(name, body));
    const value = `${checksum(name, ...parts.map((part) => Buffer.from(part, 'base64')))}-3`;
    const upload = await begin(algorithm, { ChecksumAlgorithm: algorithm });
    expect(upload.Parts.map((part) => part[member])).toEqual(parts);

    const wrong = Buffer.from(parts[0] ?? '', 'base64')
      .reverse()
      .toString('base64');
    await expect(complete(upload, { [member]: `${wrong}-3` })).rejects.toMatchObject({ name: 'BadDigest' });
    await expect(complete(upload, { ChecksumType: 'FULL_OBJECT' })).rejects.toMatchObject({ name: 'InvalidRequest' });
    await expect(complete(upload, { MpuObjectSize: 1 })).rejects.toMatchObject({ name: 'InvalidRequest' });
    const [first, ...others] = upload.Parts;
    const changed = { ...upload, Parts: [{ ...first, [member]: wrong }, ...others] };
    await expect(complete(changed)).rejects.toMatchObject({ name: 'InvalidPart' });

    const more = { [member]: value, ChecksumType: 'COMPOSITE', MpuObjectSize: whole.length } as const;
    expect(await complete(upload, more)).toMatchObject({ [member]: value, ChecksumType: 'COMPOSITE' });
    expect(await head(algorithm, { ChecksumMode: 'ENABLED' })).toMatchObject({
      [member]: value,
      ChecksumType: 'COMPOSITE',
    });
    const part = await get(algorithm, { ChecksumMode: 'ENABLED', PartNumber: 2 });
    expect(part[member]).toBe(parts[1]);
  });

  it.each(['CRC32', 'CRC32C', 'CRC64NVME'] as const)('%s of the whole (FULL_OBJECT)', async (algorithm) => {
    const member = `Checksum${algorithm}` as const;
    const value = checksum(algorithm.toLowerCase() as Name, whole);
    const key = `full ${algorithm}`;
    const upload = await begin(key, { ChecksumAlgorithm: algorithm, ChecksumType: 'FULL_OBJECT' });
    await expect(complete(upload, { [member]: upload.Parts[0]?.[member] })).rejects.toMatchObject({
      name: 'BadDigest',
    });
    expect(await complete(upload, { [member]: value })).toMatchObject({ [member]: value, ChecksumType: 'FULL_OBJECT' });
    expect((await head(key, { ChecksumMode: 'ENABLED' }))[member]).toBe(value);
  });

  it('are those that S3 allows', async () => {
    for (const [algorithm, type] of [
      ['SHA1', 'FULL_OBJECT'],
      ['SHA256', 'FULL_OBJECT'],
      ['CRC64NVME', 'COMPOSITE'],
    ] as const) {
      const more = { ChecksumAlgorithm: algorithm, ChecksumType: type };
      await expect(begin('refused', more)).rejects.toMatchObject({ name: 'InvalidRequest' });
    }
    const upload = await begin('other algorithm', { ChecksumAlgorithm: 'SHA1' });
    const other = complete(upload, { ChecksumCRC32: checksum('crc32', whole) });
    await expect(other).rejects.toMatchObject({ name: 'InvalidRequest' });
  });

  it('cover parts that are copied from objects', async () => {
    await store.client.send(
      new PutObjectCommand({ Bucket, Key: 'source', Body: bodies[0], ChecksumAlgorithm: 'CRC32' }),
    );
    const asked = { Bucket, Key: 'of copies', ChecksumAlgorithm: 'SHA256' } as const;
    const { UploadId } = await store.client.send(new CreateMultipartUploadCommand(asked));
    const place = { Bucket, Key: 'of copies', UploadId };
    const { CopyPartResult: copied } = await store.client.send(
      new UploadPartCopyCommand({ ...place, PartNumber: 1, CopySource: 'bucket/source' }),
    );
    const part = createHash('sha256').update(bodies[0]).digest();
    expect(copied?.ChecksumSHA256).toBe(part.toString('base64'));
    const Parts = [{ PartNumber: 1, ETag: copied?.ETag, ChecksumSHA256: copied?.ChecksumSHA256 }];
    const { ChecksumSHA256 } = await complete({ ...place, Parts });
    expect(ChecksumSHA256).toBe(`${createHash('sha256').update(part).digest('base64')}-1`);
  });

  it('become another one where a copy asks for it', async () => {
    await complete(await begin('to copy', { ChecksumAlgorithm: 'SHA1' }));
    const copy = { Bucket, Key: 'copy', CopySource: 'bucket/to copy' };
    for (const ChecksumAlgorithm of [undefined, 'SHA256', 'CRC64NVME'] as const) {
      const name = (ChecksumAlgorithm ?? 'SHA1').toLowerCase() as Name;
      const { CopyObjectResult } = await store.client.send(new CopyObjectCommand({ ...copy, ChecksumAlgorithm }));
      const expected = { [`Checksum${name.toUpperCase()}`]: checksum(name, whole), ChecksumType: 'FULL_OBJECT' };
      expect(CopyObjectResult).toMatchObject(expected);
      expect(await head('copy', { ChecksumMode: 'ENABLED' })).toMatchObject(expected);
    }
  });
});

describe('reading one part', () => {
  it('gives its bytes and the number of parts', async () => {
    await complete(await begin('in parts'));
    let start = 0;
    for (const [index, body] of bodies.entries()) {
      const part = await get('in parts', { PartNumber: index + 1 });
      expect(part.bytes.equals(body)).toBe(true);
      const ContentRange = `bytes ${start}-${start + body.length - 1}/${whole.length}`;
      const expected = { PartsCount: 3, ContentRange, $metadata: { httpStatusCode: 206 } };
      expect(part).toMatchObject(expected);
      expect(await head('in parts', { PartNumber: index + 1 })).toMatchObject({
        ...expected,
        ContentLength: body.length,
      });
      start += body.length;
    }
    const all = await get('in parts');
    expect([all.PartsCount, all.$metadata.httpStatusCode]).toEqual([3, 200]);
  });

  it('takes an object that came in one piece for its only part', async () => {
    await store.client.send(new PutObjectCommand({ Bucket, Key: 'one piece', Body: 'body' }));
    await store.client.send(new PutObjectCommand({ Bucket, Key: 'empty', Body: '' }));
    const part = await get('one piece', { PartNumber: 1 });
    expect([part.bytes.toString(), part.PartsCount, part.ContentRange]).toEqual(['body', undefined, 'bytes 0-3/4']);
    expect((await get('empty', { PartNumber: 1 })).bytes).toHaveLength(0);
    const missing = { name: 'InvalidPartNumber', $metadata: { httpStatusCode: 416 } };
    await expect(get('one piece', { PartNumber: 2 })).rejects.toMatchObject(missing);
    const unreadable = { name: 'InvalidArgument' };
    for (const PartNumber of [0, 10_001]) await expect(get('empty', { PartNumber })).rejects.toMatchObject(unreadable);
    const both = get('one piece', { PartNumber: 1, Range: 'bytes=0-1' });
    await expect(both).rejects.toMatchObject({ name: 'InvalidRequest' });
  });
});

describe('GetObjectAttributes', () => {
  const every = ['ETag', 'Checksum', 'ObjectParts', 'StorageClass', 'ObjectSize'] as const;
  const attributes = async (Key: string, ObjectAttributes: readonly (typeof every)[number][] = every, more = {}) => {
    const command = new GetObjectAttributesCommand({ Bucket, Key, ObjectAttributes: [...ObjectAttributes], ...more });
    const { $metadata: _, ...answer } = await store.client.send(command);
    return answer;
  };

  it('tells the parts with their checksums, in pages', async () => {
    const { Parts } = await begin('unfinished', { ChecksumAlgorithm: ChecksumAlgorithm.SHA256 });
    const completed = await complete(await begin('attributes', { ChecksumAlgorithm: ChecksumAlgorithm.SHA256 }));
    const listed = bodies.map(({ length }, index) => ({
      PartNumber: index + 1,
      Size: length,
      ChecksumSHA256: Parts[index]?.ChecksumSHA256,
    }));
    const { LastModified, ...answer } = await attributes('attributes');
    expect(LastModified).toBeInstanceOf(Date);
    expect(answer).toEqual({
      ETag: completed.ETag?.replaceAll('"', ''),
      Checksum: { ChecksumSHA256: completed.ChecksumSHA256, ChecksumType: 'COMPOSITE' },
      ObjectParts: {
        ...{ TotalPartsCount: 3, PartNumberMarker: '0', NextPartNumberMarker: '3', MaxParts: 1000 },
        ...{ IsTruncated: false, Parts: listed },
      },
      StorageClass: 'STANDARD',
      ObjectSize: whole.length,
    });
    const page = await attributes('attributes', ['ObjectParts'], { MaxParts: 1, PartNumberMarker: '1' });
    const { ETag, ObjectParts } = page;
    expect([ETag, ObjectParts?.IsTruncated, ObjectParts?.NextPartNumberMarker]).toEqual([undefined, true, '2']);
    expect(ObjectParts?.Parts).toEqual(listed.slice(1, 2));
  });

  it('tells of an object in one piece what it has, and refuses unknown names', async () => {
    const put = new PutObjectCommand({ Bucket, Key: 'plain', Body: 'body', ChecksumAlgorithm: 'CRC32C' });
    const { ChecksumCRC32C } = await store.client.send(put);
    const { ObjectParts, Checksum, ObjectSize } = await attributes('plain');
    expect([ObjectParts, ObjectSize]).toEqual([undefined, 4]);
    expect(Checksum).toEqual({ ChecksumCRC32C, ChecksumType: 'FULL_OBJECT' });
    await expect(attributes('missing')).rejects.toMatchObject({ name: 'NoSuchKey' });
    await expect(attributes('plain', [])).rejects.toMatchObject({ name: 'InvalidRequest' });
    const unknown = store.clientSending({ 'x-amz-object-attributes': 'Etag' });
    const command = new GetObjectAttributesCommand({ Bucket, Key: 'plain', ObjectAttributes: ['ETag'] });
    await expect(unknown.send(command)).rejects.toMatchObject({ name: 'InvalidArgument' });
    expect((await fetch(`${store.url}/bucket/plain?attributes`)).status).toBe(400);
    const anonymous = { headers: { 'x-amz-object-attributes': 'ETag' } };
    expect((await fetch(`${store.url}/bucket/plain?attributes`, anonymous)).status).toBe(403);
  });
});
