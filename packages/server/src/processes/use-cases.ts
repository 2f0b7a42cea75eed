import type { UseCases } from '../caller.js';
import type { ChangeProcess } from './change-process.js';
import { createProcess } from './create-process.js';
import { type ExplainDeps, explainAccess } from './explain-access.js';
import { exportAuditLogs } from './export-audit-logs.js';
import { getAuditLogs } from './get-audit-logs.js';
import { getProcess } from './get-process.js';
import { getUsersForProcess } from './get-users-for-process.js';
import type { ProcessDeps } from './process-ports.js';
import { updateProcessField } from './update-process-field.js';

/** The operations on processes and on their history. `changeProcess` is the one workflows use too, made by `changeProcessWith`. */
export const processUseCases = (
  deps: ProcessDeps & ExplainDeps & { readonly changeProcess: ChangeProcess },
): Pick<
  UseCases,
  | 'getProcess'
  | 'createProcess'
  | 'updateProcessField'
  | 'getUsersForProcess'
  | 'getAuditLogs'
  | 'exportAuditLogs'
  | 'explainAccess'
> => ({
  explainAccess: explainAccess(deps),
  getProcess: getProcess(deps),
  createProcess: createProcess(deps),
  updateProcessField: updateProcessField(deps, deps.changeProcess),
  getUsersForProcess: getUsersForProcess(deps),
  getAuditLogs: getAuditLogs(deps),
  exportAuditLogs: exportAuditLogs(deps),
});
