import type { OperationId, Operations } from '@millrace/contract';
import type { calendarOperations } from './calendar-operations.js';
import type { connectionOperations } from './connection-operations.js';
import type { peopleOperations } from './people-operations.js';
import type { passkeyOperations } from './people-passkey-operations.js';
import type { processOperations } from './process-operations.js';
import type { projectOperations } from './project-operations.js';
import type { runOperations } from './run-operations.js';

/** Where an operation is below /v1: its path is /v1/folder/id; of others the whole path, which begins with a slash. */
type Folder<Id extends OperationId> = Operations[Id]['path'] extends `/v1/${infer Between}${Id}`
  ? Between extends `${infer Path}/`
    ? Path
    : ''
  : Operations[Id]['path'] extends `/v1${infer Whole}`
    ? Whole
    : never;

/** A change: its folder, and the reads whose answers it may change. It is sent with POST. */
type Change<Id extends OperationId> = {
  readonly folder: Folder<Id>;
  readonly touches: readonly OperationId[] | 'everything';
};

/** Of a read, which is sent with GET, the folder alone. */
type Entry<Id extends OperationId> = { GET: Folder<Id>; POST: Change<Id> }[Operations[Id]['method']];
export type Table = { readonly [Id in OperationId]?: Entry<Id> };

/** What a change of a task may have changed. */
export const taskReads = ['explainApproval', 'getApprovalStatus', 'getInbox', 'getTask', 'getTasks'] as const;

/**
 * The operations that the console calls. The contract checks every address and name here at compile time; the contract itself
 * is not part of the bundle. Keep the order of the alphabet.
 */
const operations = {
  assignTask: { folder: 'process/workflows', touches: taskReads },
  cancelBulkOperation: {
    folder: 'process',
    touches: ['getBulkOperation', 'getBulkOperations'],
  },
  castVote: { folder: 'process/workflows', touches: taskReads },
  claimTask: { folder: 'process/workflows', touches: taskReads },
  countProcesses: 'process',
  createProcess: { folder: 'process', touches: ['getProcess'] },
  decideTasks: { folder: 'process/workflows', touches: taskReads },
  explainAccess: 'process/projects',
  explainApproval: 'process/workflows',
  getApprovalStatus: 'process/workflows',
  getBulkOperation: 'process',
  getBulkOperations: 'process',
  getDraft: 'users',
  getFactors: 'users',
  getGroups: 'users',
  getInbox: 'process/workflows',
  getMe: 'users',
  getMembers: 'process/projects',
  getNotifications: 'process/notifications',
  getProcess: 'process',
  getSessions: 'users',
  getSubProjectSchema: 'process/projects',
  getTask: 'process/workflows',
  getUsersForProcess: 'process/projects',
  getViews: 'process/views',
  getWorkflowDiagram: 'process/workflows',
  getWorkflowRun: 'process/workflows',
  getWorkflowRuns: 'process',
  getWorkflows: 'process',
  listStorage: 'process/knowledges',
  markNotificationsRead: {
    folder: 'process/notifications',
    touches: ['getNotifications'],
  },
  previewDecision: { folder: 'process/workflows', touches: [] },
  releaseTask: { folder: 'process/workflows', touches: taskReads },
  resumeWorkflowRunsApi: { folder: 'process/workflows', touches: taskReads },
  saveDraft: { folder: 'users', touches: [] },
  search: '',
  setLocale: { folder: 'users', touches: [] },
  signOut: { folder: 'users', touches: 'everything' },
  stepUp: { folder: 'users', touches: ['getMe', 'getSessions'] },
  updateProcessField: {
    folder: 'process',
    touches: ['getProcess', 'getProcessActivity', 'getWorkflowRuns', 'getTasks'],
  },
  updateTask: { folder: 'process/workflows', touches: taskReads },
  urlStorage: { folder: 'process/knowledges', touches: [] },
} as const satisfies Table;

/** Names of the operations that the console calls. */
export type CalledId =
  | keyof typeof operations
  | keyof typeof calendarOperations
  | keyof typeof connectionOperations
  | keyof typeof passkeyOperations
  | keyof typeof peopleOperations
  | keyof typeof processOperations
  | keyof typeof projectOperations
  | keyof typeof runOperations;

type AnyEntry = string | { readonly folder: string; readonly touches: readonly string[] | 'everything' };
const known: Record<string, AnyEntry> = { ...operations };

/** Adds operations that only some pages call: they are loaded with those pages. */
export const addOperations = (more: Readonly<Record<string, AnyEntry>>): unknown => Object.assign(known, more);

export const entryOf = (id: CalledId): AnyEntry => known[id] as AnyEntry;

export type ReadId = {
  [Id in CalledId]: Operations[Id]['method'] extends 'GET' ? Id : never;
}[CalledId];
export type ChangeId = Exclude<CalledId, ReadId>;
