import {
  CreateBucketCommand,
  DeleteBucketCorsCommand,
  GetBucketCorsCommand,
  PutBucketAclCommand,
  PutBucketCorsCommand,
  type CORSRule as Rule,
} from '@aws-sdk/client-s3';
import { beforeAll, describe, expect, it } from 'vitest';
import { useStore } from '../testing/running-store.js';

const store = useStore();
const Bucket = 'shared';

const put = async (CORSRules: Rule[]) =>
  await store.client.send(new PutBucketCorsCommand({ Bucket, CORSConfiguration: { CORSRules } }));
const get = async () => (await store.client.send(new GetBucketCorsCommand({ Bucket }))).CORSRules;

beforeAll(async () => {
  await store.client.send(new CreateBucketCommand({ Bucket, ACL: 'public-read' }));
});

describe('the CORS configuration of a bucket', () => {
  it('is put, read and removed, and stays when the access list changes', async () => {
    const none = { name: 'NoSuchCORSConfiguration', $metadata: { httpStatusCode: 404 } };
    await expect(get()).rejects.toMatchObject(none);
    const rules = [
      { AllowedMethods: ['GET', 'PUT'], AllowedOrigins: ['https://*.example.com'] },
      {
        ...{ ID: 'second <rule>', AllowedMethods: ['POST'], AllowedOrigins: ['*'], AllowedHeaders: ['x-amz-*', 'a'] },
        ...{ ExposeHeaders: ['ETag'], MaxAgeSeconds: 60 },
      },
    ];
    await put(rules);
    expect(await get()).toEqual(rules);
    await Promise.all([
      store.client.send(new PutBucketAclCommand({ Bucket, ACL: 'public-read' })),
      put(rules.slice(0, 1)),
    ]);
    expect(await get()).toEqual(rules.slice(0, 1));
    await store.client.send(new DeleteBucketCorsCommand({ Bucket }));
    await expect(get()).rejects.toMatchObject(none);
    expect((await fetch(`${store.url}/${Bucket}?cors`)).status).toBe(403);
  });

  it.each([
    ['no rule', []],
    ['an unknown method', [{ AllowedMethods: ['PATCH'], AllowedOrigins: ['*'] }]],
    ['two wildcards in an origin', [{ AllowedMethods: ['GET'], AllowedOrigins: ['*.a.*'] }]],
    ['two wildcards in a header', [{ AllowedMethods: ['GET'], AllowedOrigins: ['*'], AllowedHeaders: ['*a*'] }]],
    ['an exposed wildcard', [{ AllowedMethods: ['GET'], AllowedOrigins: ['*'], ExposeHeaders: ['*'] }]],
    ['no origin', [{ AllowedMethods: ['GET'], AllowedOrigins: [] }]],
  ])('with %s is refused and changes nothing', async (_what, rules: Rule[]) => {
    await put([{ AllowedMethods: ['GET'], AllowedOrigins: ['kept'] }]);
    await expect(put(rules)).rejects.toMatchObject({ $metadata: { httpStatusCode: 400 } });
    expect(await get()).toEqual([{ AllowedMethods: ['GET'], AllowedOrigins: ['kept'] }]);
  });
});

