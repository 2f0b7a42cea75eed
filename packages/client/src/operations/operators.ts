// Generated from packages/contract by `npm run build`; do not edit.
import type { ActivateInstruction, ElementActivation, IncidentGroup, ListedIncident, Meta, MoveInstruction, RunChanges, RunDetail, RunId, RunResponse, StatusResponse, StorageDisk, StorageReconciliationResponse, StorageUsage, TerminateInstruction, TimelineEntry, WorkflowRun } from './models.js';
import type { FileRequest, PageResponse, PagingRequest, RunRequest, SubProjectRequest } from './shared.js';

/** The request of activateElements: activate elements of an ad-hoc sub-process. */
export interface ActivateElementsRequest extends RunRequest {
  /** Number of the ad-hoc sub-process, from getWorkflowRun. At least 1. */
  readonly key: number;
  /** Elements to activate. From 1 to 1000 items. */
  readonly elements: readonly ElementActivation[];
  /** true: cancel what is active in it first. Default: false. */
  readonly cancelRemaining?: boolean | undefined;
}

/** The answer of activateElements: the run that an operation started or advanced. */
export type ActivateElementsResponse = RunResponse;

/** The request of cancelWorkflowRun: cancel a run. */
export interface CancelWorkflowRunRequest extends RunRequest {
  /** Reason, kept in the audit log. At most 8192 characters. */
  readonly reason?: string | undefined;
}

/** The answer of cancelWorkflowRun: the run that an operation started or advanced. */
export type CancelWorkflowRunResponse = RunResponse;

/** The request of getIncidentGroups: group incidents by cause. */
export interface GetIncidentGroupsRequest extends SubProjectRequest {
  /** OPEN (default), RESOLVED or ALL. At most 8192 characters. */
  readonly state?: string | undefined;
  /** Return only incidents of these kinds, comma-separated, e.g. job,expression. At most 8192 characters. */
  readonly kind?: string | undefined;
  /** Return only incidents of runs of this workflow. At most 8192 characters. */
  readonly workflowId?: string | undefined;
  /** Return only incidents of runs that follow this version. Requires workflowId. At most 8192 characters. */
  readonly version?: string | undefined;
  /** Return only incidents at this element of the diagram. At most 8192 characters. */
  readonly elementId?: string | undefined;
  /** Return only incidents with this fingerprint, from getIncidentGroups. At most 8192 characters. */
  readonly fingerprint?: string | undefined;
  /** Return only incidents whose message contains this text, in upper or lower case. At most 8192 characters. */
  readonly message?: string | undefined;
  /** Extension: return only items raised at this time or later (date-time). At most 8192 characters. */
  readonly createdFrom?: string | undefined;
  /** Extension: return only items raised before this time (date-time). At most 8192 characters. */
  readonly createdTo?: string | undefined;
}

/** The answer of getIncidentGroups: group incidents by cause. */
export interface GetIncidentGroupsResponse {
  /** The groups. */
  readonly groups: readonly IncidentGroup[];
  /** Number of incidents that were grouped. */
  readonly incidentCount: number;
  /** false when there are more incidents or groups than the answer has. */
  readonly complete: boolean;
}

