import { tags } from './operation.js';
import { abortMultipartStorage } from './operations/abort-multipart-storage.js';
import { activateJobs } from './operations/activate-jobs.js';
import { broadcastSignal } from './operations/broadcast-signal.js';
import { bulkUpdateProcesses } from './operations/bulk-update-processes.js';
import { cancelBulkOperation } from './operations/cancel-bulk-operation.js';
import { cancelWorkflowRun } from './operations/cancel-workflow-run.js';
import { claimTask } from './operations/claim-task.js';
import { closeSignedStorage } from './operations/close-signed-storage.js';
import { completeJob } from './operations/complete-job.js';
import { completeMultipartStorage } from './operations/complete-multipart-storage.js';
import { createClient } from './operations/create-client.js';
import { createMultipartStorage } from './operations/create-multipart-storage.js';
import { createProcess } from './operations/create-process.js';
import { createSignedStorage } from './operations/create-signed-storage.js';
import { createSubProject } from './operations/create-sub-project.js';
import { createUser } from './operations/create-user.js';
import { deleteStorage } from './operations/delete-storage.js';
import { deploySubProject } from './operations/deploy-sub-project.js';
import { executeWorkflow } from './operations/execute-workflow.js';
import { explainAccess } from './operations/explain-access.js';
import { exportAuditLogs } from './operations/export-audit-logs.js';
import { exportProcesses } from './operations/export-processes.js';
import { extendJobLease } from './operations/extend-job-lease.js';
import { failJob } from './operations/fail-job.js';
import { getAuditLogs } from './operations/get-audit-logs.js';
import { getBulkOperation } from './operations/get-bulk-operation.js';
import { getClients } from './operations/get-clients.js';
import { getProcess } from './operations/get-process.js';
import { getRunTimeline } from './operations/get-run-timeline.js';
import { getStorageReconciliation } from './operations/get-storage-reconciliation.js';
import { getStuckRuns } from './operations/get-stuck-runs.js';
import { getSubProjectConfiguration } from './operations/get-sub-project-configuration.js';
import { getSubProjects } from './operations/get-sub-projects.js';
import { getTasks } from './operations/get-tasks.js';
import { getUsers } from './operations/get-users.js';
import { getUsersForProcess } from './operations/get-users-for-process.js';
import { getWorkflowDiagram } from './operations/get-workflow-diagram.js';
import { getWorkflowRun } from './operations/get-workflow-run.js';
import { getWorkflowRuns } from './operations/get-workflow-runs.js';
import { getWorkflows } from './operations/get-workflows.js';
import { importProcesses } from './operations/import-processes.js';
import { listStorage } from './operations/list-storage.js';
import { migrateRun } from './operations/migrate-run.js';
import { moveToken } from './operations/move-token.js';
import { publishMessage } from './operations/publish-message.js';
import { reconcileStorage } from './operations/reconcile-storage.js';
import { releaseTask } from './operations/release-task.js';
import { resumeWorkflowRunsApi } from './operations/resume-workflow-runs-api.js';
import { retryIncident } from './operations/retry-incident.js';
import { rotateClientSecret } from './operations/rotate-client-secret.js';
import { signStorageParts } from './operations/sign-storage-parts.js';
import { throwJobError } from './operations/throw-job-error.js';
import { updateClient } from './operations/update-client.js';
import { updateProcessField } from './operations/update-process-field.js';
import { updateUser } from './operations/update-user.js';
import { urlStorage } from './operations/url-storage.js';
import { userLogin } from './operations/user-login.js';

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
