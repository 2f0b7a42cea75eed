// Generated from packages/contract by `npm run generate`; do not edit.
import type { Task } from './models.js';
import type { PageResponse, PagingRequest, SubProjectRequest, TaskRequest, TaskResponse } from './shared.js';

/** The request of claimTask: claim a task. */
export type ClaimTaskRequest = TaskRequest;

/** The answer of claimTask: claim a task. */
export type ClaimTaskResponse = TaskResponse;

/** The request of getHandover: list tasks of people who left. */
export type GetHandoverRequest = PagingRequest & SubProjectRequest;

/** The answer of getHandover: list tasks of people who left. */
export interface GetHandoverResponse extends PageResponse {
  /** The tasks of the page. */
  readonly tasks: readonly {
    /** A human task. */
    readonly task: Task;
    /** The person who left. */
    readonly person: {
      /** Id of the user. */
      readonly userId: string;
      /** Full name. */
      readonly name: string;
    };
  }[];
}

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
}

/** The answer of getTasks: list tasks. */
export interface GetTasksResponse extends PageResponse {
  /** The tasks of the page. */
  readonly tasks: readonly Task[];
}

/** The request of releaseTask: release a task. */
export type ReleaseTaskRequest = TaskRequest;

/** The answer of releaseTask: release a task. */
export type ReleaseTaskResponse = TaskResponse;
