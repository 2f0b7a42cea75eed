import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { connect } from '../client.js';
import { ConnectionError, TimeoutError } from '../errors/errors.js';
import { type Answer, answerJson, inTurn, loopback, type Seen } from '../testing/loopback.js';
import { ObjectStoreError } from './object-store-error.js';
import type { Progress } from './progress.js';

const content = randomBytes(300_000);
const input = { subProjectId: 's', processId: 'p', fileId: 'f1' };

const startOf = (seen: Seen) => Number(/^bytes=(\d+)-$/.exec(seen.headers.range ?? '')?.[1] ?? 0);

/** Serves the rest of the content as S3 does, and breaks off after some of it if told so. */
const serve =
  ({ breakAfter = Number.POSITIVE_INFINITY, etag = '"v1"' } = {}): Answer =>
  (seen, response) => {
    const start = startOf(seen);
    const rest = content.subarray(start);
    const head = { etag, 'content-type': 'application/pdf', 'content-length': String(rest.length) };
    const range = `bytes ${start}-${content.length - 1}/${content.length}`;
    if (start === 0) response.writeHead(200, head);
    else response.writeHead(206, { ...head, 'content-range': range });
    if (breakAfter >= rest.length) response.end(rest);
    else response.write(rest.subarray(0, breakAfter), () => setTimeout(() => response.destroy(), 5));
  };

async function storage(object: Answer, { timeoutMs = 2000, retries = 4 } = {}) {
  let signed = 0;
  const server = await loopback((seen, response) => {
    if (seen.path.startsWith('/bucket/')) return object(seen, response);
    signed += 1;
    return answerJson(response, { urls: [{ fileId: 'f1', url: `http://${seen.headers.host}/bucket/${signed}` }] });
  });
  const client = connect({ url: server.url, token: 'secret', retryBaseMs: 2, timeoutMs, retries });
  const reads = () => server.requests.filter(({ path }) => path.startsWith('/bucket/'));
  return { ...server, client, reads };
}

const bytesOf = async (body: ReadableStream<Uint8Array<ArrayBuffer>>) =>
  Buffer.from(await new Response(body).arrayBuffer());

