import { Type } from 'typebox';
import { defineOperation } from '../../operation/operation.js';
import { auditLogSchema, auditQuery } from '../../schema/audit.js';
import { metaSchema, pageQuery } from '../../schema/common.js';

export const getAuditLogs = defineOperation({
  id: 'getAuditLogs',
  method: 'GET',
  path: '/v1/process/getAuditLogs',
  tag: 'Audit',
  summary: 'Read the audit log',
  description:
    'Reads who changed what and when, newest first (D20). The administrator may leave out subProjectId to read the log of the whole installation.',
  extension: true,
  permission: { kind: 'role', grant: 'audit.read', denied: 1205 },
  query: Type.Object({ ...auditQuery, ...pageQuery }),
  response: Type.Object({ meta: metaSchema, logs: Type.Array(auditLogSchema) }),
  errors: [1200, 1202, 1205, 1221, 1227, 1232],
});
