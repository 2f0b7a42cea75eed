import { Type } from 'typebox';
import { defineOperation } from '../../operation/operation.js';
import { jsonObject, requiredText } from '../../schema/common.js';
import { runIdSchema } from '../../schema/workflow.js';

export const executeWorkflow = defineOperation({
  id: 'executeWorkflow',
  method: 'POST',
  path: '/v1/process/workflows/executeWorkflow',
  tag: 'Workflows',
  summary: 'Execute a workflow',
  description: 'Starts a run on a process and advances it as far as it goes without external work (D22).',
  extension: false,
  permission: { kind: 'role', grant: 'workflow.call', denied: 1209 },
  body: Type.Object({
    subProjectId: requiredText('Sub-project'),
    processId: requiredText('Process to run on'),
    stageKey: requiredText('Stage where the workflow is configured'),
    workflowId: requiredText('Workflow to execute'),
    otherDetails: Type.Optional(jsonObject('Context of the run: the variable otherDetails')),
  }),
  response: Type.Object({ runId: runIdSchema }),
  errors: [1200, 1202, 1209, 1210, 1239],
});
