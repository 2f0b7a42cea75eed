import type { OperationId, Operations } from '@millrace/contract';

/** Where an operation is below /v1: its path is /v1/folder/id. */
type Folder<Id extends OperationId> = Operations[Id]['path'] extends `/v1/${infer Between}${Id}`
  ? Between extends `${infer Path}/`
    ? Path
    : ''
  : never;

/** A change: its folder, and the reads whose answers it may change. It is sent with POST. */
type Change<Id extends OperationId> = {
  readonly folder: Folder<Id>;
  readonly touches: readonly OperationId[] | 'everything';
};

/** Of a read, which is sent with GET, the folder alone. */
type Entry<Id extends OperationId> = { GET: Folder<Id>; POST: Change<Id> }[Operations[Id]['method']];
type Table = { readonly [Id in OperationId]?: Entry<Id> };

/** What a change of a task may have changed. */
const taskReads = ['explainApproval', 'getApprovalStatus', 'getInbox', 'getTask', 'getTasks'] as const;

/** What a repair of runs may have changed. */
const incidentReads = ['getIncidentGroups', 'getIncidents', 'getWorkflowRun', 'getWorkflowRuns'] as const;

/**
 * The operations that the console calls. The contract checks every address and name here at compile time; the contract itself
 * is not part of the bundle. Keep the order of the alphabet.
 */
