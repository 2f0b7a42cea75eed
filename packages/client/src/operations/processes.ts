// Generated from packages/contract by `npm run generate`; do not edit.
import type { Filters } from '../arguments/filters.js';
import type { BulkOperation, Process, User } from './models.js';
import type {
  BulkOperationRequest,
  CreatedResponse,
  PageResponse,
  PagingRequest,
  StatusResponse,
  SubProjectRequest,
} from './shared.js';

/** The request of getProcess: list processes. */
export interface GetProcessRequest {
  /** Page number, from 1. */
  readonly page: string | number;
  /** Items per page, 1 to 1000. */
  readonly perPageCount: string | number;
  /** JSON object of filters, e.g. {"subProjectId_id":"…","state":"INIT"}; subProjectId_id is required. From 1 to 65536 characters. */
  readonly filters: string | Filters;
  /** Extension: comma-separated filter keys to sort by; "-" before a key sorts descending. At most 8192 characters. */
  readonly sort?: string | readonly string[] | undefined;
  /** Extension: comma-separated members to add: version, stageKey, updatedTs, createdBy, lastChange. At most 8192 characters. */
  readonly include?: string | readonly string[] | undefined;
}

/** The answer of getProcess: list processes. */
export interface GetProcessResponse extends PageResponse {
  /** The processes of the page. */
  readonly processes: readonly Process[];
}

/** The request of getUsersForProcess: list assignable users. */
export interface GetUsersForProcessRequest extends PagingRequest, SubProjectRequest {
  /** Id of a process. Return only users whose role covers its stage. At most 8192 characters. */
  readonly processId?: string | undefined;
}

/** The answer of getUsersForProcess: list assignable users. */
export interface GetUsersForProcessResponse extends PageResponse {
  /** The users of the page. */
  readonly users: readonly User[];
}

/** The request of updateProcessField: update process fields. */
export interface UpdateProcessFieldRequest extends SubProjectRequest {
  /** Id of the process. From 1 to 1024 characters. */
  readonly processId: string;
  /** New values by field name; null clears an optional field. */
  readonly updates: object;
}

/** The answer of updateProcessField: update process fields. */
export type UpdateProcessFieldResponse = StatusResponse;

/** The request of bulkUpdateProcesses: update many processes. */
export interface BulkUpdateProcessesRequest extends SubProjectRequest {
  /** Filters as in getProcess, without subProjectId_id. {} selects all processes. */
  readonly filters: Filters | Readonly<Record<string, unknown>>;
  /** New values by name, as in updateProcessField. */
  readonly updates: object;
  /** Reason, kept in the audit log. At most 8192 characters. */
  readonly reason?: string | undefined;
}

/** The answer of bulkUpdateProcesses: update many processes. */
export interface BulkUpdateProcessesResponse {
  /** Id of the bulk update, for getBulkOperation. */
  readonly bulkId: string;
  /** Number of processes that match now, a decimal string. */
  readonly total: string;
}

/** The request of cancelBulkOperation: stop a bulk update. */
export type CancelBulkOperationRequest = BulkOperationRequest;

/** The answer of cancelBulkOperation: stop a bulk update. */
export interface CancelBulkOperationResponse {
  /** A bulk update. */
  readonly bulkOperation: BulkOperation;
}

/** The request of createProcess: create a process. */
export interface CreateProcessRequest extends SubProjectRequest {
  /** Dynamic fields by name. */
  readonly fields?: object | undefined;
  /** Priority. Default: the default priority of the configuration. At most 8192 characters. */
  readonly priority?: string | undefined;
  /** Key of the stage. Default: the default stage of the configuration. At most 8192 characters. */
  readonly stageKey?: string | undefined;
}

/** The answer of createProcess: create a process. */
export type CreateProcessResponse = CreatedResponse;

/** The request of deleteProcess: delete a process for good. */
export interface DeleteProcessRequest extends SubProjectRequest {
  /** Id of the process. From 1 to 1024 characters. */
  readonly processId: string;
  /** Reason, kept in the audit log. At most 8192 characters. */
  readonly reason?: string | undefined;
  /** true: also when the process has unfinished runs. Default: false. */
  readonly endRuns?: boolean | undefined;
  /** true: say what would be deleted, and delete nothing. */
  readonly dryRun?: boolean | undefined;
}

/** The answer of deleteProcess: delete a process for good. */
export interface DeleteProcessResponse extends StatusResponse {
  /** Runs of the process, a decimal string. */
  readonly runs: string;
  /** Those of them that have not ended, a decimal string. */
  readonly unfinishedRuns: string;
  /** Files that only this process has, a decimal string. */
  readonly files: string;
  /** Files that other processes have too, which stay, a decimal string. */
  readonly sharedFiles: string;
}

/** The request of exportProcesses: export processes. */
export interface ExportProcessesRequest {
  /** JSON object of filters as in getProcess; subProjectId_id is required. From 1 to 65536 characters. */
  readonly filters: string | Filters;
  /** CSV, or one JSON object per line. */
  readonly format: 'csv' | 'ndjson';
}

/** The answer of exportProcesses: ndjson: one process per line. csv: the columns id, createdTs, updatedTs, version, state, priority, stageKey and fields.<name> for each field. */
export type ExportProcessesResponse = string;

/** The request of getBulkOperation: follow a bulk update. */
export type GetBulkOperationRequest = BulkOperationRequest & PagingRequest;

/** The answer of getBulkOperation: follow a bulk update. */
export interface GetBulkOperationResponse extends PageResponse {
  /** A bulk update. */
  readonly bulkOperation: BulkOperation;
  /** Processes that could not be updated. */
  readonly errors: readonly {
    /** Id of the process. */
    readonly processId: string;
    /** Numeric id of the error. */
    readonly id: number;
    /** Code name of the error. */
    readonly code: string;
    /** Why the process could not be updated. */
    readonly detail: string;
  }[];
}

/** The request of importProcesses: create many processes. */
export interface ImportProcessesRequest extends SubProjectRequest {
  /** CSV, or one JSON object per line. */
  readonly format: 'csv' | 'ndjson';
  /** The rows, at most 10,000. CSV: a header with the columns priority, stageKey and fields.<name>. JSON lines: objects with the members fields, priority and stageKey. From 1 to 10485760 characters. */
  readonly content: string;
  /** Only check the rows. Default false. */
  readonly dryRun?: boolean | undefined;
}

/** The answer of importProcesses: create many processes. */
export interface ImportProcessesResponse {
  /** Number of processes created, or with dryRun the number that would be, a decimal string. */
  readonly created: string;
  /** Ids of the created processes in the order of the rows; empty with dryRun. */
  readonly ids: readonly string[];
  /** With dryRun: the rows that are not valid, at most 100. */
  readonly errors: readonly {
    /** Line of the content where the row begins, from 1. */
    readonly line: number;
    /** Numeric id of the error. */
    readonly id: number;
    /** What is wrong with the row. */
    readonly detail: string;
  }[];
}
