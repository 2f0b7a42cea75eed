import { ids } from '../../../operation/example-values.js';
import { defineOperation } from '../../../operation/operation.js';
import { jsonObject, requiredText, subProjectId } from '../../../schema/common.js';
import { Type } from '../../../schema/type.js';
import { runAnswerSchema } from '../../../schema/workflow.js';

export const executeWorkflow = defineOperation({
  id: 'executeWorkflow',
  method: 'POST',
  path: '/v1/process/workflows/executeWorkflow',
  tag: 'Workflows',
  summary: 'Execute a workflow',
  description: 'Starts a run on a process and advances it until it has to wait or ends.',
  extension: false,
  permission: { kind: 'role', grant: 'workflow.call', denied: 1209 },
  body: Type.Object({
    subProjectId,
    processId: requiredText('Id of the process to run on'),
    stageKey: requiredText('Key of the stage where the workflow is configured'),
    workflowId: requiredText('Id of the workflow'),
    otherDetails: Type.Optional(
      jsonObject('Context of the run, available in the workflow as the variable otherDetails'),
    ),
  }),
  response: runAnswerSchema,
  errors: [1200, 1202, 1209, 1210, 1239],
  otherStatuses: { 1200: 404 },
  process: { unknown: { id: 1239 }, outside: 1210 },
  example: {
    request: {
      subProjectId: ids.subProjectId,
      processId: ids.processId,
      stageKey: 'stage_init',
      workflowId: ids.workflowId,
      otherDetails: { source: 'mail' },
    },
    answer: { runId: { id: ids.runId, state: 'PAUSED' } },
  },
});
