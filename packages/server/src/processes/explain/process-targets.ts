import type { ErrorId, OperationId } from '@millrace/contract';
import type { EnterProcessOptions } from '../records/visibility/enter-process.js';

/** How an operation judges the process it is about (D13); a list leaves out what the row filter excludes. */
export type ProcessTarget =
  | Pick<EnterProcessOptions, 'unknown' | 'outside'>
  | { readonly leavesOut: string }
  /** Reaches every run of the sub-project, so it takes a role that is limited to nothing. */
  | { readonly takesUnlimited: ErrorId }
  | { readonly notLimited: string };

const named = (unknown: ErrorId, outside: ErrorId): ProcessTarget => ({ unknown: { id: unknown }, outside });
/** An id that names nothing where the operation lists no error of its own for it (D14). */
const nothing = (outside: ErrorId): ProcessTarget => ({ unknown: { id: 1200, status: 404 }, outside });
const run = { leavesOut: 'the runs on it' };
const jobs: ProcessTarget = { notLimited: 'Workers serve a type of job, whatever process it is for.' };

/**
 * What each operation on processes and on what belongs to them answers when the process does not exist, and when no role
 * covers it. Operations that are missing are not about a process. The acceptance
 * suite compares it with what each operation answers.
 */
export const processTargets: { readonly [Id in OperationId]?: ProcessTarget } = {
  getProcess: named(1221, 1210),
  exportProcesses: { leavesOut: 'it' },
  bulkUpdateProcesses: { leavesOut: 'it' },
  updateProcessField: named(1221, 1210),
  getUsersForProcess: nothing(1205),
  getAuditLogs: named(1221, 1205),
  exportAuditLogs: named(1221, 1205),
  executeWorkflow: named(1239, 1210),
  getWorkflowRuns: run,
  getStuckRuns: run,
  getTasks: { leavesOut: 'the tasks on it' },
  listStorage: { leavesOut: 'files that are attached to it alone' },
  getWorkflowDiagram: nothing(1205),
  getWorkflowRun: nothing(1210),
  getRunTimeline: nothing(1210),
  resumeWorkflowRunsApi: nothing(1210),
  claimTask: nothing(1210),
  releaseTask: nothing(1210),
  cancelWorkflowRun: nothing(1209),
  migrateRun: nothing(1209),
  moveToken: nothing(1209),
  retryIncident: nothing(1209),
  createSignedStorage: nothing(1206),
  createMultipartStorage: nothing(1206),
  closeSignedStorage: nothing(1704),
  signStorageParts: nothing(1704),
  completeMultipartStorage: nothing(1704),
  abortMultipartStorage: nothing(1704),
  deleteStorage: nothing(1704),
  urlStorage: nothing(1210),
  broadcastSignal: { takesUnlimited: 1209 },
  publishMessage: { takesUnlimited: 1209 },
  activateJobs: jobs,
  completeJob: jobs,
  failJob: jobs,
  throwJobError: jobs,
  extendJobLease: jobs,
};
