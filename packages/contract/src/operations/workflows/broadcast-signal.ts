import { Type } from 'typebox';
import { defineOperation } from '../../operation/operation.js';
import { jsonObject, requiredText } from '../../schema/common.js';

export const broadcastSignal = defineOperation({
  id: 'broadcastSignal',
  method: 'POST',
  path: '/v1/process/workflows/broadcastSignal',
  tag: 'Workflows',
  summary: 'Broadcast a signal',
  description: 'Delivers a signal to every run of the sub-project that waits for it.',
  extension: true,
  permission: { kind: 'role', grant: 'workflow.call', denied: 1209 },
  body: Type.Object({
    subProjectId: requiredText('Sub-project'),
    name: requiredText('Signal name'),
    variables: Type.Optional(jsonObject('Variables for the runs')),
  }),
  response: Type.Object({ status: Type.String(), runCount: Type.String({ description: 'Runs it is delivered to' }) }),
  errors: [1200, 1202, 1209],
});
