import { Type } from 'typebox';
import { defineOperation } from '../../operation/operation.js';
import { requiredText, timestamp } from '../../schema/common.js';

export const extendJobLease = defineOperation({
  id: 'extendJobLease',
  method: 'POST',
  path: '/v1/process/workflows/extendJobLease',
  tag: 'Jobs',
  summary: 'Extend a lease',
  description:
    'Extends the lease of an activated job. A report with a token that is not the current one is refused with 1009 and changes nothing.',
  extension: true,
  permission: { kind: 'role', grant: 'job.work', denied: 1209 },
  body: Type.Object({
    subProjectId: requiredText('Sub-project'),
    jobKey: requiredText('Job'),
    token: requiredText('Fencing token of the activation'),
    timeout: Type.Integer({ minimum: 1000, maximum: 3_600_000, description: 'New lease in milliseconds from now' }),
  }),
  response: Type.Object({ deadline: timestamp('When the lease ends now') }),
  errors: [1200, 1202, 1209, 1009],
});
