import { createHash, randomBytes } from 'node:crypto';
import { utimesSync } from 'node:fs';
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConnectionError, connect, type Progress, UploadSourceError, type UploadState } from '@millrace/client';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Asked, type Fault, type FaultProxy, startFaultProxy } from '../src/testing/fault-proxy.js';
import { adminEnvironment, type DemoServer, startDemoServer } from './demo-server.js';
import { freePort } from './free-port.js';

const subProjectId = '01900000-0000-7000-8000-000000000001';
const mebibyte = 1024 ** 2;
/** Five parts of 8 MiB, the last one short. */
const content = randomBytes(33 * mebibyte + 17);
const sha256 = createHash('sha256').update(content).digest('hex');

let server: DemoServer;
let service: FaultProxy;
let store: FaultProxy;
let directory: string;
let path: string;
beforeAll(async () => {
  const storePort = await freePort();
  store = await startFaultProxy(`http://127.0.0.1:${storePort}`);
  server = await startDemoServer({
    MILLRACE_STORE_PORT: String(storePort),
    MILLRACE_STORE_PUBLIC_URL: store.url,
  });
  service = await startFaultProxy(server.url);
  directory = await mkdtemp(join(tmpdir(), 'millrace-upload-test-'));
  path = join(directory, 'scan.tif');
  await writeFile(path, content);
});
afterEach(() => {
  for (const proxy of [service, store]) {
    proxy.fault = undefined;
    proxy.seen.length = 0;
  }
});
afterAll(async () => {
  await server?.stop();
  await service?.close();
  await store?.close();
  await rm(directory, { recursive: true, force: true });
});

const newClient = () =>
  connect({
    url: service.url,
    clientId: 'demo-owner',
    clientSecret: 'demo-owner-secret',
    retryBaseMs: 5,
    timeoutMs: 5000,
  });
const input = { subProjectId, fileName: 'scan.tif', mimeType: 'image/tiff' };
const puts = () => store.seen.filter(({ method }) => method === 'PUT').map(partOf);
const partOf = ({ path: at }: Asked) => Number(new URL(at, 'http://store').searchParams.get('partNumber'));

async function download(fileId: string): Promise<Buffer> {
  const client = newClient();
  const { id: processId } = await client.createProcess({ subProjectId, fields: { supplier: 'Scans Ltd' } });
  const { body } = await client.downloadFile({ subProjectId, processId, fileId });
  return Buffer.from(await new Response(body).arrayBuffer());
}

/** Gives each part of the upload its faults, one per attempt. */
function faultsOfParts(byPart: Readonly<Record<number, readonly Fault[]>>): void {
  const left = new Map(Object.entries(byPart).map(([part, faults]) => [Number(part), [...faults]]));
  store.fault = (asked) => (asked.method === 'PUT' ? left.get(partOf(asked))?.shift() : undefined);
}

/** Uploads until some bytes have moved, and then breaks off as `interrupt` does. */
async function interrupted(interrupt: (stop: AbortController) => unknown, atBytes = 17 * mebibyte) {
  const stop = new AbortController();
  let saved = '';
  const file = await open(path);
  const error = await newClient()
    .uploadFile(
      { ...input, file },
      {
        partsFrom: 1,
        concurrency: 2,
        retries: 1,
        signal: stop.signal,
        onState: (state) => {
          saved = JSON.stringify(state);
        },
        onProgress: ({ loaded }) => {
          if (loaded > atBytes) interrupt(stop);
        },
      },
    )
    .catch((caught: unknown) => caught)
    .finally(() => file.close());
  return { error, state: JSON.parse(saved) as UploadState };
}

