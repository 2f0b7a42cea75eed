import type { UseCases } from '../caller.js';
import { cancelBulkOperation } from './bulk/cancel-bulk-operation.js';
import { getBulkOperation } from './bulk/get-bulk-operation.js';
import { type BulkDeps, bulkUpdateProcesses } from './bulk/start-bulk.js';
import type { ChangeProcess } from './change-process.js';
import { createProcess } from './create-process.js';
import { type ExplainDeps, explainAccess } from './explain-access.js';
import { exportProcesses } from './export/export-processes.js';
import { exportAuditLogs } from './export-audit-logs.js';
import { getAuditLogs } from './get-audit-logs.js';
import { getProcess } from './get-process.js';
import { getUsersForProcess } from './get-users-for-process.js';
import { importProcesses } from './import/import-processes.js';
import type { ProcessDeps } from './process-ports.js';
import { updateProcessField } from './update-process-field.js';

/** The operations on processes and on their history. `changeProcess` is the one workflows use too, made by `changeProcessWith`. */
export const processUseCases = (
  deps: ProcessDeps & ExplainDeps & BulkDeps & { readonly changeProcess: ChangeProcess },
): Pick<
  UseCases,
  | 'getProcess'
  | 'createProcess'
  | 'updateProcessField'
  | 'getUsersForProcess'
  | 'getAuditLogs'
  | 'exportAuditLogs'
  | 'exportProcesses'
  | 'importProcesses'
  | 'explainAccess'
  | 'bulkUpdateProcesses'
  | 'getBulkOperation'
  | 'cancelBulkOperation'
> => ({
  explainAccess: explainAccess(deps),
  bulkUpdateProcesses: bulkUpdateProcesses(deps),
  getBulkOperation: getBulkOperation(deps),
  cancelBulkOperation: cancelBulkOperation(deps),
  getProcess: getProcess(deps),
  createProcess: createProcess(deps),
  updateProcessField: updateProcessField(deps, deps.changeProcess),
  getUsersForProcess: getUsersForProcess(deps),
  getAuditLogs: getAuditLogs(deps),
  exportAuditLogs: exportAuditLogs(deps),
  exportProcesses: exportProcesses(deps),
  importProcesses: importProcesses(deps),
});
