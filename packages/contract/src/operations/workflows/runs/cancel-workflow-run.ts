import { ids } from '../../../operation/example-values.js';
import { defineOperation } from '../../../operation/operation.js';
import { optionalText, requiredText, subProjectId } from '../../../schema/common.js';
import { Type } from '../../../schema/type.js';
import { runAnswerSchema } from '../../../schema/workflow.js';

export const cancelWorkflowRun = defineOperation({
  id: 'cancelWorkflowRun',
  method: 'POST',
  path: '/v1/process/workflows/cancelWorkflowRun',
  tag: 'Operators',
  summary: 'Cancel a run',
  description: 'Ends a run with its open tasks, jobs and timers.',
  extension: true,
  permission: { kind: 'role', grant: 'workflow.operate', denied: 1209 },
  body: Type.Object({
    subProjectId,
    runId: requiredText('Id of the run'),
    reason: optionalText('Reason, kept in the audit log'),
  }),
  response: runAnswerSchema,
  errors: [1200, 1202, 1209, 1009],
  otherStatuses: { 1200: 404 },
  process: { unknown: { id: 1200, status: 404 }, outside: 1209 },
  example: {
    request: { subProjectId: ids.subProjectId, runId: ids.runId, reason: 'Started twice.' },
    answer: { runId: { id: ids.runId, state: 'CANCELLED' } },
  },
});
