import { ids } from '../../../operation/example-values.js';
import { defineOperation } from '../../../operation/operation.js';
import { optionalText } from '../../../schema/common.js';
import { leasedJob } from '../../../schema/jobs/leased-job.js';
import { Type } from '../../../schema/type.js';
import { runAnswerSchema } from '../../../schema/workflow.js';

export const failJob = defineOperation({
  id: 'failJob',
  method: 'POST',
  path: '/v1/process/workflows/failJob',
  tag: 'Jobs',
  summary: 'Fail a job',
  description:
    'Reports a failed attempt. When no retries are left, the run gets an incident. Rejected with 1009, without any effect, when the token is not the current one.',
  extension: true,
  permission: { kind: 'role', grant: 'job.work', denied: 1209 },
  body: Type.Object({
    ...leasedJob,
    retries: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 1000, description: 'Attempts left. Default: one less than before' }),
    ),
    retryBackOff: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 86_400_000,
        description: 'Milliseconds until the next attempt. Default: exponential backoff',
      }),
    ),
    errorMessage: optionalText('What went wrong'),
  }),
  response: runAnswerSchema,
  errors: [1200, 1202, 1209, 1009],
  otherStatuses: { 1200: 404 },
  process: { notLimited: 'Workers serve a type of job, whatever process it is for.' },
  example: {
    request: {
      subProjectId: ids.subProjectId,
      jobKey: ids.jobKey,
      token: '1',
      retryBackOff: 5000,
      errorMessage: 'No connection.',
    },
  },
});
