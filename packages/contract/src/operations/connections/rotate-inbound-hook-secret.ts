import { ids } from '../../operation/example-values.js';
import { defineOperation } from '../../operation/operation.js';
import { requiredText, subProjectId } from '../../schema/common.js';
import { exampleHook, hookSecretAnswerSchema } from '../../schema/connections/inbound-hook.js';
import { Type } from '../../schema/type.js';

export const rotateInboundHookSecret = defineOperation({
  id: 'rotateInboundHookSecret',
  method: 'POST',
  path: '/v1/process/hooks/rotateInboundHookSecret',
  tag: 'Connections',
  summary: 'Rotate the secret of an inbound hook',
  description:
    'Gives a hook a new secret, which is shown once, or the one that the sender has. The old one is accepted for overlapSeconds. Only the administrator and the user whose roles apply may do this.',
  extension: true,
  permission: { kind: 'role', grant: 'hook.manage', denied: 1207 },
  stepUp: 10,
  takesSecret: true,
  body: Type.Object({
    subProjectId,
    hookId: requiredText('Id of the hook'),
    secret: Type.Optional(
      Type.String({ minLength: 1, maxLength: 500, description: 'Secret that the sender has. Default: a new one' }),
    ),
    overlapSeconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 2_592_000,
        description: 'Seconds for which the old secret is accepted. Default 86400',
      }),
    ),
  }),
  response: hookSecretAnswerSchema,
  errors: [1200, 1202, 1207, 1232],
  otherStatuses: { 1200: 404 },
  example: {
    request: { subProjectId: ids.subProjectId, hookId: exampleHook.id, overlapSeconds: 3600 },
    answer: { hook: exampleHook, secret: 'x6mVq0w5kS6cXb0u2T1yYvJ3s4N8d7aQ' },
  },
});
