import { createHash, createHmac } from 'node:crypto';
import { GetObjectCommand, GetObjectTaggingCommand, HeadObjectCommand } from '@aws-sdk/client-s3';
import { createPresignedPost, type PresignedPostOptions } from '@aws-sdk/s3-presigned-post';
import { describe, expect, it } from 'vitest';
import { credential, errorCode, useStore } from '../testing/running-store.js';

const store = useStore({ allowSignatureV2: true });
type Fields = Record<string, string>;
// biome-ignore lint/suspicious/noTemplateCurlyInString: S3's variable looks like a placeholder
const variable = '${filename}';

interface Answer {
  readonly status: number;
  readonly code: string | undefined;
  readonly body: string;
  readonly headers: Headers;
}

async function send(fields: Fields, file: Blob | undefined, fileName?: string, after: Fields = {}): Promise<Answer> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  if (file) form.append('file', file, fileName);
  for (const [name, value] of Object.entries(after)) form.append(name, value);
  return await answer(await fetch(`${store.url}/bucket`, { method: 'POST', body: form, redirect: 'manual' }));
}

async function answer(response: Response): Promise<Answer> {
  const body = await response.text();
  return { status: response.status, code: errorCode(body), body, headers: response.headers };
}

/** A form as the AWS SDK signs it. */
async function presign(options: Partial<PresignedPostOptions> = {}): Promise<Fields> {
  const { fields } = await createPresignedPost(store.client, {
    Bucket: 'bucket',
    Key: 'a/key',
    Expires: 60,
    ...options,
  });
  return fields;
}

/** A form signed with version 2, as ceph's s3-tests do. */
function signV2(
  conditions: unknown[],
  fields: Fields,
  expiration = new Date(Date.now() + 60_000).toISOString(),
): Fields {
  const policy = Buffer.from(JSON.stringify({ expiration, conditions })).toString('base64');
  const signature = createHmac('sha1', credential.secretAccessKey).update(policy).digest('base64');
  return { ...fields, AWSAccessKeyId: credential.accessKeyId, policy, signature };
}

const bytes = new Blob(['content of the file']);

async function stored(key: string): Promise<string | undefined> {
  try {
    const { Body } = await store.client.send(new GetObjectCommand({ Bucket: 'bucket', Key: key }));
    return await Body?.transformToString();
  } catch {
    return undefined;
  }
}

