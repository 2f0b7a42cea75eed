// Generated from packages/contract by `npm run build`; do not edit.
import type { Meta } from './models.js';

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
  /** Id of the bulk operation. From 1 to 1024 characters. */
  readonly bulkId: string;
}

/** A request about a sub-project. */
export interface SubProjectRequest {
  /** Id of the sub-project. From 1 to 1024 characters. */
  readonly subProjectId: string;
}

/** A page of a list. */
export interface PageResponse {
  /** Paging of the list. */
  readonly meta: Meta;
}
