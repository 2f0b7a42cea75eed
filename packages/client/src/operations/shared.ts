// Generated from packages/contract by `npm run generate`; do not edit.
import type { ClosedFile, Meta, OAuthClient, RunId, Task } from './models.js';

/** A request to upload a file. */
export interface UploadRequest extends SubProjectRequest {
  /** Name of the file. From 1 to 1024 characters. */
  readonly fileName: string;
  /** MIME type of the file. From 1 to 1024 characters. */
  readonly mimeType: string;
  /** Storage plugin to upload to, e.g. knowledgeRepo. From 1 to 1024 characters. */
  readonly pluginName: string;
}

/** A request of a worker about a job that is leased to it. */
export interface JobRequest extends SubProjectRequest {
  /** Key of the job. From 1 to 1024 characters. */
  readonly jobKey: string;
  /** Fencing token that activateJobs returned. From 1 to 1024 characters. */
  readonly token: string;
}

/** A request for a page of a list. */
export interface PagingRequest {
  /** Page number, from 1. Default "1". */
  readonly page?: string | number | undefined;
  /** Items per page, 1 to 1000. Default "10". */
  readonly perPageCount?: string | number | undefined;
}

/** A request about a file. */
export interface FileRequest extends SubProjectRequest {
  /** Id of the file. From 1 to 1024 characters. */
  readonly fileId: string;
}

/** A request about a human task. */
export interface TaskRequest extends SubProjectRequest {
  /** Id of the task. From 1 to 1024 characters. */
  readonly taskId: string;
}

/** A request about a run. */
export interface RunRequest extends SubProjectRequest {
  /** Id of the run. From 1 to 1024 characters. */
  readonly runId: string;
}

/** A request about a bulk update. */
export interface BulkOperationRequest extends SubProjectRequest {
  /** Id of the bulk update. From 1 to 1024 characters. */
  readonly bulkId: string;
}

/** A request about a sub-project. */
export interface SubProjectRequest {
  /** Id of the sub-project. From 1 to 1024 characters. */
  readonly subProjectId: string;
}

/** The answer of operations that create something. */
export interface CreatedResponse extends StatusResponse {
  /** Id of what was created. */
  readonly id: string;
}

/** The answer of operations that return no data. */
export interface StatusResponse {
  /** Always "success". */
  readonly status: string;
  /** What was done. */
  readonly message: string;
}

/** A client and its new secret. */
export interface ClientSecretResponse {
  /** Client credentials of a user. */
  readonly client: OAuthClient;
  /** Secret to sign in with. Save it: it is not shown again. */
  readonly client_secret: string;
}

/** A page of a list. */
export interface PageResponse {
  /** Paging of the list. */
  readonly meta: Meta;
}

/** The answer of operations that change a run. */
export interface RunResponse {
  /** The run and its state. */
  readonly runId: RunId;
}

/** The answer of operations that change a task. */
export interface TaskResponse {
  /** A human task. */
  readonly task: Task;
}

/** The answer of operations that close an upload. */
export interface ClosedFileResponse {
  /** A file whose upload is closed. */
  readonly file: ClosedFile;
}
