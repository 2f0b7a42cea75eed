import { ids } from '../../../operation/example-values.js';
import { defineOperation } from '../../../operation/operation.js';
import { timestamp } from '../../../schema/common.js';
import { leasedJob } from '../../../schema/jobs/leased-job.js';
import { Type } from '../../../schema/type.js';

export const extendJobLease = defineOperation({
  id: 'extendJobLease',
  method: 'POST',
  path: '/v1/process/workflows/extendJobLease',
  tag: 'Jobs',
  summary: 'Extend a lease',
  description:
    'Extends the lease of an activated job. Rejected with 1009, without any effect, when the token is not the current one.',
  extension: true,
  permission: { kind: 'role', grant: 'job.work', denied: 1209 },
  body: Type.Object({
    ...leasedJob,
    timeout: Type.Integer({ minimum: 1000, maximum: 3_600_000, description: 'New lease in milliseconds from now' }),
  }),
  response: Type.Object({ deadline: timestamp('When the extended lease ends') }),
  errors: [1200, 1202, 1209, 1009],
  otherStatuses: { 1200: 404 },
  process: { notLimited: 'Workers serve a type of job, whatever process it is for.' },
  example: {
    request: { subProjectId: ids.subProjectId, jobKey: ids.jobKey, token: '1', timeout: 60_000 },
  },
});
