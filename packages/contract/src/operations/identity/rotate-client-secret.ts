import { defineOperation } from '../../operation/operation.js';
import { requiredText } from '../../schema/common.js';
import { clientWithSecretSchema } from '../../schema/people/identity.js';
import { Type } from '../../schema/type.js';

export const rotateClientSecret = defineOperation({
  id: 'rotateClientSecret',
  method: 'POST',
  path: '/v1/users/rotateClientSecret',
  tag: 'Identity',
  summary: 'Rotate a secret',
  description:
    'Creates a new secret. The old secret stays valid for overlapSeconds. With 0 it ends at once, and so do the access tokens of the client.',
  extension: true,
  permission: { kind: 'admin', denied: 1207 },
  stepUp: 10,
  body: Type.Object({
    clientId: requiredText('Id of the client'),
    overlapSeconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 2_592_000,
        description:
          'Seconds for which the old secret stays valid; 0 also ends the access tokens of the client within 2 seconds. Default 86400',
      }),
    ),
  }),
  response: clientWithSecretSchema,
  showsSecret: true,
  errors: [1200, 1207],
  otherStatuses: { 1200: 404 },
  example: {
    request: { clientId: 'ann', overlapSeconds: 3600 },
  },
});
