import { ids } from '../../operation/example-values.js';
import { defineOperation } from '../../operation/operation.js';
import { jsonObject, orNull, requiredText, subProjectId, text } from '../../schema/common.js';
import { exampleHook } from '../../schema/connections/inbound-hook.js';
import { Type } from '../../schema/type.js';

export const testInboundHook = defineOperation({
  id: 'testInboundHook',
  method: 'POST',
  path: '/v1/process/hooks/testInboundHook',
  tag: 'Connections',
  summary: 'Test an inbound hook',
  description:
    'Says what a delivery with this body would do, and changes nothing. The signature is not checked. Only the administrator and the user whose roles apply may do this.',
  extension: true,
  permission: { kind: 'role', grant: 'hook.manage', denied: 1207 },
  body: Type.Object({
    subProjectId,
    hookId: requiredText('Id of the hook'),
    body: jsonObject('Body of the delivery'),
    headers: Type.Optional(jsonObject('Headers of the delivery, by name')),
  }),
  response: Type.Object({
    outcome: text('accepted, ignored or failed'),
    reason: orNull(Type.String(), 'Why it would not act'),
    createProcess: orNull(
      jsonObject('The process'),
      'What the created process would have; null when none would be created',
    ),
    publishMessage: orNull(
      jsonObject('The message'),
      'The message, and in `status` what would become of it; null when none would be published',
    ),
  }),
  errors: [1200, 1202, 1207],
  otherStatuses: { 1200: 404 },
  example: {
    request: {
      subProjectId: ids.subProjectId,
      hookId: exampleHook.id,
      body: { action: 'opened', issue: { title: 'It is late', user: { login: 'ann' } } },
      headers: { 'x-github-event': 'issues' },
    },
    answer: {
      outcome: 'accepted',
      reason: null,
      createProcess: { fields: { supplier: 'ann', notes: 'It is late' } },
      publishMessage: null,
    },
  },
});
