import { ids } from '../../../operation/example-values.js';
import { defineOperation } from '../../../operation/operation.js';
import { jsonObject, optionalText, requiredText, subProjectId, text } from '../../../schema/common.js';
import { Type } from '../../../schema/type.js';
import { runIdSchema } from '../../../schema/workflow.js';

export const publishMessage = defineOperation({
  id: 'publishMessage',
  method: 'POST',
  path: '/v1/process/workflows/publishMessage',
  tag: 'Workflows',
  summary: 'Publish a message',
  description:
    'Delivers a message, by name and correlation key, to the run that waits for it, or starts a workflow that begins with this message. Otherwise the message is kept for timeToLive.',
  extension: true,
  permission: { kind: 'role', grant: 'workflow.call', denied: 1209 },
  body: Type.Object({
    subProjectId,
    name: requiredText('Message name'),
    correlationKey: optionalText('Correlation key. Without it, only start events match'),
    processId: optionalText('Id of the process that a started run works on'),
    messageId: optionalText('Id of the message. Publishing the same id again while it is kept has no effect'),
    timeToLive: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 2_592_000_000,
        description: 'Milliseconds to keep the message. Default 3600000',
      }),
    ),
    variables: Type.Optional(jsonObject('Variables to set in the run')),
  }),
  response: Type.Object({
    status: text('correlated, started, buffered or discarded'),
    runId: Type.Optional(runIdSchema),
  }),
  errors: [1200, 1202, 1209, 1009],
  otherStatuses: { 1200: 404 },
  process: { takesUnlimited: 1209 },
  example: {
    request: {
      subProjectId: ids.subProjectId,
      name: 'payment-received',
      correlationKey: 'A-2026-17',
      variables: { amount: 840 },
    },
    answer: { status: 'correlated', runId: { id: ids.runId, state: 'RACING' } },
  },
});
