import { Type } from 'typebox';
import { defineOperation } from '../../operation/operation.js';
import { requiredText } from '../../schema/common.js';
import { clientSchema } from '../../schema/identity.js';

export const rotateClientSecret = defineOperation({
  id: 'rotateClientSecret',
  method: 'POST',
  path: '/v1/users/rotateClientSecret',
  tag: 'Identity',
  summary: 'Rotate a secret',
  description: 'Issues a new secret; the old one keeps working for the overlap (D11).',
  extension: true,
  permission: { kind: 'admin', denied: 1207 },
  body: Type.Object({
    clientId: requiredText('Client'),
    overlapSeconds: Type.Optional(Type.Integer({ minimum: 0, maximum: 2_592_000, description: 'Default 86400' })),
  }),
  response: Type.Object({ client: clientSchema, client_secret: Type.String() }),
  errors: [1200, 1207],
});
