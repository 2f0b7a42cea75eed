// Generated from packages/contract by `npm run build`; do not edit.
import type { Filters } from '../arguments/filters.js';
import type { BulkExecutionDryRun, Meta, RunId, RunResponse, Workflow, WorkflowRun } from './models.js';
import type { SubProjectRequest } from './shared.js';

/** The request of executeWorkflow: execute a workflow. */
export interface ExecuteWorkflowRequest extends SubProjectRequest {
  /** Id of the process to run on. From 1 to 1024 characters. */
  readonly processId: string;
  /** Key of the stage where the workflow is configured. From 1 to 1024 characters. */
  readonly stageKey: string;
  /** Id of the workflow. From 1 to 1024 characters. */
  readonly workflowId: string;
  /** Context of the run, available in the workflow as the variable otherDetails. */
  readonly otherDetails?: object | undefined;
}

/** The answer of executeWorkflow: the run that an operation started or advanced. */
export type ExecuteWorkflowResponse = RunResponse;

/** The request of getWorkflowRuns: list workflow runs. */
export interface GetWorkflowRunsRequest extends SubProjectRequest {
  /** Return only runs on this process. At most 8192 characters. */
  readonly processId?: string | undefined;
  /** Extension: return only runs started on this stage. At most 8192 characters. */
  readonly stageKey?: string | undefined;
  /** Extension: return only runs of this workflow. At most 8192 characters. */
  readonly workflowId?: string | undefined;
  /** Extension: return only this run. At most 8192 characters. */
  readonly runId?: string | undefined;
  /** Extension: return only runs in one of these states, comma-separated, e.g. FAILED,RACING. At most 8192 characters. */
  readonly state?: string | undefined;
  /** Extension: true or false: return only runs with, or without, an open incident. At most 8192 characters. */
  readonly hasIncident?: string | undefined;
  /** Extension: return only runs with an open incident of one of these kinds, comma-separated. At most 8192 characters. */
  readonly incidentKind?: string | undefined;
  /** Extension: return only runs with a token at this element. Requires workflowId. At most 8192 characters. */
  readonly activeElement?: string | undefined;
  /** Extension: return only runs that follow this version of the workflow. Requires workflowId. At most 8192 characters. */
  readonly version?: string | undefined;
  /** Extension: return only items started at this time or later (date-time). At most 8192 characters. */
  readonly createdFrom?: string | undefined;
  /** Extension: return only items started before this time (date-time). At most 8192 characters. */
  readonly createdTo?: string | undefined;
  /** Extension: return only items last changed at this time or later (date-time). At most 8192 characters. */
  readonly updatedFrom?: string | undefined;
  /** Extension: return only items last changed before this time (date-time). At most 8192 characters. */
  readonly updatedTo?: string | undefined;
  /** Extension: return only items ended at this time or later (date-time). At most 8192 characters. */
  readonly endedFrom?: string | undefined;
  /** Extension: return only items ended before this time (date-time). At most 8192 characters. */
  readonly endedTo?: string | undefined;
  /** Extension: return the items after this position, the `next` of the page before. Not with page. At most 8192 characters. */
  readonly after?: string | undefined;
  /** Extension: page number, from 1. Without page and perPageCount, the newest 1000 runs. */
  readonly page?: string | number | undefined;
  /** Extension: items per page, 1 to 1000. */
  readonly perPageCount?: string | number | undefined;
  /** Extension: comma-separated members to add: meta, next, stageKey, updatedTs, endedTs, workflowVersion, activeElements, incident. At most 8192 characters. */
  readonly include?: string | readonly string[] | undefined;
}

/** The answer of getWorkflowRuns: list workflow runs. */
export interface GetWorkflowRunsResponse {
  /** Paging of the list. */
  readonly meta?: Meta;
  /** Send it as `after` to get the next page; null on the last page. */
  readonly next?: string | null;
  /** The runs. */
  readonly runs: readonly WorkflowRun[];
}

/** The request of getWorkflows: list workflows. */
export interface GetWorkflowsRequest extends SubProjectRequest {
  /** Stage keys, repeated or comma-separated. Default: all stages. At most 1000 items. */
  readonly stageKeys?: string | readonly string[] | undefined;
}

/** The answer of getWorkflows: list workflows. */
export interface GetWorkflowsResponse {
  /** The workflows. */
  readonly workflows: readonly Workflow[];
}

