import type { AuditDeps } from '../audit/get-audit-logs.js';
import type { Queryable } from '../postgres/queryable.js';
import { enterProcess } from './enter-process.js';
import { fieldVisibility } from './field-visibility.js';
import { rowCondition } from './row-condition.js';

/** What reading the audit log needs of processes. */
export const auditedProcesses = (db: Queryable): AuditDeps['processes'] => ({
  visibility(subProject, access) {
    const { covered, of } = fieldVisibility(subProject, access);
    return { condition: rowCondition(subProject, access), covered, fieldsOf: of };
  },
  require: (subProject, access, processId) =>
    enterProcess(db, subProject, access, processId, { unknown: { id: 1221 }, outside: 1205 }),
});
