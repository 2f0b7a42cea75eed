import { createHmac } from 'node:crypto';
import {
  CreateBucketCommand,
  GetObjectCommand,
  GetObjectTaggingCommand,
  HeadObjectCommand,
  NotFound,
} from '@aws-sdk/client-s3';
import { beforeAll, describe, expect, it } from 'vitest';
import { credential, errorCode, useStore } from '../testing/running-store.js';

// What ceph's s3-tests do with forms to buckets that everybody may write to, and a store that takes no version 2.

const store = useStore({ allowSignatureV2: true });
const strict = useStore();
beforeAll(async () => {
  await store.client.send(new CreateBucketCommand({ Bucket: 'open', ACL: 'public-read-write' }));
});

const plain = { key: 'foo.txt', acl: 'public-read', 'Content-Type': 'text/plain' };

async function post(url: string, fields: Readonly<Record<string, string>>, bytes = 'bar') {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob([bytes]), 'file');
  const response = await fetch(url, { method: 'POST', body: form, redirect: 'manual' });
  const body = await response.text();
  return { status: response.status, code: errorCode(body), body, headers: response.headers };
}

function signed(bucket: string, fields: Readonly<Record<string, string>>): Record<string, string> {
  const expiration = new Date(Date.now() + 60_000).toISOString();
  const conditions = [{ bucket }, ...Object.entries(fields).map(([name, value]) => ({ [name]: value }))];
  const policy = Buffer.from(JSON.stringify({ expiration, conditions })).toString('base64');
  const signature = createHmac('sha1', credential.secretAccessKey).update(policy).digest('base64');
  return { ...fields, AWSAccessKeyId: credential.accessKeyId, policy, signature };
}

const read = async (Key: string) => {
  const { Body } = await store.client.send(new GetObjectCommand({ Bucket: 'open', Key }));
  return await Body?.transformToString();
};

describe('[POST object] to a bucket that everybody may write to', () => {
  it('needs no policy and no signature', async () => {
    expect(await post(`${store.url}/open`, plain)).toMatchObject({ status: 204, body: '' });
    expect(await read('foo.txt')).toBe('bar');
    expect((await fetch(`${store.url}/open/foo.txt`)).status).toBe(200);
  });

  it('answers 201 with a document, and 204 to a status that is none of 200, 201 and 204', async () => {
    const created = await post(`${store.url}/open`, { ...plain, success_action_status: '201' });
    expect(created).toMatchObject({ status: 201, body: expect.stringContaining('<Key>foo.txt</Key>') });
    expect(await post(`${store.url}/open`, { ...plain, success_action_status: '404' })).toMatchObject({
      status: 204,
      body: '',
    });
  });

  it('keeps the tags of the form', async () => {
    const tagging = '<Tagging><TagSet><Tag><Key>0</Key><Value>zero</Value></Tag></TagSet></Tagging>';
    expect((await post(`${store.url}/open`, { ...plain, key: 'tagged', tagging })).status).toBe(204);
    const { TagSet } = await store.client.send(new GetObjectTaggingCommand({ Bucket: 'open', Key: 'tagged' }));
    expect(TagSet).toEqual([{ Key: '0', Value: 'zero' }]);
  });

  it('still verifies a signature and a policy that are there, and leaves nothing of a refused form', async () => {
    const fields = signed('open', { ...plain, key: 'refused' });
    const { signature: _signature, ...unsigned } = fields;
    const refused: [Record<string, string>, object][] = [
      [
        { ...fields, AWSAccessKeyId: 'foo' },
        { status: 403, code: 'InvalidAccessKeyId' },
      ],
      [
        { ...fields, signature: 'bm8=' },
        { status: 403, code: 'SignatureDoesNotMatch' },
      ],
      [unsigned, { status: 400, code: 'InvalidArgument' }],
      [
        { ...fields, acl: 'private' },
        { status: 403, code: 'AccessDenied', body: expect.stringContaining('$acl') },
      ],
      [
        { ...fields, 'x-amz-meta-a': 'b' },
        { status: 403, code: 'AccessDenied', body: expect.stringContaining('x-amz-meta-a') },
      ],
    ];
    for (const [form, outcome] of refused) expect(await post(`${store.url}/open`, form)).toMatchObject(outcome);
    await expect(store.client.send(new HeadObjectCommand({ Bucket: 'open', Key: 'refused' }))).rejects.toThrow(
      NotFound,
    );
    expect(await store.temporaryFiles()).toEqual([]);
  });

  it('redirects to an address of the store itself, which answers without a signature', async () => {
    const target = `${store.url}/open`;
    const answer = await post(target, signed('open', { ...plain, success_action_redirect: target }));
    const { ETag = '' } = await store.client.send(new HeadObjectCommand({ Bucket: 'open', Key: 'foo.txt' }));
    expect(answer.status).toBe(303);
    const location = answer.headers.get('location') ?? '';
    expect(location).toBe(`${target}?bucket=open&key=foo.txt&etag=${encodeURIComponent(ETag)}`);
    expect((await fetch(location)).status).toBe(200);
  });

  it('does nothing for any other bucket: without a signature that is 403', async () => {
    expect(await post(`${store.url}/bucket`, plain)).toMatchObject({ status: 403, code: 'AccessDenied' });
  });
});

describe('[POST object] where version 2 was not allowed', () => {
  it('refuses its forms, good and bad ones alike, and stores nothing', async () => {
    const fields = signed('bucket', { key: 'foo.txt' });
    for (const form of [fields, { ...fields, signature: 'bm8=' }]) {
      expect(await post(`${strict.url}/bucket`, form)).toMatchObject({ status: 400, code: 'InvalidRequest' });
    }
    expect(await strict.temporaryFiles()).toEqual([]);
  });
});
