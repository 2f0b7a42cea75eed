import { Type } from 'typebox';
import { defineOperation } from '../../operation/operation.js';
import { requiredText } from '../../schema/common.js';
import { runIdSchema } from '../../schema/workflow.js';

export const moveToken = defineOperation({
  id: 'moveToken',
  method: 'POST',
  path: '/v1/process/workflows/moveToken',
  tag: 'Operators',
  summary: 'Move a token',
  description: 'Cancels an element instance and activates another element of the same scope in its place.',
  extension: true,
  permission: { kind: 'role', grant: 'workflow.operate', denied: 1209 },
  body: Type.Object({
    subProjectId: requiredText('Sub-project'),
    runId: requiredText('Run'),
    key: Type.Integer({ minimum: 1, description: 'Element instance to cancel, from the run detail' }),
    toElementId: requiredText('Element to activate'),
  }),
  response: Type.Object({ runId: runIdSchema }),
  errors: [1200, 1202, 1209, 1009],
});
