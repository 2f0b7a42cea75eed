import { Type } from 'typebox';
import { defineOperation } from '../../operation/operation.js';
import { optionalText, requiredText } from '../../schema/common.js';
import { runIdSchema } from '../../schema/workflow.js';

export const failJob = defineOperation({
  id: 'failJob',
  method: 'POST',
  path: '/v1/process/workflows/failJob',
  tag: 'Jobs',
  summary: 'Fail a job',
  description:
    'Reports a failed attempt; without retries left the run gets an incident. A report with a token that is not the current one is refused with 1009 and changes nothing.',
  extension: true,
  permission: { kind: 'role', grant: 'job.work', denied: 1209 },
  body: Type.Object({
    subProjectId: requiredText('Sub-project'),
    jobKey: requiredText('Job'),
    token: requiredText('Fencing token of the activation'),
    retries: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 1000, description: 'Attempts left; default one less than before' }),
    ),
    retryBackOff: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 86_400_000,
        description: 'Milliseconds until the next attempt; default exponential',
      }),
    ),
    errorMessage: optionalText('What went wrong'),
  }),
  response: Type.Object({ runId: runIdSchema }),
  errors: [1200, 1202, 1209, 1009],
});
