import { expect, test } from 'vitest';
import { signInDemoClients } from './support/demo-clients.js';
import { eventually } from './support/eventually.js';
import type { Client } from './support/http.js';
import { demoUserId } from './support/person.js';
import { createProcess, deploy, unknownId } from './support/sub-project.js';

const { admin, owner, assignee } = await signInDemoClients();
const { id: subProjectId } = await deploy(admin);

async function finished(client: Client, bulkId: string) {
  return eventually(
    () => client.ok('getBulkOperation', { subProjectId, bulkId, perPageCount: '100' }),
    ({ bulkOperation }) => bulkOperation.state !== 'RUNNING',
  );
}

const withNotes = async (notes: string) => {
  const filters = { subProjectId_id: subProjectId, 'fields.notes': notes };
  return (await owner.ok('getProcess', { page: '1', perPageCount: '1000', filters })).processes.map(({ id }) => id);
};

test('[D17] updates what matches as updateProcessField would, and reports what refused it', async () => {
  const paid = await createProcess(owner, subProjectId, { fields: { supplier: 'many', amount: 1 } });
  for (const state of ['APPROVED', 'PAID']) {
    await owner.ok('updateProcessField', { subProjectId, processId: paid, updates: { state } });
  }
  const approved: string[] = [];
  for (let n = 0; n < 5; n++) {
    const id = await createProcess(owner, subProjectId, { fields: { supplier: 'many', amount: 1 } });
    await owner.ok('updateProcessField', { subProjectId, processId: id, updates: { state: 'APPROVED' } });
    approved.push(id);
  }
  const fresh = await createProcess(owner, subProjectId, { fields: { supplier: 'many', amount: 1 } });
  const filters = { 'fields.supplier': 'many' };
  const updates = { state: 'PAID', notes: 'paid by the run of Friday' };
  const { bulkId, total } = await owner.ok('bulkUpdateProcesses', { subProjectId, filters, updates });
  expect(total).toBe('7');
  const { bulkOperation, errors } = await finished(owner, bulkId);
  expect(bulkOperation).toMatchObject({ state: 'COMPLETED', total: '7', done: '6', failed: '1' });
  expect(errors).toMatchObject([{ processId: fresh, id: 1232 }]);
  expect((await withNotes('paid by the run of Friday')).toSorted()).toEqual([paid, ...approved].toSorted());
  const { logs } = await owner.ok('getAuditLogs', { subProjectId, processId: approved[0] });
  expect(logs[0]).toMatchObject({ action: 'process.update', after: { state: 'PAID' } });
});

test('[D12] it reaches only what the caller sees and may update', async () => {
  const fields = { supplier: 'shared', assignee: await demoUserId(admin, 'assignee') };
  const own = await createProcess(owner, subProjectId, { fields });
  await createProcess(owner, subProjectId, { fields: { supplier: 'shared' } });
  const body = { subProjectId, filters: { 'fields.supplier': 'shared' }, updates: { notes: 'mine' } };
  const { bulkId, total } = await assignee.ok('bulkUpdateProcesses', body);
  expect(total).toBe('1');
  expect((await finished(assignee, bulkId)).bulkOperation).toMatchObject({ state: 'COMPLETED', done: '1' });
  expect(await withNotes('mine')).toEqual([own]);
  await owner.refused('getBulkOperation', { subProjectId, bulkId }, 1200, { status: 404 });
  await owner.refused('cancelBulkOperation', { subProjectId, bulkId: unknownId }, 1200, { status: 404 });
});
