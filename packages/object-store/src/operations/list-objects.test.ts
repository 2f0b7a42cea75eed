import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  CreateBucketCommand,
  DeleteBucketCommand,
  DeleteObjectCommand,
  GetBucketLocationCommand,
  HeadBucketCommand,
  ListBucketsCommand,
  type ListBucketsCommandInput,
  type ListBucketsCommandOutput,
  ListObjectsCommand,
  ListObjectsV2Command,
  type ListObjectsV2CommandInput,
  ListObjectVersionsCommand,
  PutBucketAclCommand,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { beforeAll, describe, expect, it } from 'vitest';
import { useStore } from '../testing/running-store.js';

const store = useStore();
const Bucket = 'listed';
const keys = [
  'a',
  'a/',
  'a/b',
  'a/b/c',
  'a/c',
  'a0',
  'b/x',
  'b/y',
  'Z',
  'é',
  'e\u0301',
  '\ue000',
  '😀',
  'sp ace+plus',
  'é/😀',
];
const inByteOrder = [...keys].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));

async function list(more: Partial<ListObjectsV2CommandInput> = {}) {
  const answer = await store.client.send(new ListObjectsV2Command({ Bucket, ...more }));
  return {
    ...answer,
    keys: answer.Contents?.map(({ Key }) => Key) ?? [],
    prefixes: answer.CommonPrefixes?.map(({ Prefix }) => Prefix) ?? [],
  };
}

beforeAll(async () => {
  await store.client.send(new CreateBucketCommand({ Bucket }));
  for (const Key of keys) await store.client.send(new PutObjectCommand({ Bucket, Key, Body: Key }));
});