describe('[D30] an upload in parts, against the real service and its store', () => {
  it('is put together of what survives resets, lost answers, an outage and a refused address', async () => {
    faultsOfParts({
      1: [{ kind: 'reset-in-request', bytes: 3 * mebibyte }],
      2: [{ kind: 'reset-after' }],
      3: [{ kind: 'answer', status: 503 }, { kind: 'reset-before' }],
      4: [{ kind: 'answer', status: 403 }],
    });
    const told: Progress[] = [];
    const file = await newClient().uploadFile(
      { ...input, file: content, sha256 },
      { partsFrom: 1, onProgress: (progress) => void told.push(progress) },
    );
    expect(file).toEqual({ id: file.id, fileName: 'scan.tif', size: String(content.length), locked: false });
    expect(puts().sort()).toEqual([1, 1, 2, 2, 3, 3, 3, 4, 4, 5]);
    expect(told.at(-1)).toEqual({ loaded: content.length, total: content.length });
    expect(told.map(({ loaded }) => loaded)).toEqual(told.map(({ loaded }) => loaded).sort((a, b) => a - b));
    expect((await download(file.id)).equals(content)).toBe(true);
  });

  it('goes on after its process has ended, from an open file, with the parts that are missing only', async () => {
    const { error, state } = await interrupted((stop) => stop.abort(new Error('the page was closed')));
    expect(error).toMatchObject({ message: 'the page was closed' });
    const before = puts().length;
    const handle = await open(path);
    const told: Progress[] = [];
    const onProgress = (progress: Progress) => void told.push(progress);
    const file = await newClient().uploadFile({ ...input, file: handle }, { resume: state, onProgress });
    await handle.close();
    expect(file.id).toBe(state.fileId);
    const after = puts().slice(before);
    expect(after.length).toBeLessThanOrEqual(3);
    expect(told[0]?.loaded).toBeGreaterThan(16 * mebibyte);
    expect((await download(file.id)).equals(content)).toBe(true);
  });

  it('goes on after the service and its store were killed in the middle', async () => {
    let restart: Promise<void> | undefined;
    const { error, state } = await interrupted(() => {
      restart ??= server.crashAndRestart();
    });
    expect(error).toBeInstanceOf(ConnectionError);
    await restart;
    const handle = await open(path);
    const file = await newClient().uploadFile({ ...input, file: handle }, { resume: state });
    await handle.close();
    expect(file.id).toBe(state.fileId);
    expect((await download(file.id)).equals(content)).toBe(true);
  });

  it('whose completion was not answered is found complete when it is resumed', async () => {
    service.fault = ({ path: at }) => (at.endsWith('/completeMultipartStorage') ? { kind: 'reset-after' } : undefined);
    const { error, state } = await interrupted(() => undefined);
    expect(error).toMatchObject({ name: 'ConnectionError', operation: 'completeMultipartStorage' });
    service.fault = undefined;
    const before = puts().length;
    const handle = await open(path);
    const file = await newClient().uploadFile({ ...input, file: handle }, { resume: state });
    await handle.close();
    expect([file.id, file.locked, puts().length - before]).toEqual([state.fileId, false, 0]);
  });

  it('is not resumed with another file: other size, other time, other sub-project', async () => {
    const { state } = await interrupted((stop) => stop.abort(), 1);
    const client = newClient();
    const resume = (file: Blob, changes: Partial<UploadState> = {}) =>
      client.uploadFile({ ...input, file }, { resume: { ...state, ...changes } });
    await expect(resume(new Blob(['short']))).rejects.toBeInstanceOf(UploadSourceError);
    await expect(resume(new File([content], 'scan.tif', { lastModified: 1 }))).rejects.toBeInstanceOf(
      UploadSourceError,
    );
    await expect(resume(new Blob([content]), { subProjectId: 'other' })).rejects.toBeInstanceOf(TypeError);
    await expect(resume(new Blob([content]), { fileId: 'unknown' })).rejects.toMatchObject({
      name: 'NotFoundError',
      id: 1704,
    });
  });

  it('of a file that changes on the way is not completed', async () => {
    const changing = join(directory, 'changing.tif');
    await writeFile(changing, content);
    const handle = await open(changing);
    let changed = false;
    const upload = newClient().uploadFile(
      { ...input, file: handle },
      {
        partsFrom: 1,
        onState: () => undefined,
        onProgress: () => {
          if (!changed) utimesSync(changing, 1, 1);
          changed = true;
        },
      },
    );
    await expect(upload).rejects.toThrow('changed while it was uploaded');
    await handle.close();
    expect(service.seen.some(({ path: at }) => at.endsWith('/completeMultipartStorage'))).toBe(false);
  });

  it('with another SHA-256 than announced is refused', async () => {
    const upload = newClient().uploadFile({ ...input, file: content, sha256: 'a'.repeat(64) }, { partsFrom: 1 });
    await expect(upload).rejects.toMatchObject({ name: 'StorageError', id: 1715 });
    expect(puts()).toHaveLength(5);
  });

  it('that nobody can resume is given up at the service', async () => {
    store.fault = ({ method }) => (method === 'PUT' ? { kind: 'answer', status: 400 } : undefined);
    await expect(newClient().uploadFile({ ...input, file: content }, { partsFrom: 1 })).rejects.toMatchObject({
      name: 'ObjectStoreError',
      status: 400,
    });
    await expect
      .poll(() => service.seen.filter(({ path: at }) => at.endsWith('/abortMultipartStorage')))
      .toHaveLength(1);
  });
});

describe('[D30] closing', () => {
  const admin = () =>
    connect({
      url: server.url,
      clientId: adminEnvironment.MILLRACE_ADMIN_CLIENT_ID,
      clientSecret: adminEnvironment.MILLRACE_ADMIN_CLIENT_SECRET,
    });
  const closings = async (fileId: string) => {
    const filters = { action: 'file.close', subjectId: fileId };
    return Number((await admin().getAuditLogs({ subProjectId, filters })).meta.totalCount);
  };

  it.each([
    ['closeSignedStorage', Number.POSITIVE_INFINITY],
    ['completeMultipartStorage', 1],
  ])('%s is asked for again when its answer does not come in time, and takes effect once', async (operation, from) => {
    let silences = 1;
    service.fault = ({ path: at }) => {
      if (!at.endsWith(`/${operation}`) || silences === 0) return undefined;
      silences -= 1;
      return { kind: 'silence-after' };
    };
    const small = content.subarray(0, 100_000);
    const file = await newClient().uploadFile({ ...input, file: small }, { partsFrom: from, timeoutMs: 1500 });
    expect([silences, file.locked, file.size]).toEqual([0, false, '100000']);
    expect(service.seen.filter(({ path: at }) => at.endsWith(`/${operation}`))).toHaveLength(2);
    expect(await closings(file.id)).toBe(1);
  });

  it('by several at once, as after a timeout, gives all the same answer and takes effect once', async () => {
    const client = newClient();
    let state: UploadState | undefined;
    service.fault = ({ path: at }) => (at.endsWith('/completeMultipartStorage') ? { kind: 'reset-before' } : undefined);
    const upload = client.uploadFile(
      { ...input, file: content, sha256 },
      {
        partsFrom: 1,
        retries: 0,
        onState: (given) => {
          state = given;
        },
      },
    );
    await expect(upload).rejects.toBeInstanceOf(ConnectionError);
    service.fault = undefined;
    const fileId = state?.fileId ?? '';
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => client.completeMultipartStorage({ subProjectId, fileId })),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await closings(fileId)).toBe(1);
    expect((await download(fileId)).equals(content)).toBe(true);
  });
});
