// Generated from packages/contract by `npm run build`; do not edit.
import type { Draft, ExcludedVoter, HandoverTask, InboxCounts, InboxTask, PreviewEffect, RunId, SavedDraft, StatusResponse, Task, TaskDetail, TaskResponse, TaskResult, VoteObstacle, Voter } from './models.js';
import type { PageResponse, PagingRequest, SubProjectRequest, TaskRequest } from './shared.js';

/** The request of assignTask: give a task to somebody. */
export interface AssignTaskRequest extends TaskRequest {
  /** Id of the user who gets the task. From 1 to 1024 characters. */
  readonly assignee: string;
  /** Why, for the audit log. At most 2000 characters. */
  readonly note?: string | undefined;
}

/** The answer of assignTask: the answer of operations that change a task. */
export type AssignTaskResponse = TaskResponse;

/** The request of castVote: vote on a task. */
export interface CastVoteRequest extends TaskRequest {
  /** approve, reject, or requestChanges: back to the requester with what is wanted. */
  readonly outcome: 'approve' | 'reject' | 'requestChanges';
  /** Why. Needed as the diagram says, and always with requestChanges: what has to change. At most 10000 characters. */
  readonly reason?: string | undefined;
  /** Variables to set in the run when the task closes; checked against its form. */
  readonly payload?: object | undefined;
  /** Files of the process that belong to the vote, where the diagram lets votes have files. At most 20 items. */
  readonly fileIds?: readonly string[] | undefined;
}

/** The answer of castVote: vote on a task. */
export interface CastVoteResponse {
  /** The run and its state. */
  readonly runId: RunId;
  /** What the votes decide: open means that the task waits for more of them. */
  readonly result: 'open' | 'approved' | 'rejected' | 'changesRequested';
  /** Approvals so far. */
  readonly approvals: number;
  /** Rejections so far. */
  readonly rejections: number;
  /** Approvals that are needed. */
  readonly quorum: number;
}

/** The request of claimTask: claim a task. */
export type ClaimTaskRequest = TaskRequest;

/** The answer of claimTask: the answer of operations that change a task. */
export type ClaimTaskResponse = TaskResponse;

/** The request of decideTasks: complete several tasks. */
export interface DecideTasksRequest extends SubProjectRequest {
  /** Ids of the tasks. From 1 to 200 items. */
  readonly taskIds: readonly string[];
  /** true approves, false rejects. */
  readonly approved: boolean;
  /** Variables to set in each run. */
  readonly payload?: object | undefined;
  /** Kept with each decision. At most 10000 characters. */
  readonly comment?: string | undefined;
}

/** The answer of decideTasks: complete several tasks. */
export interface DecideTasksResponse {
  /** What became of each task, in the order of the request. */
  readonly results: readonly TaskResult[];
  /** How many were completed. */
  readonly decided: number;
  /** How many were refused. */
  readonly refused: number;
}

/** The request of deleteDraft: delete a draft. */
export interface DeleteDraftRequest {
  /** What it is a draft of: taskForm, processForm, designer. From 1 to 1024 characters. */
  readonly kind: string;
  /** Of taskForm the id of the task; of the others any text that the client chooses, e.g. the id of a process. From 1 to 200 characters. */
  readonly key: string;
}

/** The answer of deleteDraft: the answer of operations that return no data. */
export type DeleteDraftResponse = StatusResponse;

/** The request of explainApproval: tell why somebody may not vote. */
export interface ExplainApprovalRequest extends TaskRequest {
  /** Id of the member who is asked about. Default: the caller. At most 8192 characters. */
  readonly userId?: string | undefined;
}

/** The answer of explainApproval: tell why somebody may not vote. */
export interface ExplainApprovalResponse {
  /** Somebody who votes. */
  readonly user: Voter;
  /** Whether the person may vote now; false about another member where a rule is on fields that the caller does not read. */
  readonly mayVote: boolean;
  /** Why not; empty when the person may vote. */
  readonly reasons: readonly VoteObstacle[];
}

