import { Type } from 'typebox';
import { defineOperation } from '../../operation/operation.js';
import { optionalText, requiredText } from '../../schema/common.js';
import { runIdSchema } from '../../schema/workflow.js';

export const cancelWorkflowRun = defineOperation({
  id: 'cancelWorkflowRun',
  method: 'POST',
  path: '/v1/process/workflows/cancelWorkflowRun',
  tag: 'Operators',
  summary: 'Cancel a run',
  description: 'Ends a run and all its open work.',
  extension: true,
  permission: { kind: 'role', grant: 'workflow.operate', denied: 1209 },
  body: Type.Object({
    subProjectId: requiredText('Sub-project'),
    runId: requiredText('Run'),
    reason: optionalText('Kept in the audit log'),
  }),
  response: Type.Object({ runId: runIdSchema }),
  errors: [1200, 1202, 1209, 1009],
});
