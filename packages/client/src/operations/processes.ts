// Generated from packages/contract by `npm run build`; do not edit.
import type { Filters } from '../arguments/filters.js';
import type { BulkDryRun, BulkOperation, BulkOperationEntry, BulkReason, CreatedResponse, ImportError, Process, RejectedProcess, SearchHit, StatusResponse, Suggestion, User, ValueCount, View, ViewColumn } from './models.js';
import type { BulkOperationRequest, PageResponse, PagingRequest, SubProjectRequest } from './shared.js';

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
  /** Extension: comma-separated members to add: version, stageKey, updatedTs, createdBy, lastChange, allowed. At most 8192 characters. */
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

/** The answer of updateProcessField: the answer of operations that return no data. */
export type UpdateProcessFieldResponse = StatusResponse;

/** The request of bulkUpdateProcesses: update many processes. */
export interface BulkUpdateProcessesRequest extends SubProjectRequest {
  /** Filters as in getProcess, without subProjectId_id. {} selects all processes. */
  readonly filters: Filters | Readonly<Record<string, unknown>>;
  /** New values by name, as in updateProcessField. */
  readonly updates: object;
  /** Reason, kept in the audit log. At most 8192 characters. */
  readonly reason?: string | undefined;
  /** true: nothing is changed; the answer says what the update would do to the newest 1,000 matches. */
  readonly dryRun?: boolean | undefined;
}

/** The answer of bulkUpdateProcesses: update many processes. */
export interface BulkUpdateProcessesResponse {
  /** Id of the bulk update, for getBulkOperation; empty for a dry run. */
  readonly bulkId: string;
  /** Number of processes that match now, a decimal string. */
  readonly total: string;
  /** What a bulk update would do. */
  readonly dryRun?: BulkDryRun;
}

/** The request of cancelBulkOperation: stop a bulk operation. */
export type CancelBulkOperationRequest = BulkOperationRequest;

/** The answer of cancelBulkOperation: stop a bulk operation. */
export interface CancelBulkOperationResponse {
  /** A bulk operation. */
  readonly bulkOperation: BulkOperation;
}

/** The request of countProcesses: count processes by value. */
export interface CountProcessesRequest {
  /** JSON object of filters as in getProcess; subProjectId_id is required. From 1 to 65536 characters. */
  readonly filters: string | Filters;
  /** What to count by: state, priority, stageKey or fields.<name>. From 1 to 1024 characters. */
  readonly by: string;
}

