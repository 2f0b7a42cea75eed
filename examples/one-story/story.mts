import { connect } from '@millrace/client';

const subProjectId = '01900000-0000-7000-8000-000000000001';
const client = connect({
  url: process.env.MILLRACE_URL ?? 'http://127.0.0.1:8080',
  clientId: process.env.MILLRACE_CLIENT_ID ?? 'demo-owner',
  clientSecret: process.env.MILLRACE_CLIENT_SECRET ?? 'demo-owner-secret',
});
const say = (line: string) => process.stdout.write(`${line}\n`);

async function readInvoice(id: string) {
  const filters = { subProjectId_id: subProjectId, id };
  const { processes } = await client.getProcess({ page: 1, perPageCount: 1, filters });
  const [invoice] = processes;
  if (invoice === undefined) throw new Error(`the invoice ${id} is not there`);
  return invoice;
}

const { id: processId } = await client.createProcess({
  subProjectId,
  fields: { supplier: 'Acme', amount: 840, currency: 'EUR' },
});
const created = await readInvoice(processId);
say(`created an invoice of ${created.fields.supplier} in state ${created.state}`);

const stageKey = 'stage_init';
const { workflows } = await client.getWorkflows({ subProjectId, stageKeys: [stageKey] });
const workflowId = workflows.find(({ name }) => name === 'Manager approval')?.id;
if (workflowId === undefined) throw new Error('there is no workflow "Manager approval"');
const { runId } = await client.executeWorkflow({ subProjectId, processId, stageKey, workflowId });
say(`the run is ${runId.state}`);

const payload = { comment: 'as agreed' };
const resumed = await client.resumeWorkflowRunsApi({ subProjectId, runId: runId.id, approved: true, payload });
say(`after the approval the run is ${resumed.runId.state}`);

const file = await client.uploadFile({
  subProjectId,
  processId,
  file: new TextEncoder().encode('a document of yours\n'),
  fileName: 'invoice.txt',
  mimeType: 'text/plain',
});
say(`uploaded ${file.fileName}, ${file.size} bytes`);

const { processes } = await client.getProcess({
  page: 1,
  perPageCount: 10,
  filters: {
    subProjectId_id: subProjectId,
    id: [processId],
    state: 'APPROVED',
    'fields.supplier': 'Acme',
    'fields.amount': { gte: 500 },
  },
});
for (const { fields, state } of processes) say(`found ${fields.supplier} ${fields.amount} ${fields.currency} ${state}`);
