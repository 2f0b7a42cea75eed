import { ids } from '../../../operation/example-values.js';
import { defineOperation } from '../../../operation/operation.js';
import { requiredText, subProjectId } from '../../../schema/common.js';
import { Type } from '../../../schema/type.js';
import { runAnswerSchema } from '../../../schema/workflow.js';

export const moveToken = defineOperation({
  id: 'moveToken',
  method: 'POST',
  path: '/v1/process/workflows/moveToken',
  tag: 'Operators',
  summary: 'Modify a run: move a token',
  description: 'Cancels an element instance and activates another element of the same scope instead.',
  extension: true,
  permission: { kind: 'role', grant: 'workflow.operate', denied: 1209 },
  body: Type.Object({
    subProjectId,
    runId: requiredText('Id of the run'),
    key: Type.Integer({ minimum: 1, description: 'Number of the element instance to cancel, from getWorkflowRun' }),
    toElementId: requiredText('Id of the element to activate'),
  }),
  response: runAnswerSchema,
  errors: [1200, 1202, 1209, 1009],
  otherStatuses: { 1200: 404 },
  process: { unknown: { id: 1200, status: 404 }, outside: 1209 },
  example: {
    request: { subProjectId: ids.subProjectId, runId: ids.runId, key: 3, toElementId: 'Task_Approve' },
  },
});
