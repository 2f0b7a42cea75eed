import { Type } from 'typebox';
import { jsonObject, timestamp } from './common.js';

/** One row of the audit log (D20). */
export const auditLogSchema = Type.Object(
  {
    id: Type.String(),
    createdTs: timestamp('When'),
    action: Type.String({ description: 'e.g. process.update' }),
    subjectType: Type.String({ description: 'process, run, task, file, storage, subProject, user, client' }),
    subjectId: Type.String(),
    processId: Type.Union([Type.String(), Type.Null()]),
    by: Type.Object({ id: Type.String({ description: 'User id, or "system"' }), name: Type.String() }),
    traceId: Type.String(),
    before: Type.Union([jsonObject('Changed members before'), Type.Null()]),
    after: Type.Union([jsonObject('Changed members after'), Type.Null()]),
  },
  { title: 'AuditLog' },
);
