import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  type DeleteObjectCommandInput,
  DeleteObjectsCommand,
  GetObjectCommand,
  type GetObjectCommandInput,
  GetObjectTaggingCommand,
  HeadObjectCommand,
  type ObjectIdentifier,
  PutObjectAclCommand,
  PutObjectCommand,
  PutObjectTaggingCommand,
} from '@aws-sdk/client-s3';
import { describe, expect, it } from 'vitest';
import { useStore } from '../testing/running-store.js';

const store = useStore();
const Bucket = 'bucket';

type PutInput = ConstructorParameters<typeof PutObjectCommand>[0];

async function put(Key: string, Body: NonNullable<PutInput['Body']>, more: Partial<PutInput> = {}) {
  return await store.client.send(new PutObjectCommand({ Bucket, Key, Body, ...more }));
}

async function get(Key: string, more: Partial<GetObjectCommandInput> = {}) {
  const answer = await store.client.send(new GetObjectCommand({ Bucket, Key, ...more }));
  return { ...answer, text: await answer.Body?.transformToString('latin1') };
}

function refusal(code: string, status: number): object {
  return { name: code, $metadata: { httpStatusCode: status } };
}

describe('PutObject and GetObject', () => {
  it('return the bytes, their MD5 as ETag, and no sniffing', async () => {
    const { ETag } = await put('hello', 'hello');
    expect(ETag).toBe('"5d41402abc4b2a76b9719d911017c592"');
    expect(await get('hello')).toMatchObject({
      text: 'hello',
      ETag,
      ContentLength: 5,
      ContentType: 'application/octet-stream',
    });
    const response = await fetch(`${store.url}/bucket/hello`);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('take a stream of unknown content in chunks with a trailing checksum, also one hashed by a worker', async () => {
    for (const size of [0, 1, 65_536, 8 * 1024 ** 2 - 1]) {
      const data = randomBytes(size);
      const pieces = [data.subarray(0, 100_000), data.subarray(100_000)].filter((piece) => piece.length > 0);
      const { ETag } = await put('stream', Readable.from(pieces), { ContentLength: size });
      expect(ETag).toBe(`"${createHash('md5').update(data).digest('hex')}"`);
      expect((await get('stream')).text).toBe(data.toString('latin1'));
    }
  });

  const algorithms = ['CRC32', 'CRC32C', 'CRC64NVME', 'SHA1', 'SHA256'] as const;
  it.each(algorithms)('verify %s and give it back', async (ChecksumAlgorithm) => {
    const data = randomBytes(100_003);
    const sent = await put('summed', data, { ChecksumAlgorithm });
    const head = await store.client.send(new HeadObjectCommand({ Bucket, Key: 'summed', ChecksumMode: 'ENABLED' }));
    const value = head[`Checksum${ChecksumAlgorithm}`];
    expect(value).toBeTruthy();
    expect(sent[`Checksum${ChecksumAlgorithm}`]).toBe(value);
    expect(head.ChecksumType).toBe('FULL_OBJECT');
    // The SDK verifies the checksum of what it receives.
    expect((await get('summed', { ChecksumMode: 'ENABLED' })).text).toBe(data.toString('latin1'));
  });

  it('refuse wrong checksums and keep the object that was there', async () => {
    await put('kept', 'original');
    await expect(put('kept', 'other', { ChecksumSHA256: createHash('sha256').digest('base64') })).rejects.toMatchObject(
      refusal('BadDigest', 400),
    );
    await expect(put('kept', 'other', { ContentMD5: createHash('md5').digest('base64') })).rejects.toMatchObject(
      refusal('BadDigest', 400),
    );
    expect((await get('kept')).text).toBe('original');
    expect(await store.temporaryFiles()).toEqual([]);
  });

  it('keep headers and metadata', async () => {
    const sent = {
      ContentType: 'image/svg+xml',
      CacheControl: 'max-age=5',
      ContentDisposition: 'attachment; filename="a.svg"',
      ContentEncoding: 'gzip',
      ContentLanguage: 'de',
      Metadata: { one: '1', two: 'a b' },
    };
    await put('attributes', 'x', sent);
    expect(await get('attributes')).toMatchObject(sent);
  });

  it('serve ranges', async () => {
    await put('range', '0123456789');
    const ranges: [string, string, string][] = [
      ['bytes=0-0', '0', 'bytes 0-0/10'],
      ['bytes=2-4', '234', 'bytes 2-4/10'],
      ['bytes=7-', '789', 'bytes 7-9/10'],
      ['bytes=-3', '789', 'bytes 7-9/10'],
      ['bytes=-30', '0123456789', 'bytes 0-9/10'],
      ['bytes=8-30', '89', 'bytes 8-9/10'],
    ];
    for (const [Range, text, ContentRange] of ranges) {
      expect(await get('range', { Range })).toMatchObject({ text, ContentRange, $metadata: { httpStatusCode: 206 } });
    }
    for (const Range of ['bytes=4-2', 'bytes=0-1,3-4', 'lines=1-2', 'bytes=-']) {
      expect(await get('range', { Range })).toMatchObject({ text: '0123456789', $metadata: { httpStatusCode: 200 } });
    }
    for (const Range of ['bytes=10-', 'bytes=-0']) {
      await expect(get('range', { Range })).rejects.toMatchObject(refusal('InvalidRange', 416));
    }
  });

  it('honour conditions of reads', async () => {
    const { ETag = '' } = await put('condition', 'x');
    const past = new Date(Date.now() - 60_000);
    const future = new Date(Date.now() + 60_000);
    const held: Partial<GetObjectCommandInput>[] = [
      { IfMatch: ETag },
      { IfNoneMatch: '"other"' },
      { IfModifiedSince: past },
      { IfUnmodifiedSince: future },
      { IfMatch: ETag, IfUnmodifiedSince: past },
      { IfNoneMatch: '"other"', IfModifiedSince: future },
    ];
    for (const condition of held) expect((await get('condition', condition)).text).toBe('x');
    await expect(get('condition', { IfMatch: '"other"' })).rejects.toMatchObject(refusal('PreconditionFailed', 412));
    await expect(get('condition', { IfUnmodifiedSince: past })).rejects.toMatchObject(
      refusal('PreconditionFailed', 412),
    );
    for (const condition of [{ IfNoneMatch: ETag }, { IfModifiedSince: future }]) {
      await expect(get('condition', condition)).rejects.toMatchObject({ $metadata: { httpStatusCode: 304 } });
    }
  });

  it('honour conditions of writes, exactly one of many racing', async () => {
    const race = await Promise.allSettled(
      Array.from({ length: 8 }, (_, index) => put('raced', `writer ${index}`, { IfNoneMatch: '*' })),
    );
    const won = race.findIndex(({ status }) => status === 'fulfilled');
    expect(race.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const { text, ETag } = await get('raced');
    expect(text).toBe(`writer ${won}`);
    await expect(put('raced', 'x', { IfMatch: '"other"' })).rejects.toMatchObject(refusal('PreconditionFailed', 412));
    await expect(put('absent', 'x', { IfMatch: '"other"' })).rejects.toMatchObject(refusal('NoSuchKey', 404));
    await put('raced', 'next', { IfMatch: ETag ?? '' });
    expect((await get('raced')).text).toBe('next');
  });

  it('answer what is missing with S3’s codes', async () => {
    await expect(get('missing')).rejects.toMatchObject(refusal('NoSuchKey', 404));
    await expect(get('x', { Bucket: 'missing' })).rejects.toMatchObject(refusal('NoSuchBucket', 404));
    await expect(put('x', 'x', { Bucket: 'missing' })).rejects.toMatchObject(refusal('NoSuchBucket', 404));
    const head = new HeadObjectCommand({ Bucket, Key: 'missing' });
    await expect(store.client.send(head)).rejects.toMatchObject({ $metadata: { httpStatusCode: 404 } });
    await expect(put('x'.repeat(1025), 'x')).rejects.toMatchObject(refusal('KeyTooLongError', 400));
  });

  it('keep apart keys that file systems would confuse, inside the bucket', async () => {
    const keys = [
      'a',
      'a/',
      'a/b',
      'A',
      'é',
      'e\u0301',
      '.',
      '..',
      '../../escape',
      '/etc/passwd',
      'con',
      '~',
      'x'.repeat(1024),
      `${'x'.repeat(1023)}y`,
    ];
    for (const key of keys) await put(key, `content of ${key}`);
    for (const key of keys) expect((await get(key)).text).toBe(Buffer.from(`content of ${key}`).toString('latin1'));
  });

  it('refuse what they cannot honour instead of ignoring it', async () => {
    await expect(put('x', 'x', { ServerSideEncryption: 'AES256' })).rejects.toMatchObject(
      refusal('NotImplemented', 501),
    );
    await expect(put('x', 'x', { StorageClass: 'GLACIER' })).rejects.toMatchObject(refusal('InvalidStorageClass', 400));
    await expect(put('x', 'x', { Metadata: { big: 'x'.repeat(2048) } })).rejects.toMatchObject(
      refusal('MetadataTooLarge', 400),
    );
    await expect(get('hello', { VersionId: 'some' })).rejects.toMatchObject(refusal('NoSuchVersion', 404));
    expect((await get('hello', { VersionId: 'null' })).text).toBe('hello');
  });
});

describe('CopyObject', () => {
  const copy = async (CopySource: string, Key: string, more = {}) =>
    await store.client.send(new CopyObjectCommand({ Bucket, CopySource, Key, ...more }));

  it('copies bytes, attributes, tags and checksum', async () => {
    await put('source ü', 'to copy', { ContentType: 'text/plain', Metadata: { a: '1' }, Tagging: 't=1' });
    const { CopyObjectResult } = await copy(`bucket/${encodeURIComponent('source ü')}`, 'target');
    const target = await get('target', { ChecksumMode: 'ENABLED' });
    expect(target).toMatchObject({ text: 'to copy', ContentType: 'text/plain', Metadata: { a: '1' }, TagCount: 1 });
    expect(target.ETag).toBe(CopyObjectResult?.ETag);
    expect(target.ChecksumCRC32).toBeTruthy();
  });

  it('replaces metadata where asked, also onto itself', async () => {
    await put('self', 'same', { Metadata: { a: '1' } });
    await expect(copy('bucket/self', 'self')).rejects.toMatchObject(refusal('InvalidRequest', 400));
    await copy('/bucket/self', 'self', { MetadataDirective: 'REPLACE', Metadata: { b: '2' }, ContentType: 'text/x' });
    expect(await get('self')).toMatchObject({ text: 'same', Metadata: { b: '2' }, ContentType: 'text/x' });
  });

  it('checks the source', async () => {
    await expect(copy('bucket/missing', 'x')).rejects.toMatchObject(refusal('NoSuchKey', 404));
    await expect(copy('missing/key', 'x')).rejects.toMatchObject(refusal('NoSuchBucket', 404));
    await expect(copy('nonsense', 'x')).rejects.toMatchObject(refusal('InvalidArgument', 400));
    await expect(copy('bucket/self', 'x', { CopySourceIfMatch: '"other"' })).rejects.toMatchObject(
      refusal('PreconditionFailed', 412),
    );
  });
});

describe('DeleteObject and DeleteObjects', () => {
  it('succeed for what is not there', async () => {
    await put('gone', 'x');
    for (let round = 0; round < 2; round++) {
      const { $metadata } = await store.client.send(new DeleteObjectCommand({ Bucket, Key: 'gone' }));
      expect($metadata.httpStatusCode).toBe(204);
    }
    await expect(get('gone')).rejects.toMatchObject(refusal('NoSuchKey', 404));
  });

  it('take awkward keys', async () => {
    const keys = [' padded ', '<&>"\'', 'line\nbreak', 'tab\t', '\u0001', 'ü😀', 'not there'];
    for (const key of keys.slice(0, -1)) await put(key, key);
    const { Deleted } = await store.client.send(
      new DeleteObjectsCommand({ Bucket, Delete: { Objects: keys.map((Key) => ({ Key })) } }),
    );
    expect(Deleted).toHaveLength(keys.length);
    for (const key of keys) await expect(get(key)).rejects.toMatchObject(refusal('NoSuchKey', 404));
  });

  it('delete no object that is not the one that the request describes', async () => {
    const keys = ['kept tag', 'kept time', 'kept size', 'kept version', 'went'];
    for (const key of keys) await put(key, 'four');
    const { ETag, LastModified } = await get('went');
    const other = new Date(Number(LastModified) - 5000);
    const { Deleted, Errors } = await store.client.send(
      new DeleteObjectsCommand({
        Bucket,
        Delete: {
          Objects: [
            { Key: 'kept tag', ETag: '"5d41402abc4b2a76b9719d911017c592"' },
            { Key: 'kept time', ETag, LastModifiedTime: other },
            { Key: 'kept size', Size: 5 },
            { Key: 'kept version', VersionId: '3HL4kqtJlcpXroDTDmJ' },
            { Key: 'was not there', ETag },
            { Key: 'went', VersionId: 'null', ETag, Size: 4, LastModifiedTime: LastModified },
          ],
        },
      }),
    );
    expect(Deleted).toEqual([{ Key: 'went', VersionId: 'null' }]);
    expect(new Map(Errors?.map(({ Key, Code }) => [Key, Code]))).toEqual(
      new Map([
        ['kept tag', 'PreconditionFailed'],
        ['kept time', 'PreconditionFailed'],
        ['kept size', 'PreconditionFailed'],
        ['kept version', 'NoSuchVersion'],
        ['was not there', 'NoSuchKey'],
      ]),
    );
    for (const key of keys.slice(0, -1)) expect((await get(key)).text).toBe('four');
    await expect(get('went')).rejects.toMatchObject(refusal('NoSuchKey', 404));
  });

  it('delete nothing under a condition that they cannot read or do not have', async () => {
    await put('kept', 'four');
    const remove = (object: Partial<ObjectIdentifier> = {}) =>
      new DeleteObjectsCommand({ Bucket, Delete: { Objects: [{ Key: 'kept', ...object }] } });
    for (const size of [1.5, -1]) {
      const { Deleted, Errors } = await store.client.send(remove({ Size: size }));
      expect([Deleted, Errors?.map(({ Code }) => Code)]).toEqual([undefined, ['InvalidArgument']]);
    }
    for (const header of ['if-match', 'if-none-match']) {
      const client = store.clientSending({ [header]: '*' });
      await expect(client.send(remove())).rejects.toMatchObject(refusal('NotImplemented', 501));
    }
    const single = new DeleteObjectCommand({ Bucket, Key: 'kept' });
    const client = store.clientSending({ 'if-none-match': '*' });
    await expect(client.send(single)).rejects.toMatchObject(refusal('NotImplemented', 501));
    expect((await get('kept')).text).toBe('four');
  });

  it('[DeleteObject] deletes under If-Match, a modification time and a size', async () => {
    const remove = async (more: Partial<DeleteObjectCommandInput>) =>
      await store.client.send(new DeleteObjectCommand({ Bucket, Key: 'one', ...more }));
    await put('one', 'four');
    const { ETag, LastModified } = await get('one');
    for (const more of [{ IfMatch: '"x"' }, { IfMatchSize: 5 }, { IfMatchLastModifiedTime: new Date(0) }]) {
      await expect(remove(more)).rejects.toMatchObject(refusal('PreconditionFailed', 412));
    }
    await expect(remove({ VersionId: 'other' })).rejects.toMatchObject(refusal('NoSuchVersion', 404));
    expect((await get('one')).text).toBe('four');
    await remove({ IfMatch: ETag, IfMatchSize: 4, IfMatchLastModifiedTime: LastModified });
    await expect(remove({ IfMatch: '*' })).rejects.toMatchObject(refusal('NoSuchKey', 404));
  });

  it('refuse more than 1,000 keys', async () => {
    const Objects = Array.from({ length: 1001 }, (_, index) => ({ Key: `k${index}` }));
    const command = new DeleteObjectsCommand({ Bucket, Delete: { Objects } });
    await expect(store.client.send(command)).rejects.toMatchObject(refusal('MalformedXML', 400));
  });
});

describe('access lists and tags', () => {
  it('open an object to everybody and close it again, without touching its bytes', async () => {
    const url = `${store.url}/bucket/public`;
    await put('public', 'to all', { ACL: 'public-read' });
    expect(await (await fetch(url)).text()).toBe('to all');
    expect((await fetch(`${url}?response-content-type=text/html`)).status).toBe(400);
    await store.client.send(new PutObjectAclCommand({ Bucket, Key: 'public', ACL: 'private' }));
    expect((await fetch(url)).status).toBe(403);
    expect((await get('public')).text).toBe('to all');
  });

  it('replace tags', async () => {
    await put('tagged', 'x', { Tagging: 'a=1&b=two%20words' });
    const tags = async () => (await store.client.send(new GetObjectTaggingCommand({ Bucket, Key: 'tagged' }))).TagSet;
    expect(await tags()).toEqual([
      { Key: 'a', Value: '1' },
      { Key: 'b', Value: 'two words' },
    ]);
    const Tagging = { TagSet: [{ Key: 'c', Value: '<3' }] };
    await store.client.send(new PutObjectTaggingCommand({ Bucket, Key: 'tagged', Tagging }));
    expect(await tags()).toEqual(Tagging.TagSet);
    expect((await get('tagged')).text).toBe('x');
  });
});