describe('ListObjectsV2', () => {
  it('shows an object as it is, also after it was listed, replaced and deleted', async () => {
    const Key = 'changing';
    const sizeOf = async () => (await list({ Prefix: Key })).Contents?.map(({ Size, ETag }) => [Size, ETag]);
    const put = (Body: string) => store.client.send(new PutObjectCommand({ Bucket, Key, Body }));
    const one = await put('1');
    expect(await sizeOf()).toEqual([[1, one.ETag]]);
    const two = await put('22');
    expect(await sizeOf()).toEqual([[2, two.ETag]]);
    expect(await sizeOf()).toEqual([[2, two.ETag]]);
    await store.client.send(new DeleteObjectCommand({ Bucket, Key }));
    expect(await sizeOf()).toBeUndefined();
  });

  it('says what the disk has, also when somebody else removed the file of a listed object', async () => {
    const Key = 'removed-behind-the-store';
    await store.client.send(new PutObjectCommand({ Bucket, Key, Body: '1' }));
    expect((await list({ Prefix: Key })).keys).toEqual([Key]);
    const objects = join(store.directory, 'buckets', Bucket, 'objects');
    const paths = (await readdir(objects, { recursive: true })).filter((path) => path.endsWith(Key));
    expect(paths).toHaveLength(1);
    await Promise.all(paths.map((path) => rm(join(objects, path))));
    expect((await list({ Prefix: Key })).keys).toEqual([]);
    await store.client.send(new DeleteObjectCommand({ Bucket, Key }));
  });

  it('orders by the bytes of UTF-8', async () => {
    const { keys: listed, KeyCount, IsTruncated, Contents } = await list();
    expect(listed).toEqual(inByteOrder);
    expect([KeyCount, IsTruncated]).toEqual([keys.length, false]);
    expect(Contents?.[0]).toMatchObject({ Size: 1, StorageClass: 'STANDARD' });
  });

  it('gives every key exactly once in pages of any size', async () => {
    for (const MaxKeys of [1, 2, 7, 100]) {
      const seen: (string | undefined)[] = [];
      let ContinuationToken: string | undefined;
      do {
        const page = await list({ MaxKeys, ...(ContinuationToken && { ContinuationToken }) });
        expect(page.keys.length).toBeLessThanOrEqual(MaxKeys);
        seen.push(...page.keys);
        ContinuationToken = page.NextContinuationToken;
      } while (ContinuationToken);
      expect(seen).toEqual(inByteOrder);
    }
  });

  it('rolls keys up to common prefixes, each counted once', async () => {
    expect(await list({ Delimiter: '/' })).toMatchObject({
      keys: inByteOrder.filter((key) => !key.includes('/')),
      prefixes: ['a/', 'b/', 'é/'],
    });
    expect(await list({ Delimiter: '/', Prefix: 'a/' })).toMatchObject({
      keys: ['a/', 'a/b', 'a/c'],
      prefixes: ['a/b/'],
    });
    const first = await list({ Delimiter: '/', MaxKeys: 3 });
    expect([first.keys, first.prefixes]).toEqual([['Z', 'a'], ['a/']]);
    const { NextContinuationToken = '' } = first;
    const second = await list({ Delimiter: '/', MaxKeys: 3, ContinuationToken: NextContinuationToken });
    expect([second.keys, second.prefixes]).toEqual([['a0', 'e\u0301'], ['b/']]);
  });

  it('honours prefix, start-after, max-keys 0 and url encoding', async () => {
    expect((await list({ Prefix: 'a/b' })).keys).toEqual(['a/b', 'a/b/c']);
    expect((await list({ Prefix: 'none' })).KeyCount).toBe(0);
    expect((await list({ StartAfter: 'a/b', Prefix: 'a' })).keys).toEqual(['a/b/c', 'a/c', 'a0']);
    expect(await list({ MaxKeys: 0 })).toMatchObject({ keys: [], IsTruncated: false });
    expect((await list({ Prefix: 'sp', EncodingType: 'url' })).keys).toEqual(['sp%20ace%2Bplus']);
  });

  it('refuses a made-up token and nonsense for max-keys', async () => {
    await expect(list({ ContinuationToken: 'x' })).rejects.toMatchObject({ name: 'InvalidArgument' });
    await expect(list({ MaxKeys: -1 })).rejects.toMatchObject({ name: 'InvalidArgument' });
  });

  it('shows every write and delete at once, before and after the index was read', async () => {
    await store.client.send(new PutObjectCommand({ Bucket, Key: 'new', Body: '' }));
    expect((await list()).keys).toContain('new');
    await store.client.send(new DeleteObjectCommand({ Bucket, Key: 'new' }));
    expect((await list()).keys).toEqual(inByteOrder);
  });
});

it('ListObjects pages by marker', async () => {
  const page = await store.client.send(new ListObjectsCommand({ Bucket, Delimiter: '/', MaxKeys: 3 }));
  expect([page.IsTruncated, page.NextMarker]).toEqual([true, 'a/']);
  const next = await store.client.send(new ListObjectsCommand({ Bucket, Delimiter: '/', Marker: 'a/', MaxKeys: 1 }));
  expect(next.Contents?.map(({ Key }) => Key)).toEqual(['a0']);
});

it('ListObjectVersions shows each object as its only version', async () => {
  const { Versions } = await store.client.send(new ListObjectVersionsCommand({ Bucket }));
  expect(Versions?.map(({ Key }) => Key)).toEqual(inByteOrder);
  expect(new Set(Versions?.map(({ VersionId, IsLatest }) => `${VersionId} ${IsLatest}`))).toEqual(
    new Set(['null true']),
  );
});

