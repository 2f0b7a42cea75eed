import type { UseCases } from '../caller.js';
import { activateJobs } from './job-operations/activate-jobs.js';
import { completeJob } from './job-operations/complete-job.js';
import { extendJobLease } from './job-operations/extend-job-lease.js';
import { failJob } from './job-operations/fail-job.js';
import { throwJobError } from './job-operations/throw-job-error.js';
import { broadcastSignal } from './operations/broadcast-signal.js';
import { cancelWorkflowRun } from './operations/cancel-workflow-run.js';
import { claimTask } from './operations/claim-task.js';
import { executeWorkflow } from './operations/execute-workflow.js';
import { getRunTimeline } from './operations/get-run-timeline.js';
import { getStuckRuns } from './operations/get-stuck-runs.js';
import { getTasks } from './operations/get-tasks.js';
import { getWorkflowDiagram } from './operations/get-workflow-diagram.js';
import { getWorkflowRun } from './operations/get-workflow-run.js';
import { getWorkflowRuns } from './operations/get-workflow-runs.js';
import { getWorkflows } from './operations/get-workflows.js';
import { migrateRun } from './operations/migrate-run.js';
import { moveToken } from './operations/move-token.js';
import { publishMessage } from './operations/publish-message.js';
import { releaseTask } from './operations/release-task.js';
import { resumeWorkflowRun } from './operations/resume-workflow-run.js';
import { retryIncident } from './operations/retry-incident.js';
import type { WorkflowDeps } from './workflow-deps.js';

type WorkflowUseCases = Pick<
  UseCases,
  | 'activateJobs'
  | 'broadcastSignal'
  | 'cancelWorkflowRun'
  | 'claimTask'
  | 'completeJob'
  | 'executeWorkflow'
  | 'extendJobLease'
  | 'failJob'
  | 'getRunTimeline'
  | 'getStuckRuns'
  | 'getTasks'
  | 'getWorkflowDiagram'
  | 'getWorkflowRun'
  | 'getWorkflowRuns'
  | 'getWorkflows'
  | 'migrateRun'
  | 'moveToken'
  | 'publishMessage'
  | 'releaseTask'
  | 'resumeWorkflowRunsApi'
  | 'retryIncident'
  | 'throwJobError'
>;

/** The operations on workflows, runs, tasks and jobs. */
export const workflowUseCases = (deps: WorkflowDeps): WorkflowUseCases => ({
  activateJobs: activateJobs(deps),
  broadcastSignal: broadcastSignal(deps),
  cancelWorkflowRun: cancelWorkflowRun(deps),
  claimTask: claimTask(deps),
  completeJob: completeJob(deps),
  executeWorkflow: executeWorkflow(deps),
  extendJobLease: extendJobLease(deps),
  failJob: failJob(deps),
  getRunTimeline: getRunTimeline(deps),
  getStuckRuns: getStuckRuns(deps),
  getTasks: getTasks(deps),
  getWorkflowDiagram: getWorkflowDiagram(deps),
  getWorkflowRun: getWorkflowRun(deps),
  getWorkflowRuns: getWorkflowRuns(deps),
  getWorkflows: getWorkflows(deps),
  migrateRun: migrateRun(deps),
  moveToken: moveToken(deps),
  publishMessage: publishMessage(deps),
  releaseTask: releaseTask(deps),
  resumeWorkflowRunsApi: resumeWorkflowRun(deps),
  retryIncident: retryIncident(deps),
  throwJobError: throwJobError(deps),
});
