import { Type } from 'typebox';
import { defineOperation } from '../../operation/operation.js';
import { auditQuery } from '../../schema/audit.js';

export const exportAuditLogs = defineOperation({
  id: 'exportAuditLogs',
  method: 'GET',
  path: '/v1/process/exportAuditLogs',
  tag: 'Audit',
  summary: 'Export the audit log',
  description:
    'Streams what getAuditLogs lists, all of it, newest first: one row as JSON per line. Rows that are written meanwhile are not in it.',
  extension: true,
  permission: { kind: 'role', grant: 'audit.read', denied: 1205 },
  query: Type.Object({ ...auditQuery }),
  response: Type.String({ description: 'One AuditLog per line' }),
  stream: ['application/x-ndjson'],
  errors: [1200, 1202, 1205, 1221, 1227, 1232],
});