/** As ceph's s3-tests ask it (test_cors_origin_response, test_cors_origin_wildcard, test_cors_header_option). */
describe('requests to a bucket with a CORS configuration', () => {
  const origins = [
    { AllowedMethods: ['GET'], AllowedOrigins: ['*suffix'] },
    { AllowedMethods: ['GET'], AllowedOrigins: ['start*end'] },
    { AllowedMethods: ['GET'], AllowedOrigins: ['prefix*'] },
    { AllowedMethods: ['PUT'], AllowedOrigins: ['*.put'] },
  ];
  const asking = 'access-control-request-method';
  type Case = readonly [
    method: string,
    path: string,
    headers: Record<string, string>,
    status: number,
    allowed?: readonly string[],
  ];
  const cases: readonly Case[] = [
    ['GET', '', {}, 200],
    ['GET', '', { origin: 'foo.suffix' }, 200, ['foo.suffix', 'GET']],
    ['GET', '', { origin: 'foo.bar' }, 200],
    ['GET', '', { origin: 'foo.suffix.get' }, 200],
    ['GET', '', { origin: 'startend' }, 200, ['startend', 'GET']],
    ['GET', '', { origin: 'start1end' }, 200, ['start1end', 'GET']],
    ['GET', '', { origin: 'start12end' }, 200, ['start12end', 'GET']],
    ['GET', '', { origin: '0start12end' }, 200],
    ['GET', '', { origin: 'prefix' }, 200, ['prefix', 'GET']],
    ['GET', '', { origin: 'prefix.suffix' }, 200, ['prefix.suffix', 'GET']],
    ['GET', '', { origin: 'bla.prefix' }, 200],
    ['GET', '/bar', { origin: 'foo.suffix' }, 404, ['foo.suffix', 'GET']],
    ['PUT', '/bar', { origin: 'foo.suffix', [asking]: 'GET' }, 403, ['foo.suffix', 'GET']],
    ['PUT', '/bar', { origin: 'foo.suffix', [asking]: 'PUT' }, 403],
    ['PUT', '/bar', { origin: 'foo.suffix', [asking]: 'DELETE' }, 403],
    ['PUT', '/bar', { origin: 'foo.suffix' }, 403],
    ['PUT', '/bar', { origin: 'foo.put' }, 403, ['foo.put', 'PUT']],
    ['OPTIONS', '', {}, 400],
    ['OPTIONS', '', { origin: 'foo.suffix' }, 400],
    ['OPTIONS', '', { origin: 'bla' }, 400],
    ['OPTIONS', '/bar', { origin: 'foo.suffix', [asking]: 'GET' }, 200, ['foo.suffix', 'GET']],
    ['OPTIONS', '', { origin: 'foo.bar', [asking]: 'GET' }, 403],
    ['OPTIONS', '', { origin: 'foo.suffix.get', [asking]: 'GET' }, 403],
    ['OPTIONS', '', { origin: 'startend', [asking]: 'GET' }, 200, ['startend', 'GET']],
    ['OPTIONS', '', { origin: 'prefix.suffix', [asking]: 'GET' }, 200, ['prefix.suffix', 'GET']],
    ['OPTIONS', '', { origin: 'foo.put', [asking]: 'GET' }, 403],
    ['OPTIONS', '', { origin: 'foo.put', [asking]: 'PUT' }, 200, ['foo.put', 'PUT']],
  ];
  const ask = async ([method, path, headers]: readonly [string, string, Record<string, string>]) => {
    const response = await fetch(`${store.url}/${Bucket}${path}`, { method, headers });
    const allowed = ['origin', 'methods'].map((name) => response.headers.get(`access-control-allow-${name}`));
    return [response.status, allowed[0] === null && allowed[1] === null ? undefined : allowed];
  };
  beforeAll(async () => {
    await put(origins);
  });
  it.each(cases.map((one) => [one] as const))('%j', async ([method, path, headers, status, allowed]) => {
    expect(await ask([method, path, headers])).toEqual([status, allowed]);
  });

  it('get * where every origin may call, and no header that is not allowed', async () => {
    await put([{ AllowedMethods: ['GET'], AllowedOrigins: ['*'], ExposeHeaders: ['x-amz-meta-header1'] }]);
    expect(await ask(['GET', '', { origin: 'example.origin' }])).toEqual([200, ['*', 'GET']]);
    const headers = { origin: 'example.origin', [asking]: 'GET' };
    const wanted = (name: string) => ({ ...headers, 'access-control-request-headers': name });
    expect(await ask(['OPTIONS', '', wanted('x-amz-meta-header2')])).toEqual([403, undefined]);
    await put([{ AllowedMethods: ['GET'], AllowedOrigins: ['*'], AllowedHeaders: ['X-Amz-Meta-*'] }]);
    expect(await ask(['OPTIONS', '', wanted('x-amz-meta-header2, x-amz-meta-b')])).toEqual([200, ['*', 'GET']]);
    expect(await ask(['OPTIONS', '', wanted('x-amz-meta-b,content-type')])).toEqual([403, undefined]);
  });

  it('follow the origins of the store again when the configuration is removed', async () => {
    await put([{ AllowedMethods: ['GET'], AllowedOrigins: ['https://one.example'] }]);
    const asked = ['OPTIONS', '', { origin: 'https://other.example', [asking]: 'PUT' }] as const;
    expect(await ask(asked)).toEqual([403, undefined]);
    await store.client.send(new DeleteBucketCorsCommand({ Bucket }));
    expect(await ask(asked)).toEqual([200, ['*', 'GET, HEAD, PUT, POST, DELETE']]);
  });
});
