import type { Table } from './operations.js';

/**
 * The operations that only the pages around a sub-project call: its members, audit log, flow and import, its design, new ones, and the
 * pages for administrators. Keep the order of the alphabet.
 */
export const projectOperations = {
  deploySubProject: { folder: 'process/projects', touches: 'everything' },
  getAuditLogs: 'process',
  getEvidence: 'process',
  getInvitations: 'users',
  getProcessStatistics: 'process',
  getProcessStays: 'process',
  getSubProjectConfiguration: 'process/projects',
  importProcesses: { folder: 'process', touches: ['countProcesses', 'search'] },
  inviteMember: { folder: 'process/projects', touches: ['getInvitations'] },
  resendInvitation: { folder: 'users', touches: ['getInvitations'] },
  revokeInvitation: { folder: 'users', touches: ['getInvitations'] },
  setMemberRoles: {
    folder: 'process/projects',
    touches: ['getMembers', 'getMe', 'getUsersForProcess'],
  },
  testSubProject: { folder: 'process/projects', touches: [] },
} as const satisfies Table;
