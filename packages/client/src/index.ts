export type { FilterCondition, Filters } from './arguments/filters.js';
export type { CallOptions, ClientOptions, Credentials, Limits, TokenProvider } from './arguments/options.js';
export { type ClientMethods, connect, type EventMethods, type MillraceClient } from './client.js';
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
export type { EventGap, EventGate, EventGateOptions } from './events/event-gate.js';
export {
  type EventSubscription,
  EventsLostError,
  type SubscribeInput,
  type SubscribeOptions,
} from './events/subscribe.js';
export {
  type VerifyWebhookOptions,
  verifyWebhook,
  type WebhookEvent,
  type WebhookMessage,
  type WebhookRequest,
  WebhookVerificationError,
} from './events/verify-webhook.js';
export type { Download, DownloadInput, DownloadOptions } from './files/download-file.js';
export { ObjectStoreError } from './files/object-store-error.js';
export type { OnProgress, Progress } from './files/progress.js';
export type { TransferOptions } from './files/transfer.js';
export type { UploadedFile, UploadInput, UploadOptions } from './files/upload-file.js';
export { type ReadableFile, type UploadFile, UploadSourceError } from './files/upload-source.js';
export type { UploadState } from './files/upload-state.js';
export { BpmnError, JobFailure } from './jobs/bpmn-error.js';
export type { JobContext, JobHandler, WorkerLog } from './jobs/job-handler.js';
export type { Worker, WorkerOptions } from './jobs/worker.js';
export type { ItemOf, PagedId, PagedRequest } from './lists/pages.js';
export type { RowOf, RowsRequest } from './lists/rows.js';
export type * from './operations/audit.js';
export type * from './operations/events.js';
export type * from './operations/files.js';
export type * from './operations/identity.js';
export type * from './operations/jobs.js';
export type * from './operations/models.js';
export type {
  OperationId,
  OperationMethods,
  OperationRequests,
  OperationResponses,
  RequestOf,
  ResponseOf,
  StreamedId,
} from './operations/operations.js';
export type * from './operations/operators.js';
export type * from './operations/processes.js';
export type * from './operations/shared.js';
export type * from './operations/sign-in.js';
export type * from './operations/sub-projects.js';
export type * from './operations/tasks.js';
export type * from './operations/workflows.js';
export * from './requests/by-operation.js';
export type { Command, RequestArguments } from './requests/command.js';
export { type Commands, commands } from './requests/commands.js';
export type { RequestData } from './requests/request-data.js';
export type { WaitForBulkOptions, WaitForRunOptions, WaitOptions } from './waiting/wait-for.js';