describe('[D31] downloadFile', () => {
  it('reads the object at the signed address, without a bearer token', async () => {
    const { client, requests, reads } = await storage(serve());
    const seen: Progress[] = [];
    const download = await client.downloadFile(input, { onProgress: (progress) => void seen.push(progress) });
    expect(download).toMatchObject({ size: content.length, contentType: 'application/pdf' });
    expect(content.equals(await bytesOf(download.body))).toBe(true);
    expect(requests[0]?.json()).toEqual(input);
    expect(reads()).toHaveLength(1);
    expect(reads()[0]?.headers).not.toHaveProperty('authorization');
    expect(reads()[0]?.headers).not.toHaveProperty('range');
    expect(seen.at(-1)).toEqual({ loaded: content.length, total: content.length });
  });

  it('goes on where the connection broke, with the same version of the object', async () => {
    const { client, reads } = await storage(
      inTurn(serve({ breakAfter: 100_000 }), serve({ breakAfter: 50_000 }), serve()),
    );
    const { body } = await client.downloadFile(input);
    expect(content.equals(await bytesOf(body))).toBe(true);
    expect(reads().map(startOf)).toEqual([0, 100_000, 150_000]);
    expect(reads().map(({ headers }) => headers['if-match'])).toEqual([undefined, '"v1"', '"v1"']);
  });

  it('bytes between failures make the count of failures start again', async () => {
    const { client, reads } = await storage(serve({ breakAfter: 60_000 }), { retries: 1 });
    const { body } = await client.downloadFile(input);
    expect(content.equals(await bytesOf(body))).toBe(true);
    expect(reads()).toHaveLength(5);
  });

  it('gives up after its retries without a byte', async () => {
    const dead: Answer = (_, response) => void response.destroy();
    const { client, reads } = await storage(inTurn(serve({ breakAfter: 1000 }), dead), { retries: 2 });
    const { body } = await client.downloadFile(input);
    await expect(bytesOf(body)).rejects.toBeInstanceOf(ConnectionError);
    expect(reads()).toHaveLength(3);
  });

  it('skips what it has when the storage ignores the range', async () => {
    const ignoring: Answer = (seen, response) => serve()({ ...seen, headers: {} }, response);
    const { client } = await storage(inTurn(serve({ breakAfter: 100_000 }), ignoring));
    const { body } = await client.downloadFile(input);
    expect(content.equals(await bytesOf(body))).toBe(true);
  });

  it('never joins two versions of an object', async () => {
    const { client } = await storage(inTurn(serve({ breakAfter: 100_000 }), serve({ etag: '"v2"' })));
    const { body } = await client.downloadFile(input);
    await expect(bytesOf(body)).rejects.toMatchObject({ name: 'ObjectStoreError', status: 412 });
  });

  it('asks for a new address when the old one has expired meanwhile', async () => {
    const expired: Answer = (_, response) =>
      void response.writeHead(403).end('<Error><Code>AccessDenied</Code></Error>');
    const { client, reads } = await storage(inTurn(serve({ breakAfter: 100_000 }), expired, serve()));
    const { body } = await client.downloadFile(input);
    expect(content.equals(await bytesOf(body))).toBe(true);
    expect(reads().map(({ path }) => path)).toEqual(['/bucket/1', '/bucket/1', '/bucket/2']);
  });

  it('tells why the storage refuses', async () => {
    const { client } = await storage(
      (_, response) => void response.writeHead(403).end('<Error><Code>AccessDenied</Code></Error>'),
    );
    const error = await client.downloadFile(input).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(ObjectStoreError);
    expect(error).toMatchObject({ status: 403, storeCode: 'AccessDenied' });
  });

  it('waits for a storage that is away', async () => {
    const away: Answer = (_, response) => void response.writeHead(503).end();
    const { client } = await storage(inTurn(away, serve()));
    const { body } = await client.downloadFile(input);
    expect(content.equals(await bytesOf(body))).toBe(true);
  });

  it('goes on after silence', async () => {
    const stalls: Answer = (_, response) => {
      response.writeHead(200, { etag: '"v1"', 'content-length': String(content.length) });
      response.write(content.subarray(0, 1000));
    };
    const { client, reads } = await storage(inTurn(stalls, serve()), { timeoutMs: 300 });
    const { body } = await client.downloadFile(input);
    expect(content.equals(await bytesOf(body))).toBe(true);
    expect(reads().map(startOf)).toEqual([0, 1000]);
  });

  it('a reader that takes its time is not silence', async () => {
    const { client, reads } = await storage(serve(), { timeoutMs: 300 });
    const reader = (await client.downloadFile(input)).body.getReader();
    let loaded = (await reader.read()).value?.length ?? 0;
    await new Promise((resolve) => setTimeout(resolve, 450));
    for (let next = await reader.read(); !next.done; next = await reader.read()) loaded += next.value.length;
    expect([loaded, reads().length]).toEqual([content.length, 1]);
  });

  it('bounds silence', async () => {
    const { client } = await storage(() => undefined, { timeoutMs: 40, retries: 1 });
    await expect(client.downloadFile(input)).rejects.toBeInstanceOf(TimeoutError);
  });

  it('stops when its signal aborts in the middle', async () => {
    const endless: Answer = (_, response) => void response.writeHead(200, { 'content-length': '9' }).write('a');
    const { client } = await storage(endless);
    const controller = new AbortController();
    const { body } = await client.downloadFile(input, { signal: controller.signal });
    setTimeout(() => controller.abort(new Error('cancelled')), 30);
    await expect(bytesOf(body)).rejects.toThrow('cancelled');
  });

  it('stops when the reader cancels', async () => {
    const server = await storage((_, response) => void response.writeHead(200, { 'content-length': '9' }).write('a'));
    const reader = (await server.client.downloadFile(input)).body.getReader();
    await reader.read();
    await reader.cancel('enough');
    expect(server.reads()).toHaveLength(1);
  });

  it('an empty file is an empty stream', async () => {
    const { client } = await storage((_, response) => void response.writeHead(200, { 'content-length': '0' }).end());
    const { body, size } = await client.downloadFile(input);
    expect([size, (await bytesOf(body)).length]).toEqual([0, 0]);
  });
});
