import { Type } from 'typebox';
import { jsonObject, optionalText, timestamp } from './common.js';

/** One row of the audit log (D20). */
export const auditLogSchema = Type.Object(
  {
    id: Type.String(),
    createdTs: timestamp('When'),
    action: Type.String({ description: 'e.g. process.update' }),
    subjectType: Type.String({
      description: 'process, run, task, incident, file, storage, subProject, user, client, audit, bulk',
    }),
    subjectId: Type.String(),
    processId: Type.Union([Type.String(), Type.Null()]),
    by: Type.Object({ id: Type.String({ description: 'User id, or "system"' }), name: Type.String() }),
    traceId: Type.String(),
    before: Type.Union([jsonObject('Changed members before'), Type.Null()]),
    after: Type.Union([jsonObject('Changed members after'), Type.Null()]),
  },
  { title: 'AuditLog' },
);

/** What both ways to read the audit log take. */
export const auditQuery = {
  subProjectId: optionalText('Sub-project; required but for the administrator, who may read the whole installation'),
  processId: optionalText('Only changes of this process; needs subProjectId'),
  filters: optionalText(
    'JSON object of filters: action, subjectType, subjectId, processId, by, traceId, createdTs; without subProjectId also subProjectId_id (D5)',
  ),
};
