import { createdTs, ids, meta, page } from '../../operation/example-values.js';
import { defineOperation } from '../../operation/operation.js';
import { auditLogSchema, auditQuery } from '../../schema/audit/audit-log.js';
import { list, metaSchema, pageQuery } from '../../schema/common.js';
import { Type } from '../../schema/type.js';

export const getAuditLogs = defineOperation({
  id: 'getAuditLogs',
  method: 'GET',
  path: '/v1/process/getAuditLogs',
  tag: 'Audit',
  summary: 'Read the audit log',
  description:
    'Lists who changed what and when, newest first. The administrator may leave out subProjectId to read the log of the whole installation.',
  extension: true,
  permission: { kind: 'role', grant: 'audit.read', denied: 1205 },
  query: Type.Object({ ...auditQuery, ...pageQuery }),
  response: Type.Object({
    meta: metaSchema,
    logs: list(auditLogSchema, 'The audit rows of the page'),
  }),
  errors: [1200, 1202, 1205, 1221, 1227, 1232],
  process: { unknown: { id: 1221 }, outside: 1205 },
  example: {
    request: { ...page, subProjectId: ids.subProjectId },
    answer: {
      meta,
      logs: [
        {
          id: '01971f2e-6c00-7a11-8000-000000000141',
          createdTs,
          action: 'process.update',
          subjectType: 'process',
          subjectId: ids.processId,
          processId: ids.processId,
          by: { id: ids.userId, name: 'Aylin Assignee' },
          traceId: '01971f2e-6c00-7a11-8000-000000000151',
          before: { priority: 'MEDIUM' },
          after: { priority: 'HIGH' },
        },
      ],
    },
  },
});
