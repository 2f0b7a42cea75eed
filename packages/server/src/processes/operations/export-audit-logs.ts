import { operations } from '@millrace/contract';
import { auditLogsBefore, type ListedAuditLog } from '../../audit/records/list-audit-logs.js';
import { beforeNewest, type Position } from '../../filters/paging.js';
import { errorIds } from '../../kernel/errors/error-ids.js';
import type { UseCase } from '../../use-case/caller.js';
import { unexpectedAs } from '../../use-case/unexpected.js';
import { type AuditDeps, type AuditReading, auditFailure, readAudit } from '../history/read-audit.js';

/** Rows of one statement, 1 MB at most as a rule. */
const BATCH = 500;

/**
 * exportAuditLogs: every row that getAuditLogs lists when the export begins. Rows never change, so no row is missing or
 * written twice. Each batch is a statement of its own that goes on where the one before ended: a slow reader holds
 * neither a connection nor a snapshot.
 */
export const exportAuditLogs =
  (deps: AuditDeps): UseCase<'exportAuditLogs'> =>
  async (caller, request) => {
    const reading = await readAudit(deps, caller, operations.exportAuditLogs, request);
    const first = await batchBefore(deps, reading, beforeNewest);
    return { mediaType: 'application/x-ndjson', fileName: 'audit.ndjson', chunks: chunksFrom(deps, reading, first) };
  };

async function* chunksFrom(
  deps: Pick<AuditDeps, 'db'>,
  reading: AuditReading,
  first: readonly ListedAuditLog[],
): AsyncGenerator<string> {
  for (let batch = first; ; ) {
    const last = batch.at(-1);
    if (last === undefined) return;
    yield batch.map((log) => `${JSON.stringify(reading.present(log))}\n`).join('');
    if (batch.length < BATCH) return;
    batch = await batchBefore(deps, reading, last);
  }
}

const batchBefore = (deps: Pick<AuditDeps, 'db'>, { selection }: AuditReading, before: Position) =>
  unexpectedAs(errorIds.auditUnavailable, auditFailure, () => auditLogsBefore(deps.db, selection, before, BATCH));
