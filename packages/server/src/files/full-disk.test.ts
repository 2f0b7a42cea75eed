import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createObjectStore } from '@millrace/object-store';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { maintainFiles } from './retention/maintenance.js';
import { createStorage } from './store/storage.js';
import { createFileFixture, type FileFixture, pluginOf, sendForm } from './testing/file-fixture.js';
import { fileUseCases } from './use-cases.js';

const mebibyte = 1024 ** 2;
const credentials = { accessKeyId: 'test-key', secretAccessKey: 'test-secret' };

let fixture: FileFixture;
let directory: string;
/** Only root may mount a disk, and not in every container. */
let mounted = false;
beforeAll(async () => {
  fixture = await createFileFixture();
  directory = await mkdtemp(join(tmpdir(), 'millrace-full-'));
  mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', directory]).status === 0;
});
afterAll(async () => {
  if (mounted) spawnSync('umount', [directory]);
  await rm(directory, { recursive: true, force: true });
  await fixture.drop();
});

describe('an embedded store on a disk that is full', () => {
  it('[D30] takes no upload and no part, closes none, and does all once there is room; deleting works meanwhile', async (context) => {
    if (!mounted) return context.skip('a disk of 8 MiB cannot be mounted here');
    const store = await createObjectStore({ directory, credentials: [credentials], buckets: ['test'] }).listen();
    const storage = createStorage({
      plugins: [pluginOf({ ...fixture.store, endpoint: store.url, bucket: 'test', credentials })],
      maximumFileSize: 100 * mebibyte,
    });
    const deps = { ...fixture.deps, storage };
    const useCases = fileUseCases(deps);
    const caller = fixture.caller('OWNER');
    const { subProjectId } = fixture;
    const reserve = { subProjectId, fileName: 'a.txt', mimeType: 'text/plain', pluginName: 'knowledgeRepo' };
    const close = (fileId: string) => useCases.closeSignedStorage(caller, { subProjectId, fileId });
    try {
      const old = await useCases.createSignedStorage(caller, reserve);
      await sendForm(old.aws, 'x'.repeat(mebibyte));
      await close(old.file.id);
      const { file, aws } = await useCases.createSignedStorage(caller, reserve);
      expect((await sendForm(aws, 'x'.repeat(3 * mebibyte))).status).toBe(204);
      const filler = join(directory, 'filler');
      await writeFile(filler, Buffer.alloc(2 * mebibyte));

      const inParts = await useCases.createMultipartStorage(caller, { ...reserve, size: String(3 * mebibyte) });
      const of = { subProjectId, fileId: inParts.file.id };
      const sendPart = async () => {
        const { parts } = await useCases.signStorageParts(caller, { ...of, partNumbers: [1] });
        return (await fetch(parts[0]?.url ?? '', { method: 'PUT', body: 'z'.repeat(3 * mebibyte) })).status;
      };

      expect((await sendForm(aws, 'y'.repeat(3 * mebibyte))).status).toBe(507);
      expect(await sendPart()).toBe(507);
      await expect(useCases.completeMultipartStorage(caller, of)).rejects.toMatchObject({ id: 1715, status: 409 });
      await expect(close(file.id)).rejects.toMatchObject({ id: 1720, status: 507 });
      await useCases.deleteStorage(caller, { fileIds: [old.file.id] });
      await fixture.age(old.file.id, 'deleted_ts', 31 * 24);
      expect(await maintainFiles(deps)).toMatchObject({ purged: 1, removed: 1, failures: {} });

      await rm(filler);
      expect((await close(file.id)).file.size).toBe(String(3 * mebibyte));
      await useCases.deleteStorage(caller, { fileIds: [file.id] });
      await fixture.age(file.id, 'deleted_ts', 31 * 24);
      expect(await maintainFiles(deps)).toMatchObject({ removed: 1, failures: {} });
      expect(await sendPart()).toBe(200);
      expect((await useCases.completeMultipartStorage(caller, of)).file.size).toBe(String(3 * mebibyte));
    } finally {
      storage.close();
      await store.close();
    }
  });
});
