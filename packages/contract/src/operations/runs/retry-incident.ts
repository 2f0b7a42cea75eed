import { Type } from 'typebox';
import { defineOperation } from '../../operation/operation.js';
import { jsonObject, requiredText } from '../../schema/common.js';
import { runIdSchema } from '../../schema/workflow.js';

export const retryIncident = defineOperation({
  id: 'retryIncident',
  method: 'POST',
  path: '/v1/process/workflows/retryIncident',
  tag: 'Operators',
  summary: 'Retry an incident',
  description: 'Resolves an incident by trying again, with new retries or corrected variables.',
  extension: true,
  permission: { kind: 'role', grant: 'workflow.operate', denied: 1209 },
  body: Type.Object({
    subProjectId: requiredText('Sub-project'),
    runId: requiredText('Run'),
    incidentId: requiredText('Incident'),
    retries: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, description: 'Attempts for the job; default 1' })),
    variables: Type.Optional(jsonObject('Variables to set first')),
  }),
  response: Type.Object({ runId: runIdSchema }),
  errors: [1200, 1202, 1209, 1009],
});
