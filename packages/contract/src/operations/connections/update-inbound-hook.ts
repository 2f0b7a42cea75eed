import { ids } from '../../operation/example-values.js';
import { defineOperation } from '../../operation/operation.js';
import { flag, requiredText, subProjectId } from '../../schema/common.js';
import { exampleHook, hookMembers, hookName, inboundHookSchema } from '../../schema/connections/inbound-hook.js';
import { Type } from '../../schema/type.js';

const { scheme, signature, deliveryId, when, createProcess, publishMessage } = hookMembers;

export const updateInboundHook = defineOperation({
  id: 'updateInboundHook',
  method: 'POST',
  path: '/v1/process/hooks/updateInboundHook',
  tag: 'Connections',
  summary: 'Change an inbound hook',
  description:
    'Replaces the members that are given. Only the administrator and the user whose roles apply may change a hook.',
  extension: true,
  permission: { kind: 'role', grant: 'hook.manage', denied: 1207 },
  stepUp: 10,
  body: Type.Object({
    subProjectId,
    hookId: requiredText('Id of the hook'),
    name: Type.Optional(hookName),
    scheme: Type.Optional(scheme),
    signature: Type.Optional(signature),
    deliveryId: Type.Optional(deliveryId),
    when: Type.Optional(when),
    createProcess: Type.Optional(createProcess),
    publishMessage: Type.Optional(publishMessage),
    enabled: Type.Optional(flag('false: every delivery is refused')),
  }),
  response: Type.Object({ hook: inboundHookSchema }),
  errors: [1009, 1200, 1202, 1207, 1232],
  otherStatuses: { 1200: 404 },
  example: {
    request: { subProjectId: ids.subProjectId, hookId: exampleHook.id, enabled: false },
    answer: { hook: { ...exampleHook, enabled: false } },
  },
});