/** The request of resumeWorkflowRunsApi: resume a workflow run. */
export interface ResumeWorkflowRunsApiRequest extends SubProjectRequest {
  /** Id of the paused run. From 1 to 1024 characters. */
  readonly runId: string;
  /** Variables to set in the run. */
  readonly payload?: object | undefined;
  /** true approves, false rejects. Default false. */
  readonly approved?: boolean | undefined;
  /** Extension: id of the open task to complete. Default: the oldest. At most 8192 characters. */
  readonly taskId?: string | undefined;
  /** Extension: what the caller has to say about it, kept with the decision. At most 10000 characters. */
  readonly comment?: string | undefined;
}

/** The answer of resumeWorkflowRunsApi: the run that an operation started or advanced. */
export type ResumeWorkflowRunsApiResponse = RunResponse;

/** The request of broadcastSignal: broadcast a signal. */
export interface BroadcastSignalRequest extends SubProjectRequest {
  /** Signal name. From 1 to 1024 characters. */
  readonly name: string;
  /** Variables to set in the runs. */
  readonly variables?: object | undefined;
}

/** The answer of broadcastSignal: broadcast a signal. */
export interface BroadcastSignalResponse {
  /** Always "success". */
  readonly status: string;
  /** Number of runs that receive the signal, a decimal string. */
  readonly runCount: string;
}

/** The request of bulkExecuteWorkflow: execute a workflow on many processes. */
export interface BulkExecuteWorkflowRequest extends SubProjectRequest {
  /** Filters as in getProcess, without subProjectId_id. {} selects all processes. */
  readonly filters: Filters | Readonly<Record<string, unknown>>;
  /** Key of the stage where the workflow is configured. From 1 to 1024 characters. */
  readonly stageKey: string;
  /** Id of the workflow. From 1 to 1024 characters. */
  readonly workflowId: string;
  /** Context of the runs, available in the workflow as the variable otherDetails. */
  readonly otherDetails?: object | undefined;
  /** Reason, kept in the audit log. At most 8192 characters. */
  readonly reason?: string | undefined;
  /** true: no run is started; the answer says what would become of runs on the newest 200 matches. */
  readonly dryRun?: boolean | undefined;
}

/** The answer of bulkExecuteWorkflow: execute a workflow on many processes. */
export interface BulkExecuteWorkflowResponse {
  /** Id of the bulk operation, for getBulkOperation; empty for a dry run. */
  readonly bulkId: string;
  /** Number of processes that match now, a decimal string. */
  readonly total: string;
  /** What a bulk execution would do. */
  readonly dryRun?: BulkExecutionDryRun;
}

/** The request of getWorkflowDiagram: read a diagram. */
export interface GetWorkflowDiagramRequest extends SubProjectRequest {
  /** Id of the workflow. From 1 to 1024 characters. */
  readonly workflowId: string;
  /** Id of a run. Return the version that this run follows. Default: the current version. At most 8192 characters. */
  readonly runId?: string | undefined;
}

/** The answer of getWorkflowDiagram: read a diagram. */
export interface GetWorkflowDiagramResponse {
  /** Id of the workflow. */
  readonly workflowId: string;
  /** Version number of the diagram. */
  readonly version: string;
  /** The BPMN file, XML text. */
  readonly bpmn: string;
}

/** The request of publishMessage: publish a message. */
export interface PublishMessageRequest extends SubProjectRequest {
  /** Message name. From 1 to 1024 characters. */
  readonly name: string;
  /** Correlation key. Without it, only start events match. At most 8192 characters. */
  readonly correlationKey?: string | undefined;
  /** Id of the process that a started run works on. At most 8192 characters. */
  readonly processId?: string | undefined;
  /** Id of the message. Publishing the same id again while it is kept has no effect. At most 8192 characters. */
  readonly messageId?: string | undefined;
  /** Milliseconds to keep the message. Default 3600000. From 0 to 2592000000. */
  readonly timeToLive?: number | undefined;
  /** Variables to set in the run. */
  readonly variables?: object | undefined;
}

/** The answer of publishMessage: publish a message. */
export interface PublishMessageResponse {
  /** correlated, started, buffered or discarded. */
  readonly status: string;
  /** The run and its state. */
  readonly runId?: RunId;
}