/** The request of getIncidents: list incidents. */
export interface GetIncidentsRequest extends SubProjectRequest {
  /** Return only incidents of this run. At most 8192 characters. */
  readonly runId?: string | undefined;
  /** Return only this incident, open or resolved. At most 8192 characters. */
  readonly incidentId?: string | undefined;
  /** OPEN (default), RESOLVED or ALL. At most 8192 characters. */
  readonly state?: string | undefined;
  /** Return only incidents of these kinds, comma-separated, e.g. job,expression. At most 8192 characters. */
  readonly kind?: string | undefined;
  /** Return only incidents of runs of this workflow. At most 8192 characters. */
  readonly workflowId?: string | undefined;
  /** Return only incidents of runs that follow this version. Requires workflowId. At most 8192 characters. */
  readonly version?: string | undefined;
  /** Return only incidents at this element of the diagram. At most 8192 characters. */
  readonly elementId?: string | undefined;
  /** Return only incidents with this fingerprint, from getIncidentGroups. At most 8192 characters. */
  readonly fingerprint?: string | undefined;
  /** Return only incidents whose message contains this text, in upper or lower case. At most 8192 characters. */
  readonly message?: string | undefined;
  /** Extension: return only items raised at this time or later (date-time). At most 8192 characters. */
  readonly createdFrom?: string | undefined;
  /** Extension: return only items raised before this time (date-time). At most 8192 characters. */
  readonly createdTo?: string | undefined;
  /** Extension: return the items after this position, the `next` of the page before. Not with page. At most 8192 characters. */
  readonly after?: string | undefined;
  /** Items per page, 1 to 1000. Default "10". */
  readonly perPageCount?: string | number | undefined;
  /** Comma-separated members to add: meta. At most 8192 characters. */
  readonly include?: string | readonly string[] | undefined;
}

/** The answer of getIncidents: list incidents. */
export interface GetIncidentsResponse {
  /** Paging of the list. */
  readonly meta?: Meta;
  /** Send it as `after` to get the next page; null on the last page. */
  readonly next: string | null;
  /** The incidents. */
  readonly incidents: readonly ListedIncident[];
}

/** The request of getRunTimeline: read the timeline of a run. */
export type GetRunTimelineRequest = PagingRequest & RunRequest;

/** The answer of getRunTimeline: read the timeline of a run. */
export interface GetRunTimelineResponse extends PageResponse {
  /** The entries of the page, oldest first. */
  readonly timeline: readonly TimelineEntry[];
}

/** The request of getStorageReconciliation: get a comparison of stores with files. */
export interface GetStorageReconciliationRequest {
  /** Id that reconcileStorage returned. From 1 to 1024 characters. */
  readonly id: string;
}

/** The answer of getStorageReconciliation: the answer of operations about a comparison with the stores. */
export type GetStorageReconciliationResponse = StorageReconciliationResponse;

/** The request of getStorageUsage: get the space that files take. */
export interface GetStorageUsageRequest {
  /** Only this sub-project. Default: all. At most 8192 characters. */
  readonly subProjectId?: string | undefined;
}

/** The answer of getStorageUsage: get the space that files take. */
export interface GetStorageUsageResponse {
  /** What files take. */
  readonly usage: StorageUsage;
  /** The disk of the embedded store or database, if there is one. */
  readonly disk?: StorageDisk;
}

/** The request of getStuckRuns: check for stuck runs. */
export interface GetStuckRunsRequest extends SubProjectRequest {
  /** Extension: return the items after this position, the `next` of the page before. Not with page. At most 8192 characters. */
  readonly after?: string | undefined;
}

/** The answer of getStuckRuns: check for stuck runs. */
export interface GetStuckRunsResponse {
  /** The stuck runs; normally empty. */
  readonly runs: readonly WorkflowRun[];
  /** Send it as `after` to get the next page; null on the last page. */
  readonly next: string | null;
}

/** The request of getWorkflowRun: inspect a run. */
export interface GetWorkflowRunRequest extends RunRequest {
  /** Comma-separated members to add: allowed (what the caller may do with the run and its open tasks), names (of the users that the tasks name). At most 8192 characters. */
  readonly include?: string | readonly string[] | undefined;
}

/** The answer of getWorkflowRun: inspect a run. */
export interface GetWorkflowRunResponse {
  /** A run of a workflow on a process. */
  readonly run: WorkflowRun;
  /** Variables and open work of a run. */
  readonly detail: RunDetail;
  /** Names of the users that the answer names, by the id or client id it names them with. */
  readonly names?: Readonly<Record<string, string>>;
}

/** The request of migrateRun: migrate a run. */
export interface MigrateRunRequest extends RunRequest {
  /** Target version number. Default: the current version. At most 8192 characters. */
  readonly version?: string | undefined;
  /** New element ids by old element ids, for elements whose id has changed. */
  readonly mapping?: Readonly<Record<string, string>> | undefined;
}

