import { expect, test } from 'vitest';
import { signInDemoClients } from '../support/demo-clients.js';
import { eventually } from '../support/eventually.js';
import { createUpload, postForm, uploadFile } from '../support/store.js';
import { deploy, unknownId } from '../support/sub-project.js';

const { admin, owner } = await signInDemoClients();

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
