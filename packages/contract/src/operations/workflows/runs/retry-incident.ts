import { ids } from '../../../operation/example-values.js';
import { defineOperation } from '../../../operation/operation.js';
import { jsonObject, requiredText, subProjectId } from '../../../schema/common.js';
import { Type } from '../../../schema/type.js';
import { runAnswerSchema } from '../../../schema/workflow.js';

export const retryIncident = defineOperation({
  id: 'retryIncident',
  method: 'POST',
  path: '/v1/process/workflows/retryIncident',
  tag: 'Operators',
  summary: 'Retry an incident',
  description: 'Resolves an incident by trying again, with more attempts or corrected variables.',
  extension: true,
  permission: { kind: 'role', grant: 'workflow.operate', denied: 1209 },
  body: Type.Object({
    subProjectId,
    runId: requiredText('Id of the run'),
    incidentId: requiredText('Id of the incident'),
    retries: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, description: 'Attempts for the job. Default 1' })),
    variables: Type.Optional(jsonObject('Variables to set before the attempt')),
  }),
  response: runAnswerSchema,
  errors: [1200, 1202, 1209, 1009],
  otherStatuses: { 1200: 404 },
  process: { unknown: { id: 1200, status: 404 }, outside: 1209 },
  example: {
    request: { subProjectId: ids.subProjectId, runId: ids.runId, incidentId: ids.incidentId, retries: 3 },
  },
});