export const operations = {
  abortMultipartStorage: { folder: 'process/knowledges', touches: ['listStorage'] },
  addComment: { folder: 'process/comments', touches: ['getComments', 'getProcessActivity'] },
  assignTask: { folder: 'process/workflows', touches: taskReads },
  attachFile: { folder: 'process/knowledges', touches: ['listStorage', 'getProcessActivity'] },
  bulkExecuteWorkflow: {
    folder: 'process/workflows',
    touches: ['getBulkOperations'],
  },
  bulkOperateRuns: { folder: 'process/workflows', touches: ['getBulkOperations'] },
  bulkUpdateProcesses: { folder: 'process', touches: ['getBulkOperations'] },
  cancelBulkOperation: {
    folder: 'process',
    touches: ['getBulkOperation', 'getBulkOperations'],
  },
  cancelWorkflowRun: { folder: 'process/workflows', touches: incidentReads },
  castVote: { folder: 'process/workflows', touches: taskReads },
  claimTask: { folder: 'process/workflows', touches: taskReads },
  closeSignedStorage: {
    folder: 'process/knowledges',
    touches: ['listStorage', 'getProcessActivity'],
  },
  completeMultipartStorage: {
    folder: 'process/knowledges',
    touches: ['listStorage', 'getProcessActivity'],
  },
  countProcesses: 'process',
  createDelegation: { folder: 'process/workflows', touches: ['getDelegations', ...taskReads] },
  createMultipartStorage: { folder: 'process/knowledges', touches: [] },
  createPersonalToken: { folder: 'users', touches: ['getPersonalTokens'] },
  createProcess: { folder: 'process', touches: ['getProcess'] },
  createRecoveryCodes: { folder: 'users', touches: ['getFactors'] },
  createSignedStorage: { folder: 'process/knowledges', touches: [] },
  decideTasks: { folder: 'process/workflows', touches: taskReads },
  deleteComment: { folder: 'process/comments', touches: ['getComments', 'getProcessActivity'] },
  deleteIdentityLink: {
    folder: 'users',
    touches: ['getIdentityLinks', 'getFactors', 'getSessions'],
  },
  deleteProcess: { folder: 'process', touches: ['getProcess'] },
  deleteView: { folder: 'process/views', touches: ['getViews'] },
  detachFile: { folder: 'process/knowledges', touches: ['listStorage', 'getProcessActivity'] },
  endDelegation: { folder: 'process/workflows', touches: ['getDelegations', ...taskReads] },
  endSession: { folder: 'users', touches: ['getSessions'] },
  executeWorkflow: {
    folder: 'process/workflows',
    touches: ['getProcess', 'getProcessActivity', 'getWorkflowRuns', 'getTasks'],
  },
  explainAccess: 'process/projects',
  explainApproval: 'process/workflows',
  getApprovalStatus: 'process/workflows',
  getAuditLogs: 'process',
  getBulkOperation: 'process',
  getBulkOperations: 'process',
  getComments: 'process/comments',
  getDelegations: 'process/workflows',
  getDraft: 'users',
  getFactors: 'users',
  getGroups: 'users',
  getIdentityLinks: 'users',
  getFileVersions: 'process/knowledges',
  getIncidentGroups: 'process/workflows',
  getIncidents: 'process/workflows',
  getInbox: 'process/workflows',
  getInvitations: 'users',
  getMe: 'users',
  getMembers: 'process/projects',
  getNotificationPreferences: 'process/notifications',
  getNotifications: 'process/notifications',
  getPersonalTokens: 'users',
  getProcess: 'process',
  getProcessActivity: 'process',
  getProcessStatistics: 'process',
  getQueues: 'process/workflows',
  getRunTimeline: 'process/workflows',
  getSessions: 'users',
  getSignInMethods: 'users',
  getSubProjectSchema: 'process/projects',
  getTask: 'process/workflows',
  getTasks: 'process/workflows',
  getUsersForProcess: 'process/projects',
  getViews: 'process/views',
  getWatchers: 'process/notifications',
  getWorkflowDiagram: 'process/workflows',
  getWorkflowRun: 'process/workflows',
  getWorkflowRuns: 'process',
  getWorkflows: 'process',
  importProcesses: { folder: 'process', touches: ['countProcesses', 'search'] },
  inviteMember: { folder: 'process/projects', touches: ['getInvitations'] },
  listStorage: 'process/knowledges',
  markNotificationsRead: {
    folder: 'process/notifications',
    touches: ['getNotifications'],
  },
  modifyRun: {
    folder: 'process/workflows',
    touches: [...incidentReads, 'getRunTimeline', 'getTasks', 'getInbox'],
  },
  planMigration: { folder: 'process/workflows', touches: [] },
  previewDecision: { folder: 'process/workflows', touches: [] },
  releaseTask: { folder: 'process/workflows', touches: taskReads },
  removePasskey: { folder: 'users', touches: ['getFactors'] },
  removeTotp: { folder: 'users', touches: ['getFactors'] },
  renameFile: { folder: 'process/knowledges', touches: ['listStorage', 'getProcessActivity'] },
  renamePasskey: { folder: 'users', touches: ['getFactors'] },
  replaceFile: {
    folder: 'process/knowledges',
    touches: ['getFileVersions', 'listStorage', 'getProcessActivity'],
  },
  requestEmailChange: { folder: 'users', touches: [] },
  resendInvitation: { folder: 'users', touches: ['getInvitations'] },
  resumeWorkflowRunsApi: { folder: 'process/workflows', touches: taskReads },
  retryIncident: { folder: 'process/workflows', touches: incidentReads },
  revokeInvitation: { folder: 'users', touches: ['getInvitations'] },
  revokePersonalToken: { folder: 'users', touches: ['getPersonalTokens'] },
  saveDraft: { folder: 'users', touches: [] },
  saveView: { folder: 'process/views', touches: ['getViews'] },
  search: '',
  setLocale: { folder: 'users', touches: [] },
  setMemberRoles: {
    folder: 'process/projects',
    touches: ['getMembers', 'getMe', 'getUsersForProcess'],
  },
  setNotificationPreferences: {
    folder: 'process/notifications',
    touches: ['getNotificationPreferences', 'getNotifications'],
  },
  setPassword: {
    folder: 'users',
    touches: ['getFactors', 'getMe', 'getSessions'],
  },
  signStorageParts: { folder: 'process/knowledges', touches: [] },
  signOut: { folder: 'users', touches: 'everything' },
  startIdentityLink: { folder: 'users', touches: [] },
  startPasskeySignIn: { folder: 'users', touches: [] },
  stepUp: { folder: 'users', touches: ['getMe', 'getSessions'] },
  unwatchProcess: { folder: 'process/notifications', touches: ['getWatchers'] },
  updateComment: { folder: 'process/comments', touches: ['getProcessActivity'] },
  updateMe: { folder: 'users', touches: ['getMe'] },
  updateProcessField: {
    folder: 'process',
    touches: ['getProcess', 'getProcessActivity', 'getWorkflowRuns', 'getTasks'],
  },
  updateTask: { folder: 'process/workflows', touches: taskReads },
  urlStorage: { folder: 'process/knowledges', touches: [] },
  watchProcess: { folder: 'process/notifications', touches: ['getWatchers'] },
} as const satisfies Table;

/** Names of the operations that the console calls. */
export type CalledId = keyof typeof operations;
export type ReadId = {
  [Id in CalledId]: Operations[Id]['method'] extends 'GET' ? Id : never;
}[CalledId];
export type ChangeId = Exclude<CalledId, ReadId>;
