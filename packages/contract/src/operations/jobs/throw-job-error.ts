import { Type } from 'typebox';
import { defineOperation } from '../../operation/operation.js';
import { jsonObject, optionalText, requiredText } from '../../schema/common.js';
import { runIdSchema } from '../../schema/workflow.js';

export const throwJobError = defineOperation({
  id: 'throwJobError',
  method: 'POST',
  path: '/v1/process/workflows/throwJobError',
  tag: 'Jobs',
  summary: 'Throw a BPMN error',
  description:
    'Ends the job with a BPMN error that the diagram may catch; uncaught it is an incident. A report with a token that is not the current one is refused with 1009 and changes nothing.',
  extension: true,
  permission: { kind: 'role', grant: 'job.work', denied: 1209 },
  body: Type.Object({
    subProjectId: requiredText('Sub-project'),
    jobKey: requiredText('Job'),
    token: requiredText('Fencing token of the activation'),
    errorCode: requiredText('BPMN error code'),
    errorMessage: optionalText('What went wrong'),
    variables: Type.Optional(jsonObject('Variables for the catching scope')),
  }),
  response: Type.Object({ runId: runIdSchema }),
  errors: [1200, 1202, 1209, 1009],
});
