import type { DeletionPorts } from '../operations/delete-process.js';

/** Of a process that has neither runs nor files. */
export const nothingElse: DeletionPorts = {
  lockRuns: async () => ({ total: 0, unfinished: 0 }),
  eraseRuns: async () => undefined,
  eraseEvents: async () => undefined,
  countFiles: async () => ({ own: 0, shared: 0 }),
  eraseFiles: async () => [],
};
