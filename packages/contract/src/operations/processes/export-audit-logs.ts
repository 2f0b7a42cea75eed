import { ids } from '../../operation/example-values.js';
import { defineOperation } from '../../operation/operation.js';
import { auditQuery } from '../../schema/audit/audit-log.js';
import { text } from '../../schema/common.js';
import { Type } from '../../schema/type.js';

export const exportAuditLogs = defineOperation({
  id: 'exportAuditLogs',
  method: 'GET',
  path: '/v1/process/exportAuditLogs',
  tag: 'Audit',
  summary: 'Export the audit log',
  description:
    'Streams all rows that getAuditLogs lists, newest first, one JSON object per line. Rows written during the export are left out.',
  extension: true,
  permission: { kind: 'role', grant: 'audit.read', denied: 1205 },
  query: Type.Object({ ...auditQuery }),
  response: text('One AuditLog per line'),
  stream: ['application/x-ndjson'],
  errors: [1200, 1202, 1205, 1221, 1227, 1232],
  process: { unknown: { id: 1221 }, outside: 1205 },
  heavy: true,
  example: {
    request: { subProjectId: ids.subProjectId },
  },
});
