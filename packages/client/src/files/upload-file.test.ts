import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { connect } from '../client.js';
import { ConnectionError, TimeoutError } from '../errors/errors.js';
import { type Answer, answerJson, answerProblem, inTurn, loopback } from '../testing/loopback.js';
import { ObjectStoreError } from './object-store-error.js';
import type { Progress } from './progress.js';
import type { UploadInput } from './upload-file.js';
import { UploadSourceError } from './upload-source.js';

const fields = { key: 's/f/a.txt', Policy: 'cG9saWN5', 'X-Amz-Signature': 'abc' };
const closed = { id: 'f1', fileName: 'a.txt', size: '11', locked: false };
const stored: Answer = (_, response) => void response.writeHead(204).end();
const refused: Answer = (_, response) =>
  void response
    .writeHead(400, { 'content-type': 'application/xml' })
    .end('<Error><Code>EntityTooLarge</Code><Message>Too large</Message></Error>');

/** A service and its storage in one. */
async function storage(form: Answer, close: Answer = (_, response) => answerJson(response, { file: closed })) {
  const server = await loopback((seen, response) => {
    if (seen.path === '/bucket') return form(seen, response);
    if (seen.path.endsWith('/closeSignedStorage')) return close(seen, response);
    const file = { id: 'f1', fileName: seen.json().fileName, locked: true };
    return answerJson(response, { file, aws: { url: `http://${seen.headers.host}/bucket`, fields } });
  });
  const client = connect({ url: server.url, token: 'secret', retryBaseMs: 2, timeoutMs: 2000 });
  const upload = (file: UploadInput['file'], more: Partial<UploadInput> = {}, options = {}) =>
    client.uploadFile({ subProjectId: 's', fileName: 'a.txt', file, ...more }, options);
  const forms = () => server.requests.filter(({ path }) => path === '/bucket');
  return { ...server, upload, forms };
}

const hello = () => new Blob(['hello world'], { type: 'text/plain' });
const paths = (requests: readonly { path: string }[]) => requests.map(({ path }) => path.split('/').pop());

/** Reads a form as the platform does, an independent witness. */
const formOf = (seen: { headers: object; body: Buffer } | undefined) =>
  new Response(new Uint8Array(seen?.body ?? []), { headers: Object.entries(seen?.headers ?? {}) }).formData();