describe('[POST object] with the AWS SDK’s createPresignedPost', () => {
  it('refuses a form whose field bucket names another bucket', async () => {
    const fields = await presign();
    expect(fields.bucket).toBe('bucket');
    expect(await send({ ...fields, bucket: 'other' }, bytes)).toMatchObject({ status: 403, code: 'AccessDenied' });
    expect(await stored('a/key')).toBeUndefined();
    expect((await send(fields, bytes)).status).toBe(204);
  });

  it('stores the file and answers 204 with its ETag and Location', async () => {
    const { status, headers, body } = await send(await presign(), bytes);
    expect([status, body]).toEqual([204, '']);
    const md5 = createHash('md5').update('content of the file').digest('hex');
    expect(headers.get('etag')).toBe(`"${md5}"`);
    expect(headers.get('location')).toBe(`${store.url}/bucket/a%2Fkey`);
    expect(await stored('a/key')).toBe('content of the file');
  });

  it('applies content type, metadata and headers', async () => {
    const fields = { 'Content-Type': 'text/html', 'x-amz-meta-Author': 'Zoë', 'Content-Disposition': 'attachment' };
    expect((await send(await presign({ Key: 'attributes', Fields: fields }), bytes)).status).toBe(204);
    const head = await store.client.send(new HeadObjectCommand({ Bucket: 'bucket', Key: 'attributes' }));
    expect(head.ContentType).toBe('text/html');
    expect(head.ContentDisposition).toBe('attachment');
    expect(Buffer.from(head.Metadata?.author ?? '', 'latin1').toString('utf8')).toBe('Zoë');
  });

  it('expands the file name variable before the conditions are checked, without directories', async () => {
    const fields = await presign({ Key: `up/${variable}` });
    expect((await send(fields, bytes, 'C:\\dir\\report $& 1.pdf')).status).toBe(204);
    expect(await stored('up/report $& 1.pdf')).toBe('content of the file');
  });

  it('drops the variable for an empty file name and keeps it without one', async () => {
    const fields = await presign({ Key: `named/${variable}` });
    const parts = Object.entries(fields).map(
      ([name, value]) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    );
    const headers = { 'content-type': 'multipart/form-data; boundary=b' };
    for (const [parameter, key] of [
      ['; filename=""', 'named/'],
      ['', `named/${variable}`],
    ] as const) {
      const file = `--b\r\nContent-Disposition: form-data; name="file"${parameter}\r\n\r\ncontent\r\n--b--\r\n`;
      const response = await fetch(`${store.url}/bucket`, { method: 'POST', body: parts.join('') + file, headers });
      expect(response.status).toBe(204);
      expect(await stored(key)).toBe('content');
    }
  });

  it('ignores fields behind the file and x-ignore- fields', async () => {
    const fields = { ...(await presign({ Key: 'trailing' })), 'x-ignore-me': '1' };
    expect((await send(fields, bytes, 'f', { submit: 'Upload', key: 'other' })).status).toBe(204);
    expect(await stored('trailing')).toBe('content of the file');
    expect(await stored('other')).toBeUndefined();
  });

  it('accepts sizes from the lower to the upper bound of the range, both included', async () => {
    const fields = await presign({ Key: 'sized', Conditions: [['content-length-range', 5, 10]] });
    const outcomes = await Promise.all([4, 5, 10, 11].map((size) => send(fields, new Blob(['x'.repeat(size)]))));
    expect(outcomes.map(({ status, code }) => [status, code])).toEqual([
      [400, 'EntityTooSmall'],
      [204, undefined],
      [204, undefined],
      [400, 'EntityTooLarge'],
    ]);
  });

  it('answers 200, 201 with a document, or 204, as success_action_status asks', async () => {
    const statusOf = async (value: string): Promise<Answer> =>
      await send(await presign({ Key: 'a b', Fields: { success_action_status: value } }), bytes);
    expect((await statusOf('200')).status).toBe(200);
    expect((await statusOf('404')).status).toBe(204);
    const created = await statusOf('201');
    expect(created.status).toBe(201);
    expect(created.body).toContain(
      `<PostResponse><Location>${store.url}/bucket/a%20b</Location><Bucket>bucket</Bucket><Key>a b</Key><ETag>`,
    );
  });

  it('redirects with bucket, key and etag added to the query', async () => {
    const redirect = async (target: string): Promise<Answer> =>
      await send(await presign({ Key: 'r/1', Fields: { success_action_redirect: target } }), bytes);
    const { status, headers } = await redirect('http://example.test/done?x=1');
    const etag = headers.get('etag')?.replaceAll('"', '%22');
    expect(status).toBe(303);
    expect(headers.get('location')).toBe(`http://example.test/done?x=1&bucket=bucket&key=r%2F1&etag=${etag}`);
    expect((await redirect('/relative')).status).toBe(204);
    expect((await redirect('javascript:alert(1)')).status).toBe(204);
  });

  it('verifies Content-MD5 and checksum fields', async () => {
    const sha256 = 'x-amz-checksum-sha256';
    const fields = await presign({ Key: 'summed' });
    const right = Buffer.from(await crypto.subtle.digest('SHA-256', await bytes.arrayBuffer())).toString('base64');
    expect((await send({ ...fields, [sha256]: right }, bytes)).status).toBe(204);
    expect((await send({ ...fields, [sha256]: right }, new Blob(['other']))).code).toBe('BadDigest');
    expect((await send({ ...fields, [sha256]: 'sailorjerry' }, bytes)).code).toBe('InvalidRequest');
    const md5 = { 'Content-MD5': 'rL0Y20zC+Fzt72VPzMSk2A==' };
    expect((await send(await presign({ Key: 'summed', Fields: md5 }), bytes)).code).toBe('BadDigest');
  });

  it('keeps the tags of the tagging field', async () => {
    const tagging = '<Tagging><TagSet><Tag><Key>k</Key><Value>v</Value></Tag></TagSet></Tagging>';
    expect((await send(await presign({ Key: 'tagged', Fields: { tagging } }), bytes)).status).toBe(204);
    const tags = await store.client.send(new GetObjectTaggingCommand({ Bucket: 'bucket', Key: 'tagged' }));
    expect(tags.TagSet).toEqual([{ Key: 'k', Value: 'v' }]);
  });
});

