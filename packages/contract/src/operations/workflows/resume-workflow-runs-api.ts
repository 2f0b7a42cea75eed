import { Type } from 'typebox';
import { defineOperation } from '../../operation/operation.js';
import { jsonObject, optionalText, requiredText } from '../../schema/common.js';
import { runIdSchema } from '../../schema/workflow.js';

export const resumeWorkflowRunsApi = defineOperation({
  id: 'resumeWorkflowRunsApi',
  method: 'POST',
  path: '/v1/process/workflows/resumeWorkflowRunsApi',
  tag: 'Workflows',
  summary: 'Resume a workflow run',
  description: 'Completes the open human task of a paused run (D23, D24).',
  extension: false,
  permission: { kind: 'role', grant: 'workflow.call', denied: 1209 },
  body: Type.Object({
    subProjectId: requiredText('Sub-project'),
    runId: requiredText('The paused run'),
    payload: Type.Optional(jsonObject('Members become variables of the run')),
    approved: Type.Optional(Type.Boolean({ default: false, description: 'true approves, false (default) rejects' })),
    taskId: optionalText('Extension: which open task; default the oldest'),
  }),
  response: Type.Object({ runId: runIdSchema }),
  errors: [1200, 1202, 1209, 1210, 1232],
});
