import type { Table } from './operations.js';

/** The operations that only the page of a process, the list of processes and new projects call. Keep the order of the alphabet. */
export const processOperations = {
  abortMultipartStorage: { folder: 'process/knowledges', touches: ['listStorage'] },
  addComment: { folder: 'process/comments', touches: ['getComments', 'getProcessActivity'] },
  attachFile: { folder: 'process/knowledges', touches: ['listStorage', 'getProcessActivity'] },
  bulkExecuteWorkflow: {
    folder: 'process/workflows',
    touches: ['getBulkOperations'],
  },
  bulkUpdateProcesses: { folder: 'process', touches: ['getBulkOperations'] },
  closeSignedStorage: {
    folder: 'process/knowledges',
    touches: ['listStorage', 'getProcessActivity'],
  },
  completeMultipartStorage: {
    folder: 'process/knowledges',
    touches: ['listStorage', 'getProcessActivity'],
  },
  createMultipartStorage: { folder: 'process/knowledges', touches: [] },
  createSignedStorage: { folder: 'process/knowledges', touches: [] },
  deleteComment: { folder: 'process/comments', touches: ['getComments', 'getProcessActivity'] },
  deleteProcess: { folder: 'process', touches: ['getProcess'] },
  deleteView: { folder: 'process/views', touches: ['getViews'] },
  detachFile: { folder: 'process/knowledges', touches: ['listStorage', 'getProcessActivity'] },
  executeWorkflow: {
    folder: 'process/workflows',
    touches: ['getProcess', 'getProcessActivity', 'getWorkflowRuns', 'getTasks'],
  },
  explainSla: 'process',
  getComments: 'process/comments',
  getFileVersions: 'process/knowledges',
  getProcessActivity: 'process',
  getTasks: 'process/workflows',
  getWatchers: 'process/notifications',
  renameFile: { folder: 'process/knowledges', touches: ['listStorage', 'getProcessActivity'] },
  replaceFile: {
    folder: 'process/knowledges',
    touches: ['getFileVersions', 'listStorage', 'getProcessActivity'],
  },
  saveView: { folder: 'process/views', touches: ['getViews'] },
  signStorageParts: { folder: 'process/knowledges', touches: [] },
  unwatchProcess: { folder: 'process/notifications', touches: ['getWatchers'] },
  updateComment: { folder: 'process/comments', touches: ['getProcessActivity'] },
  watchProcess: { folder: 'process/notifications', touches: ['getWatchers'] },
} as const satisfies Table;
