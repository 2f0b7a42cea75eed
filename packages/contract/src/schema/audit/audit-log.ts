import { jsonObject, optionalFilterText, queryText, timestamp, userReferenceSchema } from '../common.js';
import { describedAs, Type } from '../type.js';

/** One row of the audit log (D20). */
export const auditLogSchema = Type.Object(
  {
    id: Type.String({ description: 'Id of the audit row' }),
    createdTs: timestamp('When the change was made'),
    action: Type.String({ description: 'What was done, e.g. process.update' }),
    subjectType: Type.String({
      description:
        'Kind of thing that was changed: process, run, task, incident, comment, file, storage, subProject, user, client, invitation, application, group, member, scimToken, identityProvider, audit, bulk, secret or hook',
    }),
    subjectId: Type.String({ description: 'Id of the thing that was changed' }),
    processId: Type.Union([Type.String(), Type.Null()], {
      description: 'Process that the change belongs to; null when it belongs to none',
    }),
    by: describedAs(userReferenceSchema, 'Who made the change'),
    traceId: Type.String({ description: 'Trace id of the request that made the change' }),
    before: Type.Union([jsonObject('Changed members before'), Type.Null()], {
      description: 'Changed members before the change; null for a creation',
    }),
    after: Type.Union([jsonObject('Changed members after'), Type.Null()], {
      description: 'Changed members after the change; null for a deletion',
    }),
  },
  { title: 'AuditLog', description: 'A row of the audit log' },
);

/** What both ways to read the audit log take. */
export const auditQuery = {
  subProjectId: queryText(
    'Id of the sub-project. Required, except for the administrator: without it, the log of the whole installation',
  ),
  processId: queryText('Return only changes of this process. Requires subProjectId'),
  filters: optionalFilterText(
    'JSON object of filters. Keys: action, subjectType, subjectId, processId, by, traceId, createdTs; without subProjectId also subProjectId_id',
  ),
};
