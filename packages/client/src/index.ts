import { commands } from './requests/commands.js';

export { type Client, type ClientMethods, createClient, type OperationMethods } from './client.js';
export {
  ConflictError,
  ConnectionError,
  type ErrorAnswer,
  InternalError,
  InvalidRequestError,
  MillraceError,
  NotAllowedError,
  NotFoundError,
  PreconditionFailedError,
  RateLimitedError,
  StorageError,
  TimeoutError,
  TransportError,
  UnauthenticatedError,
  UnavailableError,
} from './errors/errors.js';
export type { Download, DownloadInput, DownloadOptions } from './files/download-file.js';
export { ObjectStoreError } from './files/object-store-error.js';
export type { OnProgress, Progress } from './files/progress.js';
export type { TransferOptions } from './files/transfer.js';
export type { UploadedFile, UploadInput, UploadOptions } from './files/upload-file.js';
export { type ReadableFile, type UploadFile, UploadSourceError } from './files/upload-source.js';
export type { UploadState } from './files/upload-state.js';
export { BpmnError, JobFailure } from './jobs/bpmn-error.js';
export type { ActivatedJob, JobContext, JobHandler, WorkerLog } from './jobs/job-handler.js';
export type { Worker, WorkerOptions } from './jobs/worker.js';
export type { ItemOf, PagedId, PagedInput } from './lists/pages.js';
export type { RowOf, RowsInput, StreamedId } from './lists/rows.js';
export { type Command, type Commands, commands, type InputArguments } from './requests/commands.js';
export type { AnswerOf, FilterCondition, Filters, InputOf, RequestData } from './requests/request-data.js';
export type { CallOptions, ClientOptions, Credentials, Limits } from './transport/options.js';
export type { TokenProvider } from './transport/token-source.js';
export type {
  BulkOperation,
  WaitForBulkOptions,
  WaitForRunOptions,
  WaitOptions,
  WorkflowRun,
} from './waiting/wait-for.js';

/**
 * A command per operation; the names are generated from the contract. `createClient` is the operation that creates
 * credentials; the function of that name in this package makes an SDK client.
 */
export const {
  abortMultipartStorage,
  activateJobs,
  broadcastSignal,
  bulkUpdateProcesses,
  cancelBulkOperation,
  cancelWorkflowRun,
  claimTask,
  closeSignedStorage,
  completeJob,
  completeMultipartStorage,
  createClient: createClientCredentials,
  createMultipartStorage,
  createProcess,
  createSignedStorage,
  createSubProject,
  createUser,
  deleteStorage,
  deploySubProject,
  executeWorkflow,
  explainAccess,
  exportAuditLogs,
  exportProcesses,
  extendJobLease,
  failJob,
  getAuditLogs,
  getBulkOperation,
  getClients,
  getProcess,
  getRunTimeline,
  getStorageReconciliation,
  getStuckRuns,
  getSubProjectConfiguration,
  getSubProjects,
  getTasks,
  getUsers,
  getUsersForProcess,
  getWorkflowDiagram,
  getWorkflowRun,
  getWorkflowRuns,
  getWorkflows,
  importProcesses,
  listStorage,
  migrateRun,
  moveToken,
  publishMessage,
  reconcileStorage,
  releaseTask,
  resumeWorkflowRunsApi,
  retryIncident,
  rotateClientSecret,
  signStorageParts,
  throwJobError,
  updateClient,
  updateProcessField,
  updateUser,
  urlStorage,
  userLogin,
} = commands;
