import { createdTs, type Examples, ids, page } from './example.js';

const { subProjectId, processId, workflowId, runId, taskId, incidentId, jobKey } = ids;

export const workflowExamples = {
  getWorkflows: {
    request: { subProjectId, stageKeys: 'stage_init' },
    answer: {
      workflows: [
        {
          id: workflowId,
          name: 'Manager approval',
          description: "Waits for a manager's decision and sets the state APPROVED or REJECTED.",
        },
      ],
    },
  },
  getWorkflowRuns: {
    request: { subProjectId },
    answer: { runs: [{ id: runId, workflowId, processId, state: 'PAUSED', createdTs }] },
  },
  executeWorkflow: {
    request: { subProjectId, processId, stageKey: 'stage_init', workflowId, otherDetails: { source: 'mail' } },
    answer: { runId: { id: runId, state: 'PAUSED' } },
  },
  resumeWorkflowRunsApi: {
    request: { subProjectId, runId, approved: true, payload: { comment: 'as agreed' } },
    answer: { runId: { id: runId, state: 'COMPLETED' } },
  },
  getWorkflowRun: { request: { subProjectId, runId } },
  getWorkflowDiagram: { request: { subProjectId, workflowId } },
  getRunTimeline: { request: { subProjectId, runId, ...page } },
  getTasks: { request: { subProjectId, view: 'claimable', ...page } },
  claimTask: { request: { subProjectId, taskId } },
  releaseTask: { request: { subProjectId, taskId } },
  getStuckRuns: { request: { subProjectId }, answer: { runs: [] } },
  cancelWorkflowRun: {
    request: { subProjectId, runId, reason: 'Started twice.' },
    answer: { runId: { id: runId, state: 'CANCELLED' } },
  },
  retryIncident: { request: { subProjectId, runId, incidentId, retries: 3 } },
  moveToken: { request: { subProjectId, runId, key: 3, toElementId: 'Task_Approve' } },
  migrateRun: { request: { subProjectId, runId, version: '2', mapping: { Task_Approve: 'Task_Decide' } } },
  publishMessage: {
    request: { subProjectId, name: 'payment-received', correlationKey: 'A-2026-17', variables: { amount: 840 } },
    answer: { status: 'correlated', runId: { id: runId, state: 'RACING' } },
  },
  broadcastSignal: {
    request: { subProjectId, name: 'month-closed', variables: { month: '2026-01' } },
    answer: { status: 'success', runCount: '12' },
  },
  activateJobs: {
    request: { subProjectId, type: 'book-trip', worker: 'travel-desk', timeout: 60_000, maxJobsToActivate: 10 },
  },
  completeJob: { request: { subProjectId, jobKey, token: '1', variables: { booking: 'X7KQ' } } },
  failJob: { request: { subProjectId, jobKey, token: '1', retryBackOff: 5000, errorMessage: 'No connection.' } },
  throwJobError: { request: { subProjectId, jobKey, token: '1', errorCode: 'SOLD_OUT' } },
  extendJobLease: { request: { subProjectId, jobKey, token: '1', timeout: 60_000 } },
} satisfies Examples;