/** The request of getApprovalStatus: show the votes on a task. */
export type GetApprovalStatusRequest = TaskRequest;

/** The answer of getApprovalStatus: show the votes on a task. */
export interface GetApprovalStatusResponse {
  /** A human task. */
  readonly task: Task;
  /** Approvals that are still needed; 0 when the task is closed. */
  readonly needed: number;
  /** Whether enough persons can still vote. If not, the next vote closes the task as rejected. */
  readonly reachable: boolean;
  /** Who can still vote; empty when the task is closed. */
  readonly canVote: readonly Voter[];
  /** Candidates who may not vote, by separation or because they are disabled. */
  readonly excluded: readonly ExcludedVoter[];
  /** Names of the users that the answer names, by the id or client id it names them with. */
  readonly names: Readonly<Record<string, string>>;
}

/** The request of getDraft: read a draft. */
export interface GetDraftRequest {
  /** What it is a draft of: taskForm, processForm, designer. From 1 to 1024 characters. */
  readonly kind: string;
  /** Of taskForm the id of the task; of the others any text that the client chooses, e.g. the id of a process. From 1 to 200 characters. */
  readonly key: string;
}

/** The answer of getDraft: read a draft. */
export interface GetDraftResponse {
  /** The draft; null when there is none. */
  readonly draft: Draft | null;
}

/** The request of getHandover: list tasks of people who left. */
export type GetHandoverRequest = PagingRequest & SubProjectRequest;

/** The answer of getHandover: list tasks of people who left. */
export interface GetHandoverResponse extends PageResponse {
  /** The tasks of the page. */
  readonly tasks: readonly HandoverTask[];
}

/** The request of getInbox: list the tasks of the caller. */
export interface GetInboxRequest {
  /** mine: open and assigned to the caller; team: open and the caller may claim them; done: completed by the caller. Default "mine". At most 8192 characters. */
  readonly view?: string | undefined;
  /** Return only tasks of these sub-projects: comma-separated ids. At most 8192 characters. */
  readonly subProjectIds?: string | undefined;
  /** Return only tasks of these workflows: comma-separated ids. At most 8192 characters. */
  readonly workflowIds?: string | undefined;
  /** With view=team: return the open tasks that this user has, of those that the caller may see, instead of unassigned ones. At most 8192 characters. */
  readonly assignee?: string | undefined;
  /** Return only tasks of this priority or a higher one, 0 to 100. At most 8192 characters. */
  readonly priorityFrom?: string | undefined;
  /** Return only tasks of this priority or a lower one, 0 to 100. At most 8192 characters. */
  readonly priorityTo?: string | undefined;
  /** Return only tasks due at this time or later (date-time). At most 8192 characters. */
  readonly dueTsFrom?: string | undefined;
  /** Return only tasks due before this time (date-time). At most 8192 characters. */
  readonly dueTsTo?: string | undefined;
  /** Return only tasks to be followed up at this time or later (date-time). At most 8192 characters. */
  readonly followUpTsFrom?: string | undefined;
  /** Return only tasks to be followed up before this time (date-time). At most 8192 characters. */
  readonly followUpTsTo?: string | undefined;
  /** Return only tasks created at this time or later (date-time). At most 8192 characters. */
  readonly createdTsFrom?: string | undefined;
  /** Return only tasks created before this time (date-time). At most 8192 characters. */
  readonly createdTsTo?: string | undefined;
  /** Return only tasks whose name contains this text; case makes no difference. At most 8192 characters. */
  readonly text?: string | undefined;
  /** due: the earliest due date first, tasks without one last; priority: the highest first, then the oldest; created: the oldest first; -created: the newest first. Default "due". With view=done always the latest decision first. At most 8192 characters. */
  readonly sort?: string | readonly string[] | undefined;
  /** Return the tasks after this position, the `next` of the page before. At most 8192 characters. */
  readonly after?: string | undefined;
  /** Tasks at most, 1 to 100. Default "25". At most 8192 characters. */
  readonly limit?: string | undefined;
}