/** The answer of migrateRun: the run that an operation started or advanced. */
export type MigrateRunResponse = RunResponse;

/** The request of modifyRun: modify a run. */
export interface ModifyRunRequest extends RunRequest {
  /** Elements to activate. Scopes around them that are not active are created. At most 100 items. */
  readonly activate?: readonly ActivateInstruction[] | undefined;
  /** Element instances to terminate. At most 1000 items. */
  readonly terminate?: readonly TerminateInstruction[] | undefined;
  /** Element instances to terminate, each with the element that is activated instead. At most 100 items. */
  readonly move?: readonly MoveInstruction[] | undefined;
  /** true: change nothing. Default: false. */
  readonly dryRun?: boolean | undefined;
}

/** The answer of modifyRun: modify a run. */
export interface ModifyRunResponse {
  /** The run and its state. */
  readonly runId: RunId;
  /** Whether nothing was changed. */
  readonly dryRun: boolean;
  /** What changed in a run. */
  readonly changes: RunChanges;
}

/** The request of moveToken: modify a run: move a token. */
export interface MoveTokenRequest extends RunRequest {
  /** Number of the element instance to cancel, from getWorkflowRun. At least 1. */
  readonly key: number;
  /** Id of the element to activate. From 1 to 1024 characters. */
  readonly toElementId: string;
}

/** The answer of moveToken: the run that an operation started or advanced. */
export type MoveTokenResponse = RunResponse;

/** The request of purgeStorage: purge deleted files now. */
export interface PurgeStorageRequest {
  /** Purge only files of this sub-project. At most 8192 characters. */
  readonly subProjectId?: string | undefined;
  /** ISO 8601 time: purge only files that were deleted before it. Default: now. At most 8192 characters. */
  readonly deletedBefore?: string | undefined;
  /** ISO 8601 time: also end uploads that were begun before it and are still open. Default: none. At most 8192 characters. */
  readonly openBefore?: string | undefined;
}

/** The answer of purgeStorage: purge deleted files now. */
export interface PurgeStorageResponse {
  /** Number of files that were purged. */
  readonly purged: string;
  /** Bytes of these files. */
  readonly freedBytes: string;
  /** Number of open uploads that were ended. */
  readonly endedUploads: string;
  /** Whether there may be more to purge: repeat the request. */
  readonly hasMore: boolean;
  /** Number of files that are still deleted and not purged. */
  readonly deletedFiles: string;
  /** Bytes of these files. */
  readonly deletedBytes: string;
}

/** The request of reconcileStorage: compare stores with files. */
export interface ReconcileStorageRequest {
  /** true removes objects, and aborts multipart uploads, that belong to no file and are older than 24 hours. Default false. */
  readonly repair?: boolean | undefined;
  /** Compare only this sub-project. At most 8192 characters. */
  readonly subProjectId?: string | undefined;
  /** Compare only this storage plugin. At most 8192 characters. */
  readonly pluginName?: string | undefined;
}

/** The answer of reconcileStorage: the answer of operations about a comparison with the stores. */
export type ReconcileStorageResponse = StorageReconciliationResponse;

/** The request of resolveQuarantine: scan a file again, or release it. */
export interface ResolveQuarantineRequest extends FileRequest {
  /** What to do. */
  readonly action: 'scan' | 'release';
  /** Why, for the audit log. At most 8192 characters. */
  readonly reason?: string | undefined;
}

/** The answer of resolveQuarantine: the answer of operations that return no data. */
export type ResolveQuarantineResponse = StatusResponse;

/** The request of retryIncident: retry an incident. */
export interface RetryIncidentRequest extends RunRequest {
  /** Id of the incident. From 1 to 1024 characters. */
  readonly incidentId: string;
  /** Attempts for the job. Default 1. From 1 to 1000. */
  readonly retries?: number | undefined;
  /** Variables to set before the attempt. */
  readonly variables?: object | undefined;
}

/** The answer of retryIncident: the run that an operation started or advanced. */
export type RetryIncidentResponse = RunResponse;
