import type { operations, ResponseOf } from '@millrace/contract';
import { mayAdminister } from '../../access/require-administrator.js';
import {
  type AuditSelection,
  auditFilterColumns,
  auditFilterKeys,
  installationFilterKeys,
  type ListedAuditLog,
} from '../../audit/records/list-audit-logs.js';
import { redact } from '../../audit/redact.js';
import { compileFilter } from '../../filters/compile-filter.js';
import type { FilterKeys } from '../../filters/filter.js';
import { parsing, valueErrorIds } from '../../filters/filter-error.js';
import { parseFilter, parseFilterText } from '../../filters/parse-filter.js';
import type { CatalogueError } from '../../kernel/errors/catalogue-error.js';
import { errorIds } from '../../kernel/errors/error-ids.js';
import { invalidMember } from '../../kernel/errors/request-errors.js';
import { enter, type RoleOperation } from '../../sub-projects/configuration/enter.js';
import type { Caller } from '../../use-case/caller.js';
import { unexpectedAs } from '../../use-case/unexpected.js';
import type { ProcessDeps } from '../change/process-ports.js';
import { auditVisibility } from '../records/visibility/audit-visibility.js';
import { enterProcess } from '../records/visibility/enter-process.js';
import { processVisibility } from '../records/visibility/process-visibility.js';

/** A row of the audit log on the wire. */
export type AuditLog = ResponseOf<typeof operations.getAuditLogs>['logs'][number];

/** What a reader of the audit log gets, and how it sees each row. */
export interface AuditReading {
  readonly selection: AuditSelection;
  present(log: ListedAuditLog): AuditLog;
}

/** The request of getAuditLogs and exportAuditLogs. */
export interface AuditRequest {
  readonly subProjectId?: string;
  readonly processId?: string;
  readonly filters?: string;
}

/** What reading the audit log needs. */
export type AuditDeps = Pick<ProcessDeps, 'db' | 'subProjects' | 'auditedFile'>;

/** Detail of 1227. */
export const auditFailure = 'The audit log could not be read.';

/**
 * Decides what a caller may read of the audit log (D12, D20): nothing of processes outside its row filter, of files that
 * it does not see and of fields outside its read list. Without a sub-project it is the whole installation, which only the administrator may read.
 *
 * @throws CatalogueError 1200 without a sub-project for anybody else, what {@link enter} raises, 1221, 1205, 1232
 */
export async function readAudit(
  deps: AuditDeps,
  caller: Caller,
  operation: RoleOperation,
  request: AuditRequest,
): Promise<AuditReading> {
  const { subProjectId, processId } = request;
  if (subProjectId === undefined || subProjectId === '') return readInstallation(caller, request);
  const { subProject, access } = await enter(deps.subProjects, caller, subProjectId, operation);
  if (processId !== undefined) {
    await unexpectedAs(errorIds.auditUnavailable, auditFailure, () =>
      enterProcess(deps.db, subProject, access, processId, {
        unknown: { id: errorIds.processNotFound },
        outside: errorIds.mayNotRead,
      }),
    );
  }
  const visibility = processVisibility(subProject, access);
  const declared = new Set(subProject.fields.keys());
  return {
    selection: {
      within: {
        subProjectId: subProject.id,
        processId,
        visible: auditVisibility(subProject, access, visibility, deps.auditedFile),
      },
      filter: filterOf(request, auditFilterKeys),
    },
    present: (log) => {
      const seen = log.processId === null ? visibility.fields : visibility.fieldsOf(log.covered);
      return presentAs(log, (members) => redact(members, declared, seen));
    },
  };
}

function readInstallation(caller: Caller, request: AuditRequest): AuditReading {
  if (!mayAdminister(caller.principal)) throw missing('subProjectId is required.');
  if (request.processId !== undefined) throw missing('subProjectId is required beside processId.');
  return {
    selection: { within: undefined, filter: filterOf(request, installationFilterKeys) },
    present: (log) => presentAs(log, (members) => members),
  };
}

const filterOf = ({ filters }: AuditRequest, keys: FilterKeys) =>
  parsing(valueErrorIds, () =>
    compileFilter(
      parseFilter(filters === undefined ? {} : parseFilterText(filters), keys, '/filters'),
      auditFilterColumns,
    ),
  );

const missing = (detail: string): CatalogueError => invalidMember('/subProjectId', detail);

function presentAs(
  log: ListedAuditLog,
  shownOf: (members: ListedAuditLog['before']) => ListedAuditLog['before'],
): AuditLog {
  const { id, createdTs, action, subjectType, subjectId, processId, byId, byName, traceId } = log;
  return {
    id,
    createdTs: createdTs.toISOString(),
    action,
    subjectType,
    subjectId,
    processId,
    by: { id: byId, name: byName },
    traceId,
    before: shownOf(log.before),
    after: shownOf(log.after),
  };
}
