import { ids } from '../../operation/example-values.js';
import { defineOperation } from '../../operation/operation.js';
import { subProjectId } from '../../schema/common.js';
import {
  exampleHook,
  exampleHookDefinition,
  hookMembers,
  hookName,
  hookSecretAnswerSchema,
} from '../../schema/connections/inbound-hook.js';
import { Type } from '../../schema/type.js';

const { scheme, signature, deliveryId, when, createProcess, publishMessage } = hookMembers;

export const createInboundHook = defineOperation({
  id: 'createInboundHook',
  method: 'POST',
  path: '/v1/process/hooks/createInboundHook',
  tag: 'Connections',
  summary: 'Create an inbound hook',
  description:
    'Creates an address where another service delivers events. A signed delivery creates a process, publishes a message, or both, in one transaction and once for each delivery id. It acts with the roles of one user. The secret is shown once.',
  extension: true,
  permission: { kind: 'role', grant: 'hook.manage', denied: 1206 },
  stepUp: 10,
  takesSecret: true,
  body: Type.Object({
    subProjectId,
    name: hookName,
    scheme,
    signature: Type.Optional(signature),
    deliveryId: Type.Optional(deliveryId),
    when: Type.Optional(when),
    createProcess: Type.Optional(createProcess),
    publishMessage: Type.Optional(publishMessage),
    actAs: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description:
          'Id of the user whose roles apply. Default: the caller. Only the administrator names somebody else',
      }),
    ),
    secret: Type.Optional(
      Type.String({ minLength: 1, maxLength: 500, description: 'Secret that the sender has. Default: a new one' }),
    ),
  }),
  response: hookSecretAnswerSchema,
  errors: [1200, 1202, 1206, 1232],
  example: {
    request: { subProjectId: ids.subProjectId, ...exampleHookDefinition, actAs: ids.userId },
    answer: { hook: exampleHook, secret: 'x6mVq0w5kS6cXb0u2T1yYvJ3s4N8d7aQ' },
  },
});
