import { beforeAll, expect, inject, test } from 'vitest';
import { eventually } from '../support/eventually.js';
import { type Client, signInAdmin, signInDemo } from '../support/http.js';
import { createUpload, postForm, uploadFile } from '../support/store.js';
import { deploy, unknownId } from '../support/sub-project.js';

const url = inject('demoUrl');
let admin: Client;
let owner: Client;

beforeAll(async () => {
  [admin, owner] = await Promise.all([signInAdmin(url), signInDemo(url, 'owner')]);
});

test('[D32] stores and files are compared both ways, and agree', async () => {
  const { id: subProjectId } = await deploy(admin);
  await uploadFile(owner, subProjectId);
  const deleted = await uploadFile(owner, subProjectId);
  await owner.ok('deleteStorage', { fileIds: [deleted.id] });
  const open = await createUpload(owner, subProjectId);
  await postForm(open.aws, 'uploaded, not closed');
  const { reconciliation } = await admin.ok('reconcileStorage', { subProjectId });
  const done = await eventually(
    () => admin.ok('getStorageReconciliation', { id: reconciliation.id }),
    (answer) => answer.reconciliation.state === 'COMPLETED',
  );
  expect(done.reconciliation).toMatchObject({
    state: 'COMPLETED',
    plugins: [
      {
        pluginName: 'knowledgeRepo',
        fileCount: '2',
        orphanCount: '0',
        missingCount: '0',
        alteredCount: '0',
        strayUploadCount: '0',
      },
    ],
  });
  await admin.refused('getStorageReconciliation', { id: unknownId }, 1200, { status: 404 });
});
