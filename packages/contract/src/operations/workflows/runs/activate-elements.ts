import { ids } from '../../../operation/example-values.js';
import { defineOperation } from '../../../operation/operation.js';
import { flag, requiredText, subProjectId } from '../../../schema/common.js';
import { elementActivationSchema } from '../../../schema/run-modification.js';
import { Type } from '../../../schema/type.js';
import { runAnswerSchema } from '../../../schema/workflow.js';

export const activateElements = defineOperation({
  id: 'activateElements',
  method: 'POST',
  path: '/v1/process/workflows/activateElements',
  tag: 'Operators',
  summary: 'Activate elements of an ad-hoc sub-process',
  description: 'Activates elements of an ad-hoc sub-process that is open in a run, each with variables of its own.',
  extension: true,
  permission: { kind: 'role', grant: 'workflow.operate', denied: 1209 },
  body: Type.Object({
    subProjectId,
    runId: requiredText('Id of the run'),
    key: Type.Integer({ minimum: 1, description: 'Number of the ad-hoc sub-process, from getWorkflowRun' }),
    elements: Type.Array(elementActivationSchema, { minItems: 1, maxItems: 1000, description: 'Elements to activate' }),
    cancelRemaining: Type.Optional(flag('true: cancel what is active in it first. Default: false')),
  }),
  response: runAnswerSchema,
  errors: [1200, 1202, 1209, 1009],
  otherStatuses: { 1200: 404 },
  process: { unknown: { id: 1200, status: 404 }, outside: 1209 },
  example: {
    request: {
      subProjectId: ids.subProjectId,
      runId: ids.runId,
      key: 4,
      elements: [{ elementId: 'Task_AskSupplier', variables: { question: 'Where is it?' } }],
      cancelRemaining: false,
    },
  },
});
