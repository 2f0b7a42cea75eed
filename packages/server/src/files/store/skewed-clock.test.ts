import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createObjectStore, type RunningStore } from '@millrace/object-store';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { maintainFiles } from '../retention/maintenance.js';
import { createFileFixture, type FileFixture, pluginOf, sendForm } from '../testing/file-fixture.js';
import { reconcile } from '../testing/reconcile.js';
import { fileUseCases } from '../use-cases.js';
import type { FileDeps } from './file-deps.js';
import { createStorage } from './storage.js';

const credentials = { accessKeyId: 'test-key', secretAccessKey: 'test-secret' };
const hour = 3600 * 1000;

let fixture: FileFixture;
let directory: string;
let store: RunningStore;
let deps: FileDeps;
/** By how much the store's clock is ahead of the server's, in milliseconds. */
let ahead = 0;
beforeAll(async () => {
  fixture = await createFileFixture();
  directory = await mkdtemp(join(tmpdir(), 'millrace-skew-'));
  const options = { directory, credentials: [credentials], buckets: ['test'], clock: () => Date.now() + ahead };
  store = await createObjectStore(options).listen();
});
beforeEach(() => {
  const storage = createStorage({
    plugins: [pluginOf({ ...fixture.store, endpoint: store.url, bucket: 'test', credentials })],
    maximumFileSize: 1000,
  });
  deps = { ...fixture.deps, storage };
});
afterEach(() => {
  ahead = 0;
  deps.storage.close();
});
afterAll(async () => {
  await store.close();
  await rm(directory, { recursive: true, force: true });
  await fixture.drop();
});

/** Asks again after 1709: each of the server's two clients is refused once before it knows that the clock was set. */
async function asking<T>(action: () => Promise<T>, times = 3): Promise<T> {
  try {
    return await action();
  } catch (error) {
    expect(error).toMatchObject({ id: 1709, status: 502 });
    if (times === 1) throw error;
    return asking(action, times - 1);
  }
}

describe.each([
  ['an hour ahead of', hour],
  ['an hour behind', -hour],
])('while the clock of the store is %s that of the server', (_name, skew) => {
  it('[D30] [D32] the server signs by the time that its answers tell; [D29] [D31] what clients send it refuses', async () => {
    const useCases = fileUseCases(deps);
    const caller = fixture.caller('OWNER');
    const { subProjectId } = fixture;
    const processId = await fixture.createProcess();
    const reserve = { subProjectId, processId, fileName: 'a', mimeType: 'text/plain', pluginName: 'knowledgeRepo' };
    const close = (fileId: string) => useCases.closeSignedStorage(caller, { subProjectId, fileId });
    const download = async (fileId: string) => {
      const { urls } = await useCases.urlStorage(caller, { subProjectId, processId, fileId });
      const response = await fetch(urls[0]?.url ?? '');
      return response.status === 200 ? response.text() : response.status;
    };
    const closed = await useCases.createSignedStorage(caller, reserve);
    await sendForm(closed.aws, 'closed');
    await close(closed.file.id);
    const open = await useCases.createSignedStorage(caller, reserve);
    expect((await sendForm(open.aws, 'open')).status).toBe(204);
    const inParts = await useCases.createMultipartStorage(caller, { ...reserve, size: '4' });
    const of = { subProjectId, fileId: inParts.file.id };
    const { parts } = await useCases.signStorageParts(caller, { ...of, partNumbers: [1] });
    const sendPart = async () => (await fetch(parts[0]?.url ?? '', { method: 'PUT', body: 'part' })).status;
    const doomed = await useCases.createSignedStorage(caller, reserve);
    await sendForm(doomed.aws, 'gone');
    await close(doomed.file.id);
    await useCases.deleteStorage(caller, { fileIds: [doomed.file.id] });
    await fixture.age(doomed.file.id, 'deleted_ts', 31 * 24);

    ahead = skew;
    expect((await close(open.file.id)).file.size).toBe('4');
    await expect(useCases.completeMultipartStorage(caller, of)).rejects.toMatchObject({ id: 1715, status: 409 });
    expect(await sendPart()).toBe(403);
    expect(await download(closed.file.id)).toBe(403);
    // A policy has an end and no beginning.
    const form = await useCases.createSignedStorage(caller, reserve);
    expect((await sendForm(form.aws, 'new')).status).toBe(skew > 0 ? 403 : 204);
    expect(await maintainFiles(deps)).toMatchObject({ removed: 1, failures: {} });
    const [report] = (await reconcile(fixture, deps, { repair: true })).plugins;
    expect(report?.failure).toBeUndefined();
    expect(report).toMatchObject({ removed: 0, aborted: 0 });
    expect(report).toMatchObject({ missing: { count: 0 }, orphans: { count: 0 }, strayUploads: { count: 0 } });

    ahead = 0;
    expect(await download(closed.file.id)).toBe('closed');
    expect(await download(open.file.id)).toBe('open');
    expect((await sendForm(form.aws, 'new')).status).toBe(204);
    expect((await asking(() => close(form.file.id))).file.size).toBe('3');
    expect(await sendPart()).toBe(200);
    expect((await useCases.completeMultipartStorage(caller, of)).file.size).toBe('4');
  });
});
