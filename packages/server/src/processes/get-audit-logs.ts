import { operations, type ResponseOf } from '@millrace/contract';
import { auditFilterColumns, auditFilterKeys, type ListedAuditLog, listAuditLogs } from '../audit/list-audit-logs.js';
import { redact } from '../audit/redact.js';
import type { UseCase } from '../caller.js';
import { compileFilter } from '../filters/compile-filter.js';
import { parsing, valueErrorIds } from '../filters/filter-error.js';
import { metaOf, parsePage } from '../filters/paging.js';
import { parseFilter, parseFilterText } from '../filters/parse-filter.js';
import { enter } from '../sub-projects/enter.js';
import { unexpectedAs } from '../unexpected.js';
import { enterProcess } from './enter-process.js';
import { type FieldVisibility, fieldVisibility } from './field-visibility.js';
import type { ProcessDeps } from './process-ports.js';
import { rowCondition } from './row-condition.js';

/**
 * getAuditLogs: who changed what and when, newest first (D20). Changes of processes outside the reader's row filter do
 * not show, and of fields outside its read list neither.
 */
export const getAuditLogs =
  (deps: Pick<ProcessDeps, 'db' | 'subProjects'>): UseCase<'getAuditLogs'> =>
  async (caller, request) => {
    const { subProjectId, processId } = request;
    const { subProject, access } = await enter(deps.subProjects, caller, subProjectId, operations.getAuditLogs);
    if (processId !== undefined) {
      await unexpectedAs(1227, failure, () =>
        enterProcess(deps.db, subProject, access, processId, { unknown: { id: 1221 }, outside: 1205 }),
      );
    }
    const { page, filter } = parsing(valueErrorIds, () => ({
      page: parsePage(request),
      filter: parseFilter(
        request.filters === undefined ? {} : parseFilterText(request.filters),
        auditFilterKeys,
        '/filters',
      ),
    }));
    const visibility = fieldVisibility(subProject, access);
    const { total, logs } = await unexpectedAs(1227, failure, () =>
      listAuditLogs(deps.db, {
        subProjectId: subProject.id,
        processId,
        filter: compileFilter(filter, auditFilterColumns),
        visible: rowCondition(subProject, access),
        covered: visibility.covered,
        page,
      }),
    );
    const declared = new Set(subProject.fields.keys());
    return { meta: metaOf(page, total), logs: logs.map((log) => present(log, declared, visibility)) };
  };

const failure = 'The audit log could not be read.';

function present(
  log: ListedAuditLog,
  declared: ReadonlySet<string>,
  visibility: FieldVisibility,
): ResponseOf<typeof operations.getAuditLogs>['logs'][number] {
  const { id, createdTs, action, subjectType, subjectId, processId, byId, byName, traceId } = log;
  const shown = (members: ListedAuditLog['before']) =>
    processId === null ? members : redact(members, declared, visibility.of(log.covered));
  return {
    id,
    createdTs: createdTs.toISOString(),
    action,
    subjectType,
    subjectId,
    processId,
    by: { id: byId, name: byName },
    traceId,
    before: shown(log.before),
    after: shown(log.after),
  };
}
