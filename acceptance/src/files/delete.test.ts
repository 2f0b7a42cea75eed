import { describe, expect, test } from 'vitest';
import { signInDemoClients } from '../support/demo-clients.js';
import { createUpload, uploadFile } from '../support/store.js';
import { configuration, createProcess, deploy, unknownId } from '../support/sub-project.js';

const { admin, owner, manager } = await signInDemoClients();
const { id: subProjectId } = await deploy(admin);

const listed = async (filters: object = {}) =>
  (await owner.ok('listStorage', { subProjectId, perPageCount: '1000', filters })).files.map(({ id }) => id);
const remove = (fileIds: readonly string[], recover?: boolean) => owner.ok('deleteStorage', { fileIds, recover });

describe('deleteStorage', () => {
  test('[D32] deletes and recovers, each as often as asked; the content is there again', async () => {
    const { id, content } = await uploadFile(owner, subProjectId);
    const processId = await createProcess(owner, subProjectId);
    for (let n = 0; n < 2; n++) {
      expect((await remove([id])).success).toBe(true);
      expect(await listed()).not.toContain(id);
      expect(await listed({ deleted: true })).toContain(id);
    }
    await owner.refused('closeSignedStorage', { subProjectId, fileId: id }, 1704);
    for (let n = 0; n < 2; n++) {
      expect((await remove([id], true)).success).toBe(true);
      expect(await listed()).toContain(id);
    }
    const { urls } = await owner.ok('urlStorage', { subProjectId, processId, fileId: id });
    const response = await fetch(urls[0]?.url ?? '');
    expect(Buffer.from(await response.arrayBuffer()).equals(content)).toBe(true);
  });

  test('[D32] all or nothing: one unknown or locked file keeps the others', async () => {
    const { id } = await uploadFile(owner, subProjectId);
    const open = await createUpload(owner, subProjectId);
    await owner.refused('deleteStorage', { fileIds: [id, unknownId] }, 1704);
    await owner.refused('deleteStorage', { fileIds: [id, 'no-uuid'] }, 1704);
    await owner.refused('deleteStorage', { fileIds: [id, open.file.id] }, 1712);
    await owner.refused('deleteStorage', { fileIds: [open.file.id], recover: true }, 1712);
    expect(await listed()).toContain(id);
    expect((await remove([id, id])).success).toBe(true);
  });

  test('[D32] a named sub-project must hold all of the files', async () => {
    const { id } = await uploadFile(owner, subProjectId);
    const other = await deploy(admin);
    const foreign = await uploadFile(owner, other.id);
    await owner.refused('deleteStorage', { subProjectId, fileIds: [id, foreign.id] }, 1704);
    expect(await listed()).toContain(id);
    await remove([id, foreign.id]);
    expect(await listed()).not.toContain(id);
  });

  test('[D32] under legal hold nothing is deleted or recovered', async () => {
    const document = configuration();
    const { id } = await deploy(admin, document);
    const [kept, deleted] = await Promise.all([uploadFile(owner, id), uploadFile(owner, id)]);
    await remove([deleted.id]);
    const held = { ...document, storage: { legalHold: true } };
    await admin.ok('deploySubProject', { subProjectId: id, document: held });
    await owner.refused('deleteStorage', { fileIds: [kept.id], recover: false }, 1712);
    await owner.refused('deleteStorage', { fileIds: [deleted.id], recover: true }, 1712);
    await admin.ok('deploySubProject', { subProjectId: id, document });
    await remove([kept.id]);
  });

  test('[D14] missing, empty and mistyped members', async () => {
    for (const body of [
      {},
      { fileIds: [] },
      { fileIds: 'x' },
      { fileIds: [1] },
      { fileIds: [''] },
      { fileIds: null },
    ]) {
      await owner.refused('deleteStorage', body, 1200);
    }
    const { id } = await uploadFile(owner, subProjectId);
    for (const recover of ['true', 1, null]) await owner.refused('deleteStorage', { fileIds: [id], recover }, 1200);
    await owner.refused('deleteStorage', { fileIds: [id], subProjectId: unknownId }, 1202);
    expect(await listed()).toContain(id);
  });

  test('[D41] a role without it is 1207, and learns nothing about the files', async () => {
    const { id } = await uploadFile(owner, subProjectId);
    await manager.refused('deleteStorage', { fileIds: [id] }, 1207);
    await manager.refused('deleteStorage', { fileIds: [id, unknownId] }, 1207);
  });

  test('[D32] of simultaneous deletes and recoveries each is whole', async () => {
    const files = await Promise.all([1, 2, 3, 4].map(() => uploadFile(owner, subProjectId)));
    const ids = files.map(({ id }) => id);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        owner.call('deleteStorage', { fileIds: n % 3 === 0 ? ids.toReversed() : ids, recover: n % 2 === 0 }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const left = (await listed()).filter((id) => ids.includes(id));
    expect([0, ids.length]).toContain(left.length);
  });
});
