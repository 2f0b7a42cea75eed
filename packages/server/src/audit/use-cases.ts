import type { UseCases } from '../caller.js';
import { type AuditDeps, getAuditLogs } from './get-audit-logs.js';

/** The operations on the audit log. */
export const auditUseCases = (deps: AuditDeps): Pick<UseCases, 'getAuditLogs'> => ({
  getAuditLogs: getAuditLogs(deps),
});