/** The answer of getInbox: list the tasks of the caller. */
export interface GetInboxResponse {
  /** The tasks of the page. */
  readonly tasks: readonly InboxTask[];
  /** Send it as `after` to get the next page; null on the last page. */
  readonly next: string | null;
  /** Names of the users that the answer names, by the id or client id it names them with. */
  readonly names: Readonly<Record<string, string>>;
  /** Tasks in all sub-projects of the caller, whatever the conditions of the request. */
  readonly counts: InboxCounts;
}

/** The request of getTask: show a task. */
export type GetTaskRequest = TaskRequest;

/** The answer of getTask: a task with all that a decision needs. */
export type GetTaskResponse = TaskDetail;

/** The request of getTasks: list tasks. */
export interface GetTasksRequest extends PagingRequest, SubProjectRequest {
  /** mine: assigned to the caller; claimable: the caller may claim them; all. Default "all". */
  readonly view?: 'mine' | 'claimable' | 'all' | undefined;
  /** State of the tasks. Default "OPEN". */
  readonly state?: 'OPEN' | 'COMPLETED' | 'CANCELLED' | undefined;
  /** Return only tasks of this run. At most 8192 characters. */
  readonly runId?: string | undefined;
  /** Return only tasks of runs on this process. At most 8192 characters. */
  readonly processId?: string | undefined;
  /** Comma-separated members to add: allowed (what the caller may do with each task), names (of the users that the tasks name). At most 8192 characters. */
  readonly include?: string | readonly string[] | undefined;
}

/** The answer of getTasks: list tasks. */
export interface GetTasksResponse extends PageResponse {
  /** The tasks of the page. */
  readonly tasks: readonly Task[];
  /** Names of the users that the answer names, by the id or client id it names them with. */
  readonly names?: Readonly<Record<string, string>>;
}

/** The request of previewDecision: tell what a decision would do. */
export interface PreviewDecisionRequest extends SubProjectRequest {
  /** Id of the open task. From 1 to 1024 characters. */
  readonly taskId: string;
  /** true approves, false rejects. */
  readonly approved: boolean;
  /** Variables to set in the run. */
  readonly payload?: object | undefined;
  /** The comment of the decision. At most 10000 characters. */
  readonly comment?: string | undefined;
}

/** The answer of previewDecision: tell what a decision would do. */
export interface PreviewDecisionResponse {
  /** The run and its state. */
  readonly runId: RunId;
  /** What the decision would do; 200 effects at most. */
  readonly effects: readonly PreviewEffect[];
  /** Changes of fields that the caller does not see; they are left out. */
  readonly hidden: number;
}

/** The request of releaseTask: release a task. */
export type ReleaseTaskRequest = TaskRequest;

/** The answer of releaseTask: the answer of operations that change a task. */
export type ReleaseTaskResponse = TaskResponse;

/** The request of saveDraft: save a draft. */
export interface SaveDraftRequest {
  /** What it is a draft of: taskForm, processForm, designer. From 1 to 1024 characters. */
  readonly kind: string;
  /** Of taskForm the id of the task; of the others any text that the client chooses, e.g. the id of a process. From 1 to 200 characters. */
  readonly key: string;
  /** What was typed. */
  readonly value: object;
  /** The version that was read or saved before. Absent: there is no such draft yet. At most 8192 characters. */
  readonly version?: string | undefined;
}

/** The answer of saveDraft: the version of a draft that was saved. */
export type SaveDraftResponse = SavedDraft;

/** The request of updateTask: change the dates or the priority of a task. */
export interface UpdateTaskRequest extends TaskRequest {
  /** When it is due (date-time); null: never. At most 64 characters. */
  readonly dueTs?: string | null | undefined;
  /** When it is to be followed up (date-time); null: never. At most 64 characters. */
  readonly followUpTs?: string | null | undefined;
  /** Priority from 0 to 100. From 0 to 100. */
  readonly priority?: number | undefined;
}

/** The answer of updateTask: the answer of operations that change a task. */
export type UpdateTaskResponse = TaskResponse;