/** The answer of countProcesses: count processes by value. */
export interface CountProcessesResponse {
  /** Number of processes that match, a decimal string. */
  readonly total: string;
  /** The 200 most frequent values, the most frequent first. */
  readonly counts: readonly ValueCount[];
  /** Number of matching processes with a value that is not listed. If more than 10,000 processes match, values that fewer than 200 processes have may be among them. */
  readonly others: string;
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

/** The answer of createProcess: the answer of operations that create something. */
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
export interface DeleteProcessResponse {
  /** Always "success". */
  readonly status: string;
  /** What was done. */
  readonly message: string;
  /** Runs of the process, a decimal string. */
  readonly runs: string;
  /** Those of them that have not ended, a decimal string. */
  readonly unfinishedRuns: string;
  /** Files that only this process has, a decimal string. */
  readonly files: string;
  /** Files that other processes have too, which stay, a decimal string. */
  readonly sharedFiles: string;
}

/** The request of deleteView: delete a view. */
export interface DeleteViewRequest extends SubProjectRequest {
  /** Id of the view. From 1 to 1024 characters. */
  readonly viewId: string;
}

/** The answer of deleteView: the answer of operations that return no data. */
export type DeleteViewResponse = StatusResponse;

/** The request of exportProcesses: export processes. */
export interface ExportProcessesRequest {
  /** JSON object of filters as in getProcess; subProjectId_id is required. From 1 to 65536 characters. */
  readonly filters: string | Filters;
  /** CSV, or one JSON object per line. */
  readonly format: 'csv' | 'ndjson';
}

/** The answer of exportProcesses: ndjson: one process per line. csv: the columns id, createdTs, updatedTs, version, state, priority, stageKey and fields.<name> for each field. */
export type ExportProcessesResponse = string;

/** The request of getBulkOperation: follow a bulk operation. */
export type GetBulkOperationRequest = BulkOperationRequest & PagingRequest;

/** The answer of getBulkOperation: follow a bulk operation. */
export interface GetBulkOperationResponse extends PageResponse {
  /** A bulk operation. */
  readonly bulkOperation: BulkOperation;
  /** Processes that rejected it. */
  readonly errors: readonly RejectedProcess[];
  /** Why they rejected it, the most frequent reason first, at most 50. */
  readonly reasons: readonly BulkReason[];
}

/** The request of getBulkOperations: list bulk operations. */
export interface GetBulkOperationsRequest extends PagingRequest, SubProjectRequest {
  /** Return only bulk operations in this state. */
  readonly state?: 'RUNNING' | 'COMPLETED' | 'CANCELLED' | 'FAILED' | undefined;
}

/** The answer of getBulkOperations: list bulk operations. */
export interface GetBulkOperationsResponse extends PageResponse {
  /** The bulk operations of the page. */
  readonly bulkOperations: readonly BulkOperationEntry[];
}

/** The request of getViews: list saved views. */
export interface GetViewsRequest extends SubProjectRequest {
  /** The list that the view is of. */
  readonly kind: 'processes' | 'tasks' | 'runs' | 'incidents';
}

/** The answer of getViews: list saved views. */
export interface GetViewsResponse {
  /** Own views first, each by the time of their creation. */
  readonly views: readonly View[];
  /** Whether the caller may share views with others. */
  readonly mayShare: boolean;
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
  readonly errors: readonly ImportError[];
}

/** The request of saveView: save a view. */
export interface SaveViewRequest extends SubProjectRequest {
  /** Id of the view to replace. Default: a new one. At most 8192 characters. */
  readonly viewId?: string | undefined;
  /** The list that the view is of. */
  readonly kind: 'processes' | 'tasks' | 'runs' | 'incidents';
  /** Name for people. From 1 to 100 characters. */
  readonly name: string;
  /** Filters as the list takes them, without subProjectId_id. */
  readonly filters?: Filters | Readonly<Record<string, unknown>> | undefined;
  /** Sort order as the list takes it; empty for its own order. At most 2000 characters. */
  readonly sort?: string | readonly string[] | undefined;
  /** The columns in their order; empty for those that the console chooses. At most 100 items. */
  readonly columns?: readonly ViewColumn[] | undefined;
  /** Height of the rows. */
  readonly density?: 'dense' | 'default' | 'roomy' | undefined;
  /** How the list is shown. */
  readonly grouping?: 'table' | 'board' | undefined;
  /** The key whose values are the columns of a board. At most 1024 characters. */
  readonly groupBy?: string | undefined;
  /** Who else has the view: nobody, the members of `role`, or every member. Default "nobody". */
  readonly sharedWith?: 'nobody' | 'role' | 'everyone' | undefined;
  /** The role that has the view, with sharedWith "role". At most 8192 characters. */
  readonly role?: string | undefined;
}

/** The answer of saveView: save a view. */
export interface SaveViewResponse {
  /** A saved view of a list. */
  readonly view: View;
}

/** The request of search: search processes, files, tasks and comments. */
export interface SearchRequest {
  /** At most 10 words, or the first 8 or more characters of an id. From 1 to 200 characters. */
  readonly query: string;
  /** What to search: process, file, task, comment; repeated or comma-separated. Default: all. At most 1000 items. */
  readonly sources?: string | readonly string[] | undefined;
  /** Where to search: at most 20 ids, repeated or comma-separated. Those in which the caller may read nothing are left out. Default: the first 50 sub-projects of the caller by name. At most 1000 items. */
  readonly subProjectIds?: string | readonly string[] | undefined;
  /** Hits per page, 1 to 100. Default "20". */
  readonly perPageCount?: string | number | undefined;
  /** Return the hits after this position, the `next` of the page before. At most 8192 characters. */
  readonly after?: string | undefined;
}

/** The answer of search: search processes, files, tasks and comments. */
export interface SearchResponse {
  /** The hits of the page. It may have fewer than asked for, or none, and still have a next one. */
  readonly hits: readonly SearchHit[];
  /** Send it as `after` to get the next page; null on the last page. */
  readonly next: string | null;
  /** false while texts from before a field was searched are still being added, and when the caller has more sub-projects than were searched. */
  readonly complete: boolean;
}

/** The request of suggest: suggest values of a field. */
export interface SuggestRequest extends SubProjectRequest {
  /** Name of the field; search must look at it. From 1 to 1024 characters. */
  readonly field: string;
  /** How the values begin. Default: all values. At most 200 characters. */
  readonly prefix?: string | undefined;
  /** Values, 1 to 50. Default "10". */
  readonly perPageCount?: string | number | undefined;
}

/** The answer of suggest: suggest values of a field. */
export interface SuggestResponse {
  /** The values. */
  readonly values: readonly Suggestion[];
  /** false when only the newest processes were counted, or while older values are still being added. */
  readonly complete: boolean;
}
