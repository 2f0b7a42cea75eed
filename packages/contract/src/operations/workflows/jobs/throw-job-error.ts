import { ids } from '../../../operation/example-values.js';
import { defineOperation } from '../../../operation/operation.js';
import { jsonObject, optionalText, requiredText } from '../../../schema/common.js';
import { leasedJob } from '../../../schema/jobs/leased-job.js';
import { Type } from '../../../schema/type.js';
import { runAnswerSchema } from '../../../schema/workflow.js';

export const throwJobError = defineOperation({
  id: 'throwJobError',
  method: 'POST',
  path: '/v1/process/workflows/throwJobError',
  tag: 'Jobs',
  summary: 'Throw a BPMN error',
  description:
    'Ends the job with a BPMN error, which a boundary event of the diagram can catch. An uncaught error raises an incident. Rejected with 1009, without any effect, when the token is not the current one.',
  extension: true,
  permission: { kind: 'role', grant: 'job.work', denied: 1209 },
  body: Type.Object({
    ...leasedJob,
    errorCode: requiredText('BPMN error code'),
    errorMessage: optionalText('What went wrong'),
    variables: Type.Optional(jsonObject('Variables to set in the scope that catches the error')),
  }),
  response: runAnswerSchema,
  errors: [1200, 1202, 1209, 1009],
  otherStatuses: { 1200: 404 },
  process: { notLimited: 'Workers serve a type of job, whatever process it is for.' },
  example: {
    request: { subProjectId: ids.subProjectId, jobKey: ids.jobKey, token: '1', errorCode: 'SOLD_OUT' },
  },
});
