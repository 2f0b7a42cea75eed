import { tags } from '../operation/operation.js';
import { abortMultipartStorage } from './files/abort-multipart-storage.js';
import { closeSignedStorage } from './files/close-signed-storage.js';
import { completeMultipartStorage } from './files/complete-multipart-storage.js';
import { createMultipartStorage } from './files/create-multipart-storage.js';
import { createSignedStorage } from './files/create-signed-storage.js';
import { deleteStorage } from './files/delete-storage.js';
import { getStorageReconciliation } from './files/get-storage-reconciliation.js';
import { listStorage } from './files/list-storage.js';
import { reconcileStorage } from './files/reconcile-storage.js';
import { signStorageParts } from './files/sign-storage-parts.js';
import { urlStorage } from './files/url-storage.js';
import { createClient } from './identity/create-client.js';
import { createUser } from './identity/create-user.js';
import { getClients } from './identity/get-clients.js';
import { getUsers } from './identity/get-users.js';
import { rotateClientSecret } from './identity/rotate-client-secret.js';
import { updateClient } from './identity/update-client.js';
import { updateUser } from './identity/update-user.js';
import { userLogin } from './identity/user-login.js';
import { activateJobs } from './jobs/activate-jobs.js';
import { completeJob } from './jobs/complete-job.js';
import { extendJobLease } from './jobs/extend-job-lease.js';
import { failJob } from './jobs/fail-job.js';
import { throwJobError } from './jobs/throw-job-error.js';
import { bulkUpdateProcesses } from './processes/bulk-update-processes.js';
import { cancelBulkOperation } from './processes/cancel-bulk-operation.js';
import { createProcess } from './processes/create-process.js';
import { explainAccess } from './processes/explain-access.js';
import { exportAuditLogs } from './processes/export-audit-logs.js';
import { exportProcesses } from './processes/export-processes.js';
import { getAuditLogs } from './processes/get-audit-logs.js';
import { getBulkOperation } from './processes/get-bulk-operation.js';
import { getProcess } from './processes/get-process.js';
import { getUsersForProcess } from './processes/get-users-for-process.js';
import { importProcesses } from './processes/import-processes.js';
import { updateProcessField } from './processes/update-process-field.js';
import { cancelWorkflowRun } from './runs/cancel-workflow-run.js';
import { getRunTimeline } from './runs/get-run-timeline.js';
import { getStuckRuns } from './runs/get-stuck-runs.js';
import { getWorkflowRun } from './runs/get-workflow-run.js';
import { migrateRun } from './runs/migrate-run.js';
import { moveToken } from './runs/move-token.js';
import { retryIncident } from './runs/retry-incident.js';
import { createSubProject } from './sub-projects/create-sub-project.js';
import { deploySubProject } from './sub-projects/deploy-sub-project.js';
import { getSubProjectConfiguration } from './sub-projects/get-sub-project-configuration.js';
import { getSubProjects } from './sub-projects/get-sub-projects.js';
import { claimTask } from './tasks/claim-task.js';
import { getTasks } from './tasks/get-tasks.js';
import { releaseTask } from './tasks/release-task.js';
import { broadcastSignal } from './workflows/broadcast-signal.js';
import { executeWorkflow } from './workflows/execute-workflow.js';
import { getWorkflowDiagram } from './workflows/get-workflow-diagram.js';
import { getWorkflowRuns } from './workflows/get-workflow-runs.js';
import { getWorkflows } from './workflows/get-workflows.js';
import { publishMessage } from './workflows/publish-message.js';
import { resumeWorkflowRunsApi } from './workflows/resume-workflow-runs-api.js';

/** Every operation of the wire, by id. Adding a file here is all it takes for a route, its types and its documentation to exist. */
export const operations = Object.freeze({
  abortMultipartStorage,
  activateJobs,
  broadcastSignal,
  bulkUpdateProcesses,
  cancelBulkOperation,
  cancelWorkflowRun,
  claimTask,
  closeSignedStorage,
  completeJob,
  completeMultipartStorage,
  createClient,
  createMultipartStorage,
  createProcess,
  createSignedStorage,
  createSubProject,
  createUser,
  deleteStorage,
  deploySubProject,
  executeWorkflow,
  explainAccess,
  exportAuditLogs,
  exportProcesses,
  extendJobLease,
  failJob,
  getAuditLogs,
  getBulkOperation,
  getClients,
  getProcess,
  getRunTimeline,
  getStorageReconciliation,
  getStuckRuns,
  getSubProjectConfiguration,
  getSubProjects,
  getTasks,
  getUsers,
  getUsersForProcess,
  getWorkflowDiagram,
  getWorkflowRun,
  getWorkflowRuns,
  getWorkflows,
  importProcesses,
  listStorage,
  migrateRun,
  moveToken,
  publishMessage,
  reconcileStorage,
  releaseTask,
  resumeWorkflowRunsApi,
  retryIncident,
  rotateClientSecret,
  signStorageParts,
  throwJobError,
  updateClient,
  updateProcessField,
  updateUser,
  urlStorage,
  userLogin,
});

export type Operations = typeof operations;
export type OperationId = keyof Operations;

/** All operations in the order of the documentation: by tag, the documented ones before our extensions. */
export const operationList = Object.freeze(
  Object.values(operations).toSorted(
    (a, b) => tags.indexOf(a.tag) - tags.indexOf(b.tag) || Number(a.extension) - Number(b.extension),
  ),
) as readonly Operations[OperationId][];