describe('[POST object] refusals leave nothing and touch no existing object', () => {
  const cases: [string, number, string, (fields: Fields) => Fields, Blob?][] = [
    ['a changed signature', 403, 'SignatureDoesNotMatch', (f) => ({ ...f, 'X-Amz-Signature': '0'.repeat(64) })],
    ['a changed policy', 403, 'SignatureDoesNotMatch', (f) => ({ ...f, Policy: `${f.Policy}=` })],
    [
      'an unknown key id',
      403,
      'InvalidAccessKeyId',
      (f) => ({ ...f, 'X-Amz-Credential': String(f['X-Amz-Credential']).replace('AKIAEXAMPLE', 'AKIAOTHER') }),
    ],
    [
      'another region',
      400,
      'InvalidArgument',
      (f) => ({ ...f, 'X-Amz-Credential': String(f['X-Amz-Credential']).replace('us-east-1', 'eu-west-1') }),
    ],
    ['another algorithm', 400, 'InvalidArgument', (f) => ({ ...f, 'X-Amz-Algorithm': 'AWS4-HMAC-SHA512' })],
    ['a malformed date', 400, 'InvalidArgument', (f) => ({ ...f, 'X-Amz-Date': 'today' })],
    ['no signature', 400, 'InvalidArgument', ({ 'X-Amz-Signature': _, ...f }) => f],
    ['no credential', 400, 'InvalidArgument', ({ 'X-Amz-Credential': _, ...f }) => f],
    ['no policy', 400, 'InvalidArgument', ({ Policy: _, ...f }) => f],
    ['no key', 400, 'InvalidArgument', ({ key: _, ...f }) => f],
    ['another key', 403, 'AccessDenied', (f) => ({ ...f, key: 'elsewhere' })],
    ['a field without a condition', 403, 'AccessDenied', (f) => ({ ...f, 'x-amz-meta-extra': '1' })],
    ['a second value for a field', 403, 'AccessDenied', (f) => ({ ...f, KEY: 'existing' })],
    ['no signature fields at all', 403, 'AccessDenied', () => ({ key: 'existing' })],
    ['fields over 20 KB', 400, 'MaxPostPreDataLengthExceeded', (f) => ({ ...f, 'x-ignore-big': 'x'.repeat(20_480) })],
  ];

  it.each(cases)('%s: %d %s', async (_name, status, code, change) => {
    expect((await send(await presign({ Key: 'existing' }), new Blob(['original']))).status).toBe(204);
    const outcome = await send(change(await presign({ Key: 'existing' })), bytes);
    expect([outcome.status, outcome.code]).toEqual([status, code]);
    expect(await stored('existing')).toBe('original');
    expect(await stored('elsewhere')).toBeUndefined();
    expect(await store.temporaryFiles()).toEqual([]);
  });

  it('a file that turns out too large', async () => {
    await send(await presign({ Key: 'existing' }), new Blob(['original']));
    const fields = await presign({ Key: 'existing', Conditions: [['content-length-range', 0, 1_000_000]] });
    expect((await send(fields, new Blob([new Uint8Array(6_000_000)]))).code).toBe('EntityTooLarge');
    expect(await stored('existing')).toBe('original');
    expect(await store.temporaryFiles()).toEqual([]);
  });

  it('an expired policy', async () => {
    const fields = signV2(
      [{ bucket: 'bucket' }, { key: 'old' }],
      { key: 'old' },
      new Date(Date.now() - 1).toISOString(),
    );
    expect(await send(fields, bytes)).toMatchObject({ status: 403, code: 'AccessDenied' });
  });

  it('no file, or a file under another name', async () => {
    expect(await send(await presign(), undefined)).toMatchObject({ status: 400, code: 'InvalidArgument' });
  });

  it('a key over 1,024 bytes', async () => {
    const accepted = signV2([{ bucket: 'bucket' }, ['starts-with', '$key', '']], { key: 'ä'.repeat(512) });
    expect((await send(accepted, bytes)).status).toBe(204);
    const refused = signV2([{ bucket: 'bucket' }, ['starts-with', '$key', '']], { key: `${'ä'.repeat(512)}x` });
    expect(await send(refused, bytes)).toMatchObject({ status: 400, code: 'KeyTooLongError' });
  });

  it('another bucket than the policy’s, or a policy that names none', async () => {
    const fields = signV2([{ bucket: 'other' }, { key: 'k' }], { key: 'k', bucket: 'other' });
    expect(await send(fields, bytes)).toMatchObject({ status: 403, code: 'AccessDenied' });
    const unnamed = await send(signV2([{ key: 'k' }], { key: 'k' }), bytes);
    expect(unnamed.body).toContain('Invalid according to Policy: Extra input fields: bucket');
  });

  it('a bucket that does not exist', async () => {
    const form = new FormData();
    form.append('key', 'x');
    form.append('file', bytes);
    const outcome = await answer(await fetch(`${store.url}/missing`, { method: 'POST', body: form }));
    expect(outcome).toMatchObject({ status: 404, code: 'NoSuchBucket' });
  });

  it('a body that is not multipart/form-data', async () => {
    const outcome = await answer(
      await fetch(`${store.url}/bucket`, { method: 'POST', body: new URLSearchParams({ key: 'x' }) }),
    );
    expect(outcome).toMatchObject({ status: 412, code: 'PreconditionFailed' });
  });

  const malformed: [string, string, string][] = [
    ['without a boundary', 'multipart/form-data', 'x'],
    ['of another boundary', 'multipart/form-data; boundary=b', '--c\r\n\r\n--c--'],
    ['empty', 'multipart/form-data; boundary=b', ''],
    [
      'cut off in a field',
      'multipart/form-data; boundary=b',
      '--b\r\ncontent-disposition: form-data; name="key"\r\n\r\nva',
    ],
  ];
  it.each(malformed)('a form %s', async (_name, type, body) => {
    const outcome = await answer(
      await fetch(`${store.url}/bucket`, { method: 'POST', body, headers: { 'content-type': type } }),
    );
    expect(outcome.status).toBe(400);
    expect(outcome.code).toMatch(/^(MalformedPOSTRequest|InvalidArgument)$/);
    expect(await store.temporaryFiles()).toEqual([]);
  });

  it('a form whose last boundary is missing', async () => {
    await send(await presign({ Key: 'existing' }), new Blob(['original']));
    const fields = await presign({ Key: 'existing' });
    const parts = Object.entries(fields).map(
      ([name, value]) => `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    );
    const body = `${parts.join('')}--b\r\ncontent-disposition: form-data; name="file"; filename="f"\r\n\r\nhalf a fi`;
    const headers = { 'content-type': 'multipart/form-data; boundary=b' };
    const complete = await fetch(`${store.url}/bucket`, { method: 'POST', body: `${body}\r\n--b--\r\n`, headers });
    expect(complete.status).toBe(204);
    await send(await presign({ Key: 'existing' }), new Blob(['original']));
    const outcome = await answer(await fetch(`${store.url}/bucket`, { method: 'POST', body, headers }));
    expect(outcome).toMatchObject({ status: 400, code: 'MalformedPOSTRequest' });
    expect(await stored('existing')).toBe('original');
    expect(await store.temporaryFiles()).toEqual([]);
  });
});

describe('[POST object] signature version 2', () => {
  const conditions = [{ bucket: 'bucket' }, ['starts-with', '$key', 'foo'], { acl: 'private' }];

  it('stores the file, also when every field carries a file name', async () => {
    const form = new FormData();
    const fields = signV2(conditions, { key: 'foo.txt', acl: 'private' });
    for (const [name, value] of Object.entries(fields)) form.append(name, new Blob([value]), name);
    form.append('file', bytes, 'file');
    expect((await fetch(`${store.url}/bucket`, { method: 'POST', body: form })).status).toBe(204);
    expect(await stored('foo.txt')).toBe('content of the file');
  });

  it('refuses a wrong signature, an unknown key id and a missing signature', async () => {
    const fields = signV2(conditions, { key: 'foo.txt', acl: 'private' });
    const { signature = '', ...unsigned } = fields;
    const reversed = [...signature].reverse().join('');
    expect((await send({ ...unsigned, signature: reversed }, bytes)).code).toBe('SignatureDoesNotMatch');
    expect((await send({ ...fields, AWSAccessKeyId: 'foo' }, bytes)).code).toBe('InvalidAccessKeyId');
    expect(await send(unsigned, bytes)).toMatchObject({ status: 400, code: 'InvalidArgument' });
  });
});
