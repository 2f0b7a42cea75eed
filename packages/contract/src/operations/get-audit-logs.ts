import { Type } from 'typebox';
import { defineOperation } from '../operation.js';
import { auditLogSchema } from '../schema/audit.js';
import { metaSchema, optionalText, pageQuery, requiredText } from '../schema/common.js';

export const getAuditLogs = defineOperation({
  id: 'getAuditLogs',
  method: 'GET',
  path: '/v1/process/getAuditLogs',
  tag: 'Audit',
  summary: 'Read the audit log',
  description: 'Reads who changed what and when, newest first (D20).',
  extension: true,
  permission: { kind: 'role', grant: 'audit.read', denied: 1205 },
  query: Type.Object({
    subProjectId: requiredText('Sub-project'),
    processId: optionalText('Only changes of this process'),
    ...pageQuery,
    filters: optionalText('JSON object of filters: action, subjectType, subjectId, by, traceId, createdTs (D5)'),
  }),
  response: Type.Object({ meta: metaSchema, logs: Type.Array(auditLogSchema) }),
  errors: [1200, 1202, 1205, 1221, 1227, 1232],
});
