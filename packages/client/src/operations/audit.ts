// Generated from packages/contract by `npm run build`; do not edit.
import type { Filters } from '../arguments/filters.js';
import type { AuditLog } from './models.js';
import type { PageResponse, PagingRequest } from './shared.js';

/** The request of exportAuditLogs: export the audit log. */
export interface ExportAuditLogsRequest {
  /** Id of the sub-project. Required, except for the administrator: without it, the log of the whole installation. At most 8192 characters. */
  readonly subProjectId?: string | undefined;
  /** Return only changes of this process. Requires subProjectId. At most 8192 characters. */
  readonly processId?: string | undefined;
  /** JSON object of filters. Keys: action, subjectType, subjectId, processId, by, traceId, createdTs; without subProjectId also subProjectId_id. At most 8192 characters. */
  readonly filters?: string | Filters | undefined;
}

/** The answer of exportAuditLogs: one AuditLog per line. */
export type ExportAuditLogsResponse = string;

/** The request of getAuditLogs: read the audit log. */
export interface GetAuditLogsRequest extends PagingRequest {
  /** Id of the sub-project. Required, except for the administrator: without it, the log of the whole installation. At most 8192 characters. */
  readonly subProjectId?: string | undefined;
  /** Return only changes of this process. Requires subProjectId. At most 8192 characters. */
  readonly processId?: string | undefined;
  /** JSON object of filters. Keys: action, subjectType, subjectId, processId, by, traceId, createdTs; without subProjectId also subProjectId_id. At most 8192 characters. */
  readonly filters?: string | Filters | undefined;
}

/** The answer of getAuditLogs: read the audit log. */
export interface GetAuditLogsResponse extends PageResponse {
  /** The audit rows of the page. */
  readonly logs: readonly AuditLog[];
}
