import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFileFixture, type FileFixture, sendForm } from '../testing/file-fixture.js';
import { defaultPluginName, type StoragePlugin } from './plugin.js';
import { createStorage } from './storage.js';

let fixture: FileFixture;
beforeAll(async () => {
  fixture = await createFileFixture();
});
afterAll(() => fixture.drop());

const lockedInDatabase = async (fileId: string) => {
  const [row] = await fixture.db<{
    locked: boolean;
  }>`select closed_ts is null as locked from files where id = ${fileId}`;
  return row?.locked;
};

describe('while the store is stopped', () => {
  it('[D30] closing is 1709 within seconds, changes nothing, and works once the store is back', async () => {
    const { file, aws } = await fixture.create();
    expect((await sendForm(aws, 'kept')).status).toBe(204);
    await fixture.proxy.stop();
    try {
      const started = Date.now();
      await expect(fixture.close(file.id)).rejects.toMatchObject({ id: 1709, status: 502 });
      expect(Date.now() - started).toBeLessThan(5000);
      expect(await lockedInDatabase(file.id)).toBe(true);
      await expect(fixture.deps.storage.probe()).rejects.toMatchObject({ id: 1709 });
    } finally {
      await fixture.proxy.start();
    }
    expect((await fixture.close(file.id)).file.size).toBe('4');
    await fixture.deps.storage.probe();
  });

  it('[D29] [D31] [D32] what needs no store goes on: signing, listing, deleting, and closing what is closed', async () => {
    const processId = await fixture.createProcess();
    const { id } = await fixture.upload({ processId });
    await fixture.proxy.stop();
    try {
      const { subProjectId, useCases } = fixture;
      const caller = fixture.caller('OWNER');
      expect((await fixture.create()).aws.url).toMatch(/^http/);
      expect((await useCases.urlStorage(caller, { subProjectId, processId, fileId: id })).urls).toHaveLength(1);
      expect((await fixture.close(id)).file.locked).toBe(false);
      expect((await useCases.deleteStorage(caller, { fileIds: [id] })).success).toBe(true);
      expect((await useCases.listStorage(caller, { subProjectId })).files.length).toBeGreaterThan(0);
    } finally {
      await fixture.proxy.start();
    }
  });
});

describe('a store that does not do as asked', () => {
  const plugin = (changes: Partial<StoragePlugin>): StoragePlugin => ({
    name: defaultPluginName,
    endpoint: undefined,
    publicEndpoint: undefined,
    region: 'us-east-1',
    bucket: 'test',
    credentials: { accessKeyId: 'test-key', secretAccessKey: 'test-secret' },
    forcePathStyle: true,
    prefix: '',
    maximumFileSize: undefined,
    mimeTypes: undefined,
    ...changes,
  });
  const storageWith = (changes: Partial<StoragePlugin>) =>
    createStorage({
      plugins: [plugin(changes)],
      maximumFileSize: 1000,
      timeouts: { connectMs: 200, requestMs: 400 },
    });

  it('[D30] takes connections and never answers: 1709 after two attempts', async () => {
    const sockets = new Set<{ destroy(): void }>();
    const silent = createServer((socket) => sockets.add(socket));
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const address = silent.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const storage = storageWith({ endpoint: `http://127.0.0.1:${port}` });
    const started = Date.now();
    await expect(storage.head(defaultPluginName, 'a')).rejects.toMatchObject({
      id: 1709,
      status: 502,
      detail: 'The storage "knowledgeRepo" could not be reached.',
    });
    expect(Date.now() - started).toBeLessThan(3000);
    expect(sockets.size).toBe(2);
    storage.close();
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => silent.close(resolve));
  });

  it('[D9] refuses the credentials: 1709 that tells no address and no key', async () => {
    const [real] = fixture.deps.storage.plugins;
    const storage = storageWith({
      endpoint: real?.endpoint,
      credentials: { ...fixture.store.credentials, secretAccessKey: 'another' },
    });
    await expect(storage.remove(defaultPluginName, 'secret/key')).rejects.toMatchObject({
      id: 1709,
      detail: 'The storage "knowledgeRepo" refused the request (403 SignatureDoesNotMatch).',
    });
    await expect(storage.probe()).rejects.toMatchObject({ id: 1709 });
    storage.close();
  });

  it('has no such bucket: 1709, not a file that is missing', async () => {
    const [real] = fixture.deps.storage.plugins;
    const storage = storageWith({ endpoint: real?.endpoint, bucket: 'nowhere' });
    await expect(storage.remove(defaultPluginName, 'a')).rejects.toMatchObject({ id: 1709 });
    await expect(storage.digest(defaultPluginName, 'a')).rejects.toMatchObject({ id: 1709 });
    await expect(storage.listPage(defaultPluginName, '')).rejects.toMatchObject({ id: 1709 });
    storage.close();
  });
});