describe('[interface: Upload flow] uploadFile', () => {
  it('creates, posts every field and the file last, without a bearer token, and closes', async () => {
    const { upload, requests, forms } = await storage(stored);
    expect(await upload(hello(), { processId: 'p1' })).toEqual(closed);
    expect(paths(requests)).toEqual(['createSignedStorage', 'bucket', 'closeSignedStorage']);
    expect(requests[0]?.json()).toEqual({
      subProjectId: 's',
      size: '11',
      fileName: 'a.txt',
      mimeType: 'text/plain',
      pluginName: 'knowledgeRepo',
      processId: 'p1',
    });
    expect(requests[2]?.json()).toEqual({ subProjectId: 's', fileId: 'f1' });
    const [form] = forms();
    expect(form?.headers).not.toHaveProperty('authorization');
    expect(form?.headers['content-length']).toBe(String(form?.body.length));
    const entries = [...(await formOf(form))];
    expect(entries.map(([name]) => name)).toEqual([...Object.keys(fields), 'file']);
    expect(Object.fromEntries(entries.slice(0, -1))).toEqual(fields);
    const file = entries.at(-1)?.[1];
    expect(file instanceof File && [file.name, file.type, await file.text()]).toEqual([
      'a.txt',
      'text/plain',
      'hello world',
    ]);
  });

  it.each<[string, () => UploadInput['file'], number | undefined]>([
    ['bytes', () => new TextEncoder().encode('hello world'), undefined],
    ['a web stream of known size', () => hello().stream(), 11],
    ['a web stream of unknown size', () => hello().stream(), undefined],
    ['a Node stream of known size', () => Readable.from([Buffer.from('hello '), Buffer.from('world')]), 11],
    ['an empty stream', () => new Blob([]).stream(), 0],
  ])('takes %s', async (_, file, size) => {
    const { upload, forms } = await storage(stored);
    await upload(file(), { size });
    const sent = (await formOf(forms()[0])).get('file');
    expect(sent instanceof File && (await sent.text())).toBe(size === 0 ? '' : 'hello world');
    expect(sent instanceof File && sent.type).toBe('application/octet-stream');
  });

  it('takes the name and the type of a File', async () => {
    const { upload, requests } = await storage(stored);
    await upload(new File(['x'], 'scan.pdf', { type: 'application/pdf' }), { fileName: undefined });
    expect(requests[0]?.json()).toMatchObject({ fileName: 'scan.pdf', mimeType: 'application/pdf' });
  });

  it('asks for a name before anything is sent', async () => {
    const { upload, requests } = await storage(stored);
    await expect(upload(hello(), { fileName: undefined })).rejects.toThrow('fileName is required');
    expect(requests).toEqual([]);
  });

  it('tells progress up to the end', async () => {
    const { upload } = await storage(stored);
    const seen: Progress[] = [];
    const size = 3 * 1024 * 1024;
    await upload(new Uint8Array(size), {}, { onProgress: (progress: Progress) => void seen.push(progress) });
    expect(seen.length).toBeGreaterThan(1);
    expect(seen.at(-1)).toEqual({ loaded: size, total: size });
    expect(seen.map(({ loaded }) => loaded)).toEqual(seen.map(({ loaded }) => loaded).sort((a, b) => a - b));
  });

  it('sends the whole form again when the connection breaks or the storage is away', async () => {
    const reset: Answer = (_, response) => void response.destroy();
    const away: Answer = (_, response) => void response.writeHead(503).end();
    const { upload, requests, forms } = await storage(inTurn(reset, away, stored));
    await upload(hello());
    expect(paths(requests)).toEqual(['createSignedStorage', ...['bucket', 'bucket', 'bucket'], 'closeSignedStorage']);
    const last = (await formOf(forms()[2])).get('file');
    expect(last instanceof File && (await last.text())).toBe('hello world');
  });

  it('does not send a stream again', async () => {
    const { upload, forms } = await storage((_, response) => void response.destroy());
    await expect(upload(hello().stream(), { size: 11 })).rejects.toBeInstanceOf(ConnectionError);
    expect(forms()).toHaveLength(1);
  });

  it('tells why the storage refuses, and neither tries again nor closes', async () => {
    const { upload, requests } = await storage(refused);
    const error = await upload(hello()).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(ObjectStoreError);
    expect(error).toMatchObject({ status: 400, storeCode: 'EntityTooLarge' });
    expect(String(error)).toContain('400 EntityTooLarge Too large');
    expect(paths(requests)).toEqual(['createSignedStorage', 'bucket']);
  });

  it('[D30] passes on why the upload cannot be closed', async () => {
    const { upload } = await storage(stored, (_, response) =>
      answerProblem(response, 409, 1715, 'ERROR_STORAGE_CLOSE_FAILED'),
    );
    await expect(upload(hello())).rejects.toMatchObject({ name: 'StorageError', id: 1715 });
  });

  it.each([5, 20])('a stream that does not have the %i bytes it should have is refused', async (size) => {
    const { upload } = await storage(stored);
    await expect(upload(hello().stream(), { size })).rejects.toThrow(`does not have the ${size} bytes`);
  });

  it('passes on why a stream failed', async () => {
    const { upload } = await storage(stored);
    const broken = Readable.from(
      (async function* () {
        yield Buffer.from('hel');
        throw new Error('disk gone');
      })(),
    );
    const error = await upload(broken, { size: 11 }).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(UploadSourceError);
    expect(error).toMatchObject({ cause: new Error('disk gone') });
  });

  it('bounds silence', async () => {
    const { upload } = await storage(() => undefined);
    await expect(upload(hello(), {}, { timeoutMs: 50, retries: 1 })).rejects.toBeInstanceOf(TimeoutError);
  });

  it('stops when its signal aborts', async () => {
    const controller = new AbortController();
    const { upload, requests } = await storage(() => controller.abort(new Error('cancelled')));
    const pending = upload(hello(), {}, { signal: controller.signal });
    await expect(pending).rejects.toThrow('cancelled');
    expect(paths(requests)).toEqual(['createSignedStorage', 'bucket']);
  });
});
