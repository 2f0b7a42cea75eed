import { ids } from '../../../operation/example-values.js';
import { defineOperation } from '../../../operation/operation.js';
import { list, optionalText, requiredText, subProjectId } from '../../../schema/common.js';
import { Type } from '../../../schema/type.js';
import { activatedJobSchema } from '../../../schema/workflow.js';

export const activateJobs = defineOperation({
  id: 'activateJobs',
  method: 'POST',
  path: '/v1/process/workflows/activateJobs',
  tag: 'Jobs',
  summary: 'Activate jobs',
  description:
    'Leases open jobs of one type to a worker. Without an open job, it waits up to requestTimeout milliseconds for one (long polling).',
  extension: true,
  permission: { kind: 'role', grant: 'job.work', denied: 1209 },
  body: Type.Object({
    subProjectId,
    type: requiredText('Job type'),
    worker: optionalText('Name of the worker, shown to operators'),
    timeout: Type.Optional(
      Type.Integer({ minimum: 1000, maximum: 3_600_000, description: 'Lease in milliseconds. Default 60000' }),
    ),
    maxJobsToActivate: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 100, description: 'Largest number of jobs to return. Default 10' }),
    ),
    requestTimeout: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 60_000,
        description: 'Milliseconds to wait for a job. Default 0: answer at once',
      }),
    ),
  }),
  response: Type.Object({
    jobs: list(activatedJobSchema, 'The leased jobs; empty when there is none'),
  }),
  errors: [1200, 1202, 1209],
  process: { notLimited: 'Workers serve a type of job, whatever process it is for.' },
  example: {
    request: {
      subProjectId: ids.subProjectId,
      type: 'book-trip',
      worker: 'travel-desk',
      timeout: 60_000,
      maxJobsToActivate: 10,
    },
  },
});
