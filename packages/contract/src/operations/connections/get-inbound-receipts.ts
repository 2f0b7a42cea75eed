import { createdTs, ids } from '../../operation/example-values.js';
import { defineOperation } from '../../operation/operation.js';
import { list, next, requiredText, subProjectId } from '../../schema/common.js';
import { exampleHook, inboundReceiptSchema } from '../../schema/connections/inbound-hook.js';
import { uuid, wholeNumber } from '../../schema/text-form.js';
import { Type } from '../../schema/type.js';

export const getInboundReceipts = defineOperation({
  id: 'getInboundReceipts',
  method: 'GET',
  path: '/v1/process/hooks/receipts',
  tag: 'Connections',
  summary: 'List the deliveries of an inbound hook',
  description:
    'Lists what became of the deliveries of a hook, newest first. Accepted ones are kept for 30 days, ignored and failed ones for 7 days, and a sample of those that were refused for a day.',
  extension: true,
  permission: { kind: 'role', grant: 'hook.manage', denied: 1205 },
  query: Type.Object({
    subProjectId,
    hookId: requiredText('Id of the hook'),
    outcome: Type.Optional(
      Type.Enum(['accepted', 'ignored', 'failed', 'refused'], {
        description: 'Only these: accepted, ignored, failed or refused',
      }),
    ),
    limit: Type.Optional(wholeNumber(1, 1000, 'Receipts at most, 1 to 1000. Default "50"')),
    after: Type.Optional(uuid('Return the deliveries after this position, the `next` of the page before')),
  }),
  response: Type.Object({
    receipts: list(inboundReceiptSchema, 'The receipts'),
    next,
  }),
  errors: [1200, 1202, 1205],
  otherStatuses: { 1200: 404 },
  example: {
    request: { subProjectId: ids.subProjectId, hookId: exampleHook.id, outcome: 'accepted', limit: '10' },
    answer: {
      receipts: [
        {
          id: '01971f2e-6c00-7a11-8000-000000000171',
          receivedTs: createdTs,
          deliveryId: '72d3162e-cc78-11e3-81ab-4c9367dc0958',
          outcome: 'accepted',
          reason: null,
          duplicates: 0,
          processId: ids.processId,
          message: null,
          runId: null,
        },
      ],
      next: null,
    },
  },
});