describe('buckets', () => {
  it('are made, found, listed and removed when empty', async () => {
    await store.client.send(new CreateBucketCommand({ Bucket: 'fleeting' }));
    await store.client.send(new CreateBucketCommand({ Bucket: 'fleeting' }));
    const { Buckets } = await store.client.send(new ListBucketsCommand({}));
    expect(Buckets?.map(({ Name }) => Name)).toEqual(['bucket', 'fleeting', 'listed']);
    const location = await store.client.send(new GetBucketLocationCommand({ Bucket: 'fleeting' }));
    expect(location.LocationConstraint ?? '').toBe('');
    await store.client.send(new PutObjectCommand({ Bucket: 'fleeting', Key: 'k', Body: '' }));
    const remove = new DeleteBucketCommand({ Bucket: 'fleeting' });
    await expect(store.client.send(remove)).rejects.toMatchObject({ name: 'BucketNotEmpty' });
    await store.client.send(new DeleteObjectCommand({ Bucket: 'fleeting', Key: 'k' }));
    expect((await store.client.send(remove)).$metadata.httpStatusCode).toBe(204);
    await expect(store.client.send(remove)).rejects.toMatchObject({ name: 'NoSuchBucket' });
    const head = new HeadBucketCommand({ Bucket: 'fleeting' });
    await expect(store.client.send(head)).rejects.toMatchObject({ $metadata: { httpStatusCode: 404 } });
    expect(await store.temporaryFiles()).toEqual([]);
  });

  it('are listed in pages, of a prefix', async () => {
    for (const name of ['page-1', 'page-2', 'page-3']) {
      await store.client.send(new CreateBucketCommand({ Bucket: name }));
    }
    const list = async (more: ListBucketsCommandInput) => await store.client.send(new ListBucketsCommand(more));
    const names = ({ Buckets }: ListBucketsCommandOutput) => Buckets?.map(({ Name }) => Name);
    const first = await list({ MaxBuckets: 2, Prefix: 'page-' });
    expect([names(first), first.Prefix]).toEqual([['page-1', 'page-2'], 'page-']);
    const second = await list({ MaxBuckets: 2, Prefix: 'page-', ContinuationToken: first.ContinuationToken });
    expect([names(second), second.ContinuationToken]).toEqual([['page-3'], undefined]);
    expect((await list({ MaxBuckets: 3, Prefix: 'page-' })).ContinuationToken).toBeUndefined();
    expect(names(await list({ BucketRegion: 'eu-west-1' })) ?? []).toEqual([]);
    expect(new Set((await list({})).Buckets?.map(({ BucketRegion }) => BucketRegion))).toEqual(new Set(['us-east-1']));
    for (const MaxBuckets of [0, 10_001]) {
      await expect(list({ MaxBuckets })).rejects.toMatchObject({ name: 'InvalidArgument' });
    }
    await expect(list({ ContinuationToken: 'x' })).rejects.toMatchObject({ name: 'InvalidArgument' });
    for (const name of ['page-1', 'page-2', 'page-3']) {
      await store.client.send(new DeleteBucketCommand({ Bucket: name }));
    }
  });

  it.each(['ab', 'Upper', 'under_score', '-a1', 'a1-', 'a..b', 'a.-b', '192.168.5.4', 'x'.repeat(64), '..'])(
    'cannot be named %s',
    async (name) => {
      const create = new CreateBucketCommand({ Bucket: name });
      await expect(store.client.send(create)).rejects.toThrow();
    },
  );

  it('open to everybody as far as their access list says', async () => {
    const acl = async (ACL: 'private' | 'public-read' | 'public-read-write') =>
      await store.client.send(new PutBucketAclCommand({ Bucket, ACL }));
    const outcomes = async () => [
      (await fetch(`${store.url}/${Bucket}?list-type=2`)).status,
      (await fetch(`${store.url}/${Bucket}/anonymous`, { method: 'PUT', body: 'x' })).status,
      (await fetch(`${store.url}/${Bucket}/missing`)).status,
      (await fetch(`${store.url}/${Bucket}/anonymous`, { method: 'DELETE' })).status,
      (await fetch(`${store.url}/${Bucket}?acl`)).status,
    ];
    expect(await outcomes()).toEqual([403, 403, 403, 403, 403]);
    await acl('public-read');
    expect(await outcomes()).toEqual([200, 403, 404, 403, 403]);
    await acl('public-read-write');
    expect(await outcomes()).toEqual([200, 200, 404, 204, 403]);
    await acl('private');
    expect(await outcomes()).toEqual([403, 403, 403, 403, 403]);
    expect((await fetch(`${store.url}/`)).status).toBe(403);
  });
});
