import { Type } from 'typebox';
import { defineOperation } from '../../operation/operation.js';
import { jsonObject, optionalText, requiredText } from '../../schema/common.js';
import { runIdSchema } from '../../schema/workflow.js';

export const publishMessage = defineOperation({
  id: 'publishMessage',
  method: 'POST',
  path: '/v1/process/workflows/publishMessage',
  tag: 'Workflows',
  summary: 'Publish a message',
  description:
    'Correlates a message by name and key with the run that waits for it, or starts a workflow with such a start event; kept for timeToLive otherwise.',
  extension: true,
  permission: { kind: 'role', grant: 'workflow.call', denied: 1209 },
  body: Type.Object({
    subProjectId: requiredText('Sub-project'),
    name: requiredText('Message name'),
    correlationKey: optionalText('Correlation key; empty matches start events only'),
    processId: optionalText('Process that a started run is to run on'),
    messageId: optionalText('Publishing the same id again while it is kept changes nothing'),
    timeToLive: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 2_592_000_000, description: 'Milliseconds; default 3600000' }),
    ),
    variables: Type.Optional(jsonObject('Variables for the run')),
  }),
  response: Type.Object({
    status: Type.String({ description: 'correlated, started, buffered or discarded' }),
    runId: Type.Optional(runIdSchema),
  }),
  errors: [1200, 1202, 1209, 1009],
});
