import type { OperationId, Operations } from '@millrace/contract';

type Address<Id extends OperationId> = `${Operations[Id]['method']} ${Operations[Id]['path']}`;

/** A read: the operation's method and path. */
type ReadEntry<Id extends OperationId> = { readonly address: Address<Id> };
/** A change: also the reads whose answers it may change, or `session` where everything does. */
type ChangeEntry<Id extends OperationId> = ReadEntry<Id> & { readonly touches: readonly OperationId[] | 'everything' };

type Entry<Id extends OperationId> = Operations[Id]['method'] extends 'GET' ? ReadEntry<Id> : ChangeEntry<Id>;
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
  abortMultipartStorage: { address: 'POST /v1/process/knowledges/abortMultipartStorage', touches: ['listStorage'] },
  addComment: { address: 'POST /v1/process/comments/addComment', touches: ['getComments', 'getProcessActivity'] },
  assignTask: { address: 'POST /v1/process/workflows/assignTask', touches: taskReads },
  attachFile: { address: 'POST /v1/process/knowledges/attachFile', touches: ['listStorage', 'getProcessActivity'] },
  bulkExecuteWorkflow: {
    address: 'POST /v1/process/workflows/bulkExecuteWorkflow',
    touches: ['getBulkOperations'],
  },
  bulkUpdateProcesses: { address: 'POST /v1/process/bulkUpdateProcesses', touches: ['getBulkOperations'] },
  cancelBulkOperation: {
    address: 'POST /v1/process/cancelBulkOperation',
    touches: ['getBulkOperation', 'getBulkOperations'],
  },
  cancelWorkflowRun: { address: 'POST /v1/process/workflows/cancelWorkflowRun', touches: incidentReads },
  castVote: { address: 'POST /v1/process/workflows/castVote', touches: taskReads },
  claimTask: { address: 'POST /v1/process/workflows/claimTask', touches: taskReads },
  closeSignedStorage: {
    address: 'POST /v1/process/knowledges/closeSignedStorage',
    touches: ['listStorage', 'getProcessActivity'],
  },
  completeMultipartStorage: {
    address: 'POST /v1/process/knowledges/completeMultipartStorage',
    touches: ['listStorage', 'getProcessActivity'],
  },
  countProcesses: { address: 'GET /v1/process/countProcesses' },
  createMultipartStorage: { address: 'POST /v1/process/knowledges/createMultipartStorage', touches: [] },
  createPersonalToken: { address: 'POST /v1/users/createPersonalToken', touches: ['getPersonalTokens'] },
  createProcess: { address: 'POST /v1/process/createProcess', touches: ['getProcess'] },
  createRecoveryCodes: { address: 'POST /v1/users/createRecoveryCodes', touches: ['getFactors'] },
  createSignedStorage: { address: 'POST /v1/process/knowledges/createSignedStorage', touches: [] },
  decideTasks: { address: 'POST /v1/process/workflows/decideTasks', touches: taskReads },
  deleteComment: { address: 'POST /v1/process/comments/deleteComment', touches: ['getComments', 'getProcessActivity'] },
  deleteIdentityLink: {
    address: 'POST /v1/users/deleteIdentityLink',
    touches: ['getIdentityLinks', 'getFactors', 'getSessions'],
  },
  deleteProcess: { address: 'POST /v1/process/deleteProcess', touches: ['getProcess'] },
  deleteView: { address: 'POST /v1/process/views/deleteView', touches: ['getViews'] },
  detachFile: { address: 'POST /v1/process/knowledges/detachFile', touches: ['listStorage', 'getProcessActivity'] },
  endSession: { address: 'POST /v1/users/endSession', touches: ['getSessions'] },
  executeWorkflow: {
    address: 'POST /v1/process/workflows/executeWorkflow',
    touches: ['getProcess', 'getProcessActivity', 'getWorkflowRuns', 'getTasks'],
  },
  explainAccess: { address: 'GET /v1/process/projects/explainAccess' },
  explainApproval: { address: 'GET /v1/process/workflows/explainApproval' },
  getApprovalStatus: { address: 'GET /v1/process/workflows/getApprovalStatus' },
  getAuditLogs: { address: 'GET /v1/process/getAuditLogs' },
  getBulkOperation: { address: 'GET /v1/process/getBulkOperation' },
  getBulkOperations: { address: 'GET /v1/process/getBulkOperations' },
  getComments: { address: 'GET /v1/process/comments/getComments' },
  getDraft: { address: 'GET /v1/users/getDraft' },
  getFactors: { address: 'GET /v1/users/getFactors' },
  getGroups: { address: 'GET /v1/users/getGroups' },
  getIdentityLinks: { address: 'GET /v1/users/getIdentityLinks' },
  getFileVersions: { address: 'GET /v1/process/knowledges/getFileVersions' },
  getIncidentGroups: { address: 'GET /v1/process/workflows/getIncidentGroups' },
  getIncidents: { address: 'GET /v1/process/workflows/getIncidents' },
  getInbox: { address: 'GET /v1/process/workflows/getInbox' },
  getInvitations: { address: 'GET /v1/users/getInvitations' },
  getMe: { address: 'GET /v1/users/getMe' },
  getMembers: { address: 'GET /v1/process/projects/getMembers' },
  getNotificationPreferences: { address: 'GET /v1/process/notifications/getNotificationPreferences' },
  getNotifications: { address: 'GET /v1/process/notifications/getNotifications' },
  getPersonalTokens: { address: 'GET /v1/users/getPersonalTokens' },
  getProcess: { address: 'GET /v1/process/getProcess' },
  getProcessActivity: { address: 'GET /v1/process/getProcessActivity' },
  getQueues: { address: 'GET /v1/process/workflows/getQueues' },
  getRunTimeline: { address: 'GET /v1/process/workflows/getRunTimeline' },
  getSessions: { address: 'GET /v1/users/getSessions' },
  getSignInMethods: { address: 'GET /v1/users/getSignInMethods' },
  getSubProjectSchema: { address: 'GET /v1/process/projects/getSubProjectSchema' },
  getTask: { address: 'GET /v1/process/workflows/getTask' },
  getTasks: { address: 'GET /v1/process/workflows/getTasks' },
  getUsersForProcess: { address: 'GET /v1/process/projects/getUsersForProcess' },
  getViews: { address: 'GET /v1/process/views/getViews' },
  getWatchers: { address: 'GET /v1/process/notifications/getWatchers' },
  getWorkflowDiagram: { address: 'GET /v1/process/workflows/getWorkflowDiagram' },
  getWorkflowRun: { address: 'GET /v1/process/workflows/getWorkflowRun' },
  getWorkflowRuns: { address: 'GET /v1/process/getWorkflowRuns' },
  getWorkflows: { address: 'GET /v1/process/getWorkflows' },
  importProcesses: { address: 'POST /v1/process/importProcesses', touches: ['countProcesses', 'search'] },
  inviteMember: { address: 'POST /v1/process/projects/inviteMember', touches: ['getInvitations'] },
  listStorage: { address: 'GET /v1/process/knowledges/listStorage' },
  markNotificationsRead: {
    address: 'POST /v1/process/notifications/markNotificationsRead',
    touches: ['getNotifications'],
  },
  previewDecision: { address: 'POST /v1/process/workflows/previewDecision', touches: [] },
  releaseTask: { address: 'POST /v1/process/workflows/releaseTask', touches: taskReads },
  removePasskey: { address: 'POST /v1/users/removePasskey', touches: ['getFactors'] },
  removeTotp: { address: 'POST /v1/users/removeTotp', touches: ['getFactors'] },
  renameFile: { address: 'POST /v1/process/knowledges/renameFile', touches: ['listStorage', 'getProcessActivity'] },
  renamePasskey: { address: 'POST /v1/users/renamePasskey', touches: ['getFactors'] },
  replaceFile: {
    address: 'POST /v1/process/knowledges/replaceFile',
    touches: ['getFileVersions', 'listStorage', 'getProcessActivity'],
  },
  requestEmailChange: { address: 'POST /v1/users/requestEmailChange', touches: [] },
  resendInvitation: { address: 'POST /v1/users/resendInvitation', touches: ['getInvitations'] },
  resumeWorkflowRunsApi: { address: 'POST /v1/process/workflows/resumeWorkflowRunsApi', touches: taskReads },
  retryIncident: { address: 'POST /v1/process/workflows/retryIncident', touches: incidentReads },
  revokeInvitation: { address: 'POST /v1/users/revokeInvitation', touches: ['getInvitations'] },
  revokePersonalToken: { address: 'POST /v1/users/revokePersonalToken', touches: ['getPersonalTokens'] },
  saveDraft: { address: 'POST /v1/users/saveDraft', touches: [] },
  saveView: { address: 'POST /v1/process/views/saveView', touches: ['getViews'] },
  search: { address: 'GET /v1/search' },
  setLocale: { address: 'POST /v1/users/setLocale', touches: [] },
  setMemberRoles: {
    address: 'POST /v1/process/projects/setMemberRoles',
    touches: ['getMembers', 'getMe', 'getUsersForProcess'],
  },
  setNotificationPreferences: {
    address: 'POST /v1/process/notifications/setNotificationPreferences',
    touches: ['getNotificationPreferences', 'getNotifications'],
  },
  setPassword: {
    address: 'POST /v1/users/setPassword',
    touches: ['getFactors', 'getMe', 'getSessions'],
  },
  signStorageParts: { address: 'POST /v1/process/knowledges/signStorageParts', touches: [] },
  signOut: { address: 'POST /v1/users/signOut', touches: 'everything' },
  startIdentityLink: { address: 'POST /v1/users/startIdentityLink', touches: [] },
  startPasskeySignIn: { address: 'POST /v1/users/startPasskeySignIn', touches: [] },
  stepUp: { address: 'POST /v1/users/stepUp', touches: ['getMe', 'getSessions'] },
  unwatchProcess: { address: 'POST /v1/process/notifications/unwatchProcess', touches: ['getWatchers'] },
  updateComment: { address: 'POST /v1/process/comments/updateComment', touches: ['getProcessActivity'] },
  updateMe: { address: 'POST /v1/users/updateMe', touches: ['getMe'] },
  updateProcessField: {
    address: 'POST /v1/process/updateProcessField',
    touches: ['getProcess', 'getProcessActivity', 'getWorkflowRuns', 'getTasks'],
  },
  updateTask: { address: 'POST /v1/process/workflows/updateTask', touches: taskReads },
  urlStorage: { address: 'POST /v1/process/knowledges/urlStorage', touches: [] },
  watchProcess: { address: 'POST /v1/process/notifications/watchProcess', touches: ['getWatchers'] },
} as const satisfies Table;

/** Names of the operations that the console calls. */
export type CalledId = keyof typeof operations;
export type ReadId = {
  [Id in CalledId]: Operations[Id]['method'] extends 'GET' ? Id : never;
}[CalledId];
export type ChangeId = Exclude<CalledId, ReadId>;
