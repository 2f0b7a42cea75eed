import { ids } from '../../../operation/example-values.js';
import { defineOperation } from '../../../operation/operation.js';
import { jsonObject, requiredText, subProjectId, text } from '../../../schema/common.js';
import { Type } from '../../../schema/type.js';

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
    subProjectId,
    name: requiredText('Signal name'),
    variables: Type.Optional(jsonObject('Variables to set in the runs')),
  }),
  response: Type.Object({
    status: text('Always "success"'),
    runCount: text('Number of runs that receive the signal, a decimal string'),
  }),
  errors: [1200, 1202, 1209],
  process: { takesUnlimited: 1209 },
  example: {
    request: { subProjectId: ids.subProjectId, name: 'month-closed', variables: { month: '2026-01' } },
    answer: { status: 'success', runCount: '12' },
  },
});
