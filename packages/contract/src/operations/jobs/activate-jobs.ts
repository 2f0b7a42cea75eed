import { Type } from 'typebox';
import { defineOperation } from '../../operation/operation.js';
import { optionalText, requiredText } from '../../schema/common.js';
import { activatedJobSchema } from '../../schema/workflow.js';

export const activateJobs = defineOperation({
  id: 'activateJobs',
  method: 'POST',
  path: '/v1/process/workflows/activateJobs',
  tag: 'Jobs',
  summary: 'Activate jobs',
  description:
    'Leases open jobs of a type to a worker; waits up to requestTimeout milliseconds for one to appear (long poll).',
  extension: true,
  permission: { kind: 'role', grant: 'job.work', denied: 1209 },
  body: Type.Object({
    subProjectId: requiredText('Sub-project'),
    type: requiredText('Job type'),
    worker: optionalText('Name of the worker, for operators'),
    timeout: Type.Optional(
      Type.Integer({ minimum: 1000, maximum: 3_600_000, description: 'Lease in milliseconds; default 60000' }),
    ),
    maxJobsToActivate: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: 'Default 10' })),
    requestTimeout: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 60_000, description: 'Default 0: answer at once' }),
    ),
  }),
  response: Type.Object({ jobs: Type.Array(activatedJobSchema) }),
  errors: [1200, 1202, 1209],
});
