import { createHmac } from 'node:crypto';
import { connect } from 'node:net';
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

  it('refuses fields that the name of the file would make larger than fields may be', async () => {
    const form = new FormData();
    form.append('key', 'x');
    form.append('x-amz-meta-many', `\${filename}`.repeat(1000));
    form.append('file', new Blob(['bar']), 'n'.repeat(8000));
    const response = await fetch(`${store.url}/open`, { method: 'POST', body: form });
    expect([response.status, errorCode(await response.text())]).toEqual([400, 'MaxPostPreDataLengthExceeded']);
  });

  it('takes a file that comes byte by byte, in a chunk each', async () => {
    const head =
      '--b\r\nContent-Disposition: form-data; name="key"\r\n\r\nbytes\r\n--b\r\nContent-Disposition: form-data; name="file"\r\n\r\n';
    const bytes = 'ab\r'.repeat(5000);
    const chunk = (text: string): string => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;
    const socket = connect(Number(new URL(store.url).port), '127.0.0.1');
    socket.write(
      'POST /open HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: chunked\r\nContent-Type: multipart/form-data; boundary=b\r\n\r\n',
    );
    socket.write(`${chunk(head)}${[...bytes].map(chunk).join('')}${chunk('\r\n--b--')}0\r\n\r\n`);
    let answer = '';
    for await (const piece of socket) answer += String(piece);
    expect(answer).toMatch(/^HTTP\/1\.1 204 /);
    expect(await read('bytes')).toBe(bytes);
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
