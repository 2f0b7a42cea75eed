import { operations } from '@millrace/contract';
import { listAuditLogs } from '../../audit/records/list-audit-logs.js';
import { boundedMetaOf } from '../../filters/counting.js';
import { parsing, valueErrorIds } from '../../filters/filter-error.js';
import { parsePage } from '../../filters/paging.js';
import { errorIds } from '../../kernel/errors/error-ids.js';
import type { UseCase } from '../../use-case/caller.js';
import { unexpectedAs } from '../../use-case/unexpected.js';
import { type AuditDeps, auditFailure, readAudit } from '../history/read-audit.js';

/** getAuditLogs: who changed what and when, newest first (D20); see {@link readAudit} for who sees what of it. */
export const getAuditLogs =
  (deps: AuditDeps): UseCase<'getAuditLogs'> =>
  async (caller, request) => {
    const { selection, present } = await readAudit(deps, caller, operations.getAuditLogs, request);
    const page = parsing(valueErrorIds, () => parsePage(request));
    const { total, logs } = await unexpectedAs(errorIds.auditUnavailable, auditFailure, () =>
      listAuditLogs(deps.db, selection, page),
    );
    return { meta: boundedMetaOf(page, total), logs: logs.map(present) };
  };
