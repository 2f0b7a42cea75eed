import { operations, type ResponseOf } from '@millrace/contract';
import type { Access } from '../access/authorize.js';
import type { NameSet } from '../access/role.js';
import type { UseCase } from '../caller.js';
import { compileFilter } from '../filters/compile-filter.js';
import { parsing, valueErrorIds } from '../filters/filter-error.js';
import { metaOf, parsePage } from '../filters/paging.js';
import { parseFilter, parseFilterText } from '../filters/parse-filter.js';
import type { Database, Fragment } from '../postgres/pool.js';
import { enter } from '../sub-projects/enter.js';
import type { SubProject } from '../sub-projects/sub-project.js';
import type { SubProjects } from '../sub-projects/sub-projects.js';
import { unexpectedAs } from '../unexpected.js';
import { auditFilterColumns, auditFilterKeys, type ListedAuditLog, listAuditLogs } from './list-audit-logs.js';
import { redact } from './redact.js';

/** What of a process a decision lets its holder see; implemented where processes are kept, over the alias `p`. */
export interface ProcessVisibility {
  readonly condition: Fragment;
  /** Selects what `fieldsOf` takes. */
  readonly covered: Fragment;
  fieldsOf(covered: readonly number[]): NameSet;
}

export interface AuditDeps {
  readonly db: Database;
  readonly subProjects: SubProjects;
  readonly processes: {
    visibility(subProject: SubProject, access: Access): ProcessVisibility;
    /** @throws CatalogueError 1221 for an unknown process, 1205 for one outside the row filter */
    require(subProject: SubProject, access: Access, processId: string): Promise<unknown>;
  };
}

/**
 * getAuditLogs: who changed what and when, newest first (D20). Changes of processes outside the reader's row filter do
 * not show, and of fields outside its read list neither.
 */
export const getAuditLogs =
  (deps: AuditDeps): UseCase<'getAuditLogs'> =>
  async (caller, request) => {
    const { subProjectId, processId } = request;
    const { subProject, access } = await enter(deps.subProjects, caller, subProjectId, operations.getAuditLogs);
    if (processId !== undefined) {
      await unexpectedAs(1227, failure, () => deps.processes.require(subProject, access, processId));
    }
    const { page, filter } = parsing(valueErrorIds, () => ({
      page: parsePage(request),
      filter: parseFilter(
        request.filters === undefined ? {} : parseFilterText(request.filters),
        auditFilterKeys,
        '/filters',
      ),
    }));
    const visibility = deps.processes.visibility(subProject, access);
    const { total, logs } = await unexpectedAs(1227, failure, () =>
      listAuditLogs(deps.db, {
        subProjectId: subProject.id,
        processId,
        filter: compileFilter(filter, auditFilterColumns),
        visible: visibility.condition,
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
  visibility: ProcessVisibility,
): ResponseOf<typeof operations.getAuditLogs>['logs'][number] {
  const { id, createdTs, action, subjectType, subjectId, processId, byId, byName, traceId } = log;
  const shown = (members: ListedAuditLog['before']) =>
    processId === null ? members : redact(members, declared, visibility.fieldsOf(log.covered));
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
