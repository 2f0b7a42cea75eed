import { createdTs, type Examples, ids, meta, page } from './example.js';

const { subProjectId, processId, bulkId, userId } = ids;
const fields = { supplier: 'Acme', invoiceNumber: 'A-2026-17', amount: 840, currency: 'EUR' };
const filters = JSON.stringify({ subProjectId_id: subProjectId });

export const processExamples = {
  getProcess: {
    request: { ...page, filters },
    answer: { meta, processes: [{ id: processId, createdTs, state: 'INIT', priority: 'MEDIUM', fields }] },
  },
  createProcess: {
    request: { subProjectId, fields, priority: 'MEDIUM', stageKey: 'stage_init' },
    answer: { id: processId, status: 'success', message: 'Process created.' },
  },
  updateProcessField: {
    request: { subProjectId, processId, updates: { notes: 'Checked against the order.', priority: 'HIGH' } },
    answer: { status: 'success', message: 'Process updated: version 2.' },
  },
  getUsersForProcess: {
    request: { subProjectId, ...page },
    answer: {
      meta,
      users: [{ id: userId, name: 'Aylin Assignee', email: 'demo-assignee@example.com', role: 'ASSIGNEE' }],
    },
  },
  bulkUpdateProcesses: {
    request: {
      subProjectId,
      filters: { state: 'INIT', priority: 'LOW' },
      updates: { priority: 'MEDIUM' },
      reason: 'Priorities were wrong.',
    },
    answer: { bulkId, total: '120' },
  },
  getBulkOperation: { request: { subProjectId, bulkId, ...page } },
  cancelBulkOperation: { request: { subProjectId, bulkId } },
  exportProcesses: { request: { filters, format: 'csv' } },
  importProcesses: {
    request: {
      subProjectId,
      format: 'csv',
      content: 'fields.supplier,fields.amount,priority\nAcme,840,LOW\n',
      dryRun: true,
    },
    answer: { created: '1', ids: [], errors: [] },
  },
  getAuditLogs: {
    request: { subProjectId, ...page },
    answer: {
      meta,
      logs: [
        {
          id: '01971f2e-6c00-7a11-8000-000000000141',
          createdTs,
          action: 'process.update',
          subjectType: 'process',
          subjectId: processId,
          processId,
          by: { id: userId, name: 'Aylin Assignee' },
          traceId: '01971f2e-6c00-7a11-8000-000000000151',
          before: { priority: 'MEDIUM' },
          after: { priority: 'HIGH' },
        },
      ],
    },
  },
  exportAuditLogs: { request: { subProjectId } },
} satisfies Examples;
