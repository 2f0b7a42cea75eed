import type { UseCases } from '../use-case/caller.js';
import { evaluateDecision } from './operations/decisions/evaluate-decision.js';
import { getDecisionCoverage } from './operations/decisions/get-decision-coverage.js';
import { getDecisionDiagram } from './operations/decisions/get-decision-diagram.js';
import { getDecisions } from './operations/decisions/get-decisions.js';
import { simulateDecision } from './operations/decisions/simulate-decision.js';
import { createDelegation } from './operations/delegations/create-delegation.js';
import { endDelegation } from './operations/delegations/end-delegation.js';
import { getDelegations } from './operations/delegations/get-delegations.js';
import { getIncidentGroups } from './operations/incidents/get-incident-groups.js';
import { getIncidents } from './operations/incidents/get-incidents.js';
import { activateJobs } from './operations/jobs/activate-jobs.js';
import { completeJob } from './operations/jobs/complete-job.js';
import { extendJobLease } from './operations/jobs/extend-job-lease.js';
import { failJob } from './operations/jobs/fail-job.js';
import { getQueues } from './operations/jobs/get-queues.js';
import { throwJobError } from './operations/jobs/throw-job-error.js';
import { broadcastSignal } from './operations/messages/broadcast-signal.js';
import { publishMessage } from './operations/messages/publish-message.js';
import { activateElements } from './operations/runs/activate-elements.js';
import { bulkExecuteWorkflow } from './operations/runs/bulk-execute-workflow.js';
import { bulkOperateRuns } from './operations/runs/bulk-operate-runs.js';
import { cancelWorkflowRun } from './operations/runs/cancel-workflow-run.js';
import { executeWorkflow } from './operations/runs/execute-workflow.js';
import { getElementStatistics } from './operations/runs/get-element-statistics.js';
import { getElementVisits } from './operations/runs/get-element-visits.js';
import { getRunTimeline } from './operations/runs/get-run-timeline.js';
import { getStuckRuns } from './operations/runs/get-stuck-runs.js';
import { getWorkflowDiagram } from './operations/runs/get-workflow-diagram.js';
import { getWorkflowRun } from './operations/runs/get-workflow-run.js';
import { getWorkflowRuns } from './operations/runs/get-workflow-runs.js';
import { getWorkflows } from './operations/runs/get-workflows.js';
import { migrateRun } from './operations/runs/migrate-run.js';
import { modifyRun } from './operations/runs/modify-run.js';
import { moveToken } from './operations/runs/move-token.js';
import { planMigration } from './operations/runs/plan-migration.js';
import { retryIncident } from './operations/runs/retry-incident.js';
import { assignTask } from './operations/tasks/assign-task.js';
import { castVote } from './operations/tasks/cast-vote.js';
import { claimTask } from './operations/tasks/claim-task.js';
import { decideTasks } from './operations/tasks/decide-tasks.js';
import { explainApproval } from './operations/tasks/explain-approval.js';
import { getApprovalStatus } from './operations/tasks/get-approval-status.js';
import { getHandover } from './operations/tasks/get-handover.js';
import { getInbox } from './operations/tasks/get-inbox.js';
import { getTask } from './operations/tasks/get-task.js';
import { getTasks } from './operations/tasks/get-tasks.js';
import { previewDecision } from './operations/tasks/preview-decision.js';
import { releaseTask } from './operations/tasks/release-task.js';
import { resumeWorkflowRunsApi } from './operations/tasks/resume-workflow-runs-api.js';
import { startApprovalSignature } from './operations/tasks/start-approval-signature.js';
import { updateTask } from './operations/tasks/update-task.js';
import type { WorkflowDeps } from './run/workflow-deps.js';

/** The operations on workflows, runs, tasks, jobs, messages, signals and decisions. */
export const workflowUseCases = (deps: WorkflowDeps) =>
  ({
    activateJobs: activateJobs(deps),
    broadcastSignal: broadcastSignal(deps),
    bulkExecuteWorkflow: bulkExecuteWorkflow(deps),
    bulkOperateRuns: bulkOperateRuns(deps),
    cancelWorkflowRun: cancelWorkflowRun(deps),
    castVote: castVote(deps),
    startApprovalSignature: startApprovalSignature(deps),
    claimTask: claimTask(deps),
    explainApproval: explainApproval(deps),
    getApprovalStatus: getApprovalStatus(deps),
    completeJob: completeJob(deps),
    createDelegation: createDelegation(deps),
    endDelegation: endDelegation(deps),
    getDelegations: getDelegations(deps),
    evaluateDecision: evaluateDecision(deps),
    executeWorkflow: executeWorkflow(deps),
    extendJobLease: extendJobLease(deps),
    failJob: failJob(deps),
    getDecisionCoverage: getDecisionCoverage(deps),
    getDecisionDiagram: getDecisionDiagram(deps),
    getDecisions: getDecisions(deps),
    getIncidentGroups: getIncidentGroups(deps),
    getIncidents: getIncidents(deps),
    getQueues: getQueues(deps),
    getElementStatistics: getElementStatistics(deps),
    getElementVisits: getElementVisits(deps),
    getRunTimeline: getRunTimeline(deps),
    getStuckRuns: getStuckRuns(deps),
    assignTask: assignTask(deps),
    decideTasks: decideTasks(deps),
    getTask: getTask(deps),
    updateTask: updateTask(deps),
    getInbox: getInbox(deps),
    getTasks: getTasks(deps),
    getHandover: getHandover(deps),
    getWorkflowDiagram: getWorkflowDiagram(deps),
    getWorkflowRun: getWorkflowRun(deps),
    getWorkflowRuns: getWorkflowRuns(deps),
    getWorkflows: getWorkflows(deps),
    migrateRun: migrateRun(deps),
    activateElements: activateElements(deps),
    modifyRun: modifyRun(deps),
    moveToken: moveToken(deps),
    planMigration: planMigration(deps),
    previewDecision: previewDecision(deps),
    publishMessage: publishMessage(deps),
    releaseTask: releaseTask(deps),
    resumeWorkflowRunsApi: resumeWorkflowRunsApi(deps),
    retryIncident: retryIncident(deps),
    simulateDecision: simulateDecision(deps),
    throwJobError: throwJobError(deps),
  }) satisfies Partial<UseCases>;
