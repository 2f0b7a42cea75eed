import type { DeletionPorts } from '../operations/delete-process.js';

/** Of a process that has nothing else. */
export const nothingElse: DeletionPorts = {
  lockRuns: async () => ({ total: 0, unfinished: 0 }),
  eraseRuns: async () => undefined,
  eraseComments: async () => undefined,
  eraseNotifications: async () => undefined,
  eraseStays: async () => undefined,
  eraseEvents: async () => undefined,
  countFiles: async () => ({ own: 0, shared: 0 }),
  eraseFiles: async () => [],
};
