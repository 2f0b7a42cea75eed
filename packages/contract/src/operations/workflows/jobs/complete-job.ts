import { ids } from '../../../operation/example-values.js';
import { defineOperation } from '../../../operation/operation.js';
import { jsonObject } from '../../../schema/common.js';
import { jobResultSchema } from '../../../schema/jobs/job-result.js';
import { leasedJob } from '../../../schema/jobs/leased-job.js';
import { Type } from '../../../schema/type.js';
import { runAnswerSchema } from '../../../schema/workflow.js';

export const completeJob = defineOperation({
  id: 'completeJob',
  method: 'POST',
  path: '/v1/process/workflows/completeJob',
  tag: 'Jobs',
  summary: 'Complete a job',
  description:
    'Completes an activated job and advances its run. Rejected with 1009, without any effect, when the token is not the current one.',
  extension: true,
  permission: { kind: 'role', grant: 'job.work', denied: 1209 },
  body: Type.Object({
    ...leasedJob,
    variables: Type.Optional(jsonObject('Variables to set in the run: the result of the job')),
    result: Type.Optional(jobResultSchema),
  }),
  response: runAnswerSchema,
  errors: [1200, 1202, 1209, 1009],
  otherStatuses: { 1200: 404 },
  process: { notLimited: 'Workers serve a type of job, whatever process it is for.' },
  example: {
    request: { subProjectId: ids.subProjectId, jobKey: ids.jobKey, token: '1', variables: { booking: 'X7KQ' } },
  },
});
