import type { UseCases } from '../use-case/caller.js';
import type { ChangeProcess } from './change/change-process.js';
import type { ProcessDeps } from './change/process-ports.js';
import { type BulkDeps, bulkUpdateProcesses } from './operations/bulk-update-processes.js';
import { cancelBulkOperation } from './operations/cancel-bulk-operation.js';
import { countProcesses } from './operations/count-processes.js';
import { createProcess } from './operations/create-process.js';
import { type DeletionPorts, deleteProcess } from './operations/delete-process.js';
import { type ExplainDeps, explainAccess } from './operations/explain-access.js';
import { exportAuditLogs } from './operations/export-audit-logs.js';
import { exportProcesses } from './operations/export-processes.js';
import { getAuditLogs } from './operations/get-audit-logs.js';
import { getBulkOperation } from './operations/get-bulk-operation.js';
import { getBulkOperations } from './operations/get-bulk-operations.js';
import { getEvidence } from './operations/get-evidence.js';
import { getProcess } from './operations/get-process.js';
import { getUsersForProcess } from './operations/get-users-for-process.js';
import { importProcesses } from './operations/import-processes.js';
import { updateProcessField } from './operations/update-process-field.js';
import { deleteView } from './operations/views/delete-view.js';
import { getViews } from './operations/views/get-views.js';
import { saveView } from './operations/views/save-view.js';

/**
 * The operations on processes and on their history. `changeProcess` is the one workflows use too, made by
 * `changeProcessWith`.
 */
export const processUseCases = (
  deps: ProcessDeps &
    ExplainDeps &
    BulkDeps & { readonly changeProcess: ChangeProcess; readonly deletion: DeletionPorts },
) =>
  ({
    explainAccess: explainAccess(deps),
    bulkUpdateProcesses: bulkUpdateProcesses(deps),
    getBulkOperation: getBulkOperation(deps),
    getBulkOperations: getBulkOperations(deps),
    cancelBulkOperation: cancelBulkOperation(deps),
    getProcess: getProcess(deps),
    countProcesses: countProcesses(deps),
    createProcess: createProcess(deps),
    deleteProcess: deleteProcess(deps),
    updateProcessField: updateProcessField(deps, deps.changeProcess),
    getUsersForProcess: getUsersForProcess(deps),
    getAuditLogs: getAuditLogs(deps),
    getEvidence: getEvidence(deps),
    exportAuditLogs: exportAuditLogs(deps),
    exportProcesses: exportProcesses(deps),
    importProcesses: importProcesses(deps),
    getViews: getViews(deps),
    saveView: saveView(deps),
    deleteView: deleteView(deps),
  }) satisfies Partial<UseCases>;
