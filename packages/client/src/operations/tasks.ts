// Generated from packages/contract by `npm run generate`; do not edit.
import type { Meta, Task } from './models.js';

/** The request of claimTask: claim a task. */
export interface ClaimTaskRequest {
  /** Id of the sub-project. From 1 to 1024 characters. */
  readonly subProjectId: string;
  /** Id of the task. From 1 to 1024 characters. */
  readonly taskId: string;
}

/** The answer of claimTask: claim a task. */
export interface ClaimTaskResponse {
  /** A human task. */
  readonly task: Task;
}

/** The request of getTasks: list tasks. */
export interface GetTasksRequest {
  /** Id of the sub-project. From 1 to 1024 characters. */
  readonly subProjectId: string;
  /** mine: assigned to the caller; claimable: the caller may claim them; all. Default "all". */
  readonly view?: 'mine' | 'claimable' | 'all' | undefined;
  /** State of the tasks. Default "OPEN". */
  readonly state?: 'OPEN' | 'COMPLETED' | 'CANCELLED' | undefined;
  /** Return only tasks of this run. At most 8192 characters. */
  readonly runId?: string | undefined;
  /** Return only tasks of runs on this process. At most 8192 characters. */
  readonly processId?: string | undefined;
  /** Page number, from 1. Default "1". */
  readonly page?: string | number | undefined;
  /** Items per page, 1 to 1000. Default "10". */
  readonly perPageCount?: string | number | undefined;
}

/** The answer of getTasks: list tasks. */
export interface GetTasksResponse {
  /** Paging of the list. */
  readonly meta: Meta;
  /** The tasks of the page. */
  readonly tasks: readonly Task[];
}

/** The request of releaseTask: release a task. */
export interface ReleaseTaskRequest {
  /** Id of the sub-project. From 1 to 1024 characters. */
  readonly subProjectId: string;
  /** Id of the task. From 1 to 1024 characters. */
  readonly taskId: string;
}

/** The answer of releaseTask: release a task. */
export interface ReleaseTaskResponse {
  /** A human task. */
  readonly task: Task;
}
