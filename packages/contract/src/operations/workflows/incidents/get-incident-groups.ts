import { createdTs, ids } from '../../../operation/example-values.js';
import { defineOperation } from '../../../operation/operation.js';
import { flag, integer, list, subProjectId } from '../../../schema/common.js';
import { incidentGroupSchema, incidentQuery } from '../../../schema/incident.js';
import { Type } from '../../../schema/type.js';

export const getIncidentGroups = defineOperation({
  id: 'getIncidentGroups',
  method: 'GET',
  path: '/v1/process/workflows/getIncidentGroups',
  tag: 'Operators',
  summary: 'Group incidents by cause',
  description:
    'Groups incidents by workflow and fingerprint: kind, element and the part of the message that does not change. Largest groups first, at most 200; of more than 20,000 incidents the newest 20,000 are grouped.',
  extension: true,
  permission: { kind: 'role', grant: 'workflow.operate', denied: 1209 },
  query: Type.Object({ subProjectId, ...incidentQuery }),
  response: Type.Object({
    groups: list(incidentGroupSchema, 'The groups'),
    incidentCount: integer('Number of incidents that were grouped'),
    complete: flag('false when there are more incidents or groups than the answer has'),
  }),
  errors: [1200, 1202, 1209],
  otherStatuses: { 1200: 404 },
  process: { leavesOut: 'the incidents of runs on it' },
  example: {
    request: { subProjectId: ids.subProjectId },
    answer: {
      groups: [
        {
          fingerprint: '0b6f7d0c1a52e3f4',
          workflowId: ids.workflowId,
          elementId: 'Task_Post',
          kind: 'job',
          message: 'https://erp.example.com/bookings/<number> answered 503.',
          count: 31,
          runCount: 31,
          firstTs: createdTs,
          lastTs: createdTs,
          versions: ['7'],
          newestRunId: ids.runId,
          newestIncidentId: ids.incidentId,
        },
      ],
      incidentCount: 31,
      complete: true,
    },
  },
});
