import { createdTs, ids } from '../../../operation/example-values.js';
import { defineOperation } from '../../../operation/operation.js';
import { afterQuery, list, metaSchema, next, pageQuery, queryText, subProjectId } from '../../../schema/common.js';
import { incidentQuery, listedIncidentSchema } from '../../../schema/incident.js';
import { nameList } from '../../../schema/text-form.js';
import { Type } from '../../../schema/type.js';

export const getIncidents = defineOperation({
  id: 'getIncidents',
  method: 'GET',
  path: '/v1/process/workflows/getIncidents',
  tag: 'Operators',
  summary: 'List incidents',
  description:
    'Lists incidents of runs, newest first; without `state`, the open ones. Send `next` as `after` to get the next page.',
  extension: true,
  permission: { kind: 'role', grant: 'workflow.operate', denied: 1209 },
  query: Type.Object({
    subProjectId,
    runId: queryText('Return only incidents of this run'),
    incidentId: queryText('Return only this incident, open or resolved'),
    ...incidentQuery,
    ...afterQuery,
    perPageCount: pageQuery.perPageCount,
    include: Type.Optional(nameList(['meta'], 'Comma-separated members to add: meta')),
  }),
  response: Type.Object({
    meta: Type.Optional(metaSchema),
    next,
    incidents: list(listedIncidentSchema, 'The incidents'),
  }),
  errors: [1200, 1202, 1209],
  otherStatuses: { 1200: 404 },
  process: { leavesOut: 'the incidents of runs on it' },
  example: {
    request: { subProjectId: ids.subProjectId },
    answer: {
      next: null,
      incidents: [
        {
          id: ids.incidentId,
          runId: ids.runId,
          workflowId: ids.workflowId,
          workflowVersion: '7',
          processId: ids.processId,
          elementId: 'Task_Post',
          kind: 'job',
          message: 'https://erp.example.com/bookings/4711 answered 503.',
          fingerprint: '0b6f7d0c1a52e3f4',
          jobKey: ids.jobKey,
          createdTs,
          resolvedTs: null,
        },
      ],
    },
  },
});
