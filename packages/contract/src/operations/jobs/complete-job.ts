import { Type } from 'typebox';
import { defineOperation } from '../../operation/operation.js';
import { jsonObject, requiredText } from '../../schema/common.js';
import { runIdSchema } from '../../schema/workflow.js';

export const completeJob = defineOperation({
  id: 'completeJob',
  method: 'POST',
  path: '/v1/process/workflows/completeJob',
  tag: 'Jobs',
  summary: 'Complete a job',
  description:
    'Completes an activated job; its run moves on. A report with a token that is not the current one is refused with 1009 and changes nothing.',
  extension: true,
  permission: { kind: 'role', grant: 'job.work', denied: 1209 },
  body: Type.Object({
    subProjectId: requiredText('Sub-project'),
    jobKey: requiredText('Job'),
    token: requiredText('Fencing token of the activation'),
    variables: Type.Optional(jsonObject('Result of the job')),
  }),
  response: Type.Object({ runId: runIdSchema }),
  errors: [1200, 1202, 1209, 1009],
});
