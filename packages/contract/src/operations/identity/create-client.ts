import { Type } from 'typebox';
import { defineOperation } from '../../operation/operation.js';
import { optionalText, requiredText } from '../../schema/common.js';
import { clientSchema } from '../../schema/identity.js';

export const createClient = defineOperation({
  id: 'createClient',
  method: 'POST',
  path: '/v1/users/createClient',
  tag: 'Identity',
  summary: 'Create a client',
  description: 'Creates client credentials for a user. The secret is shown in this answer and never again (D11).',
  extension: true,
  permission: { kind: 'admin', denied: 1206 },
  body: Type.Object({
    userId: requiredText('User the client acts as'),
    clientId: optionalText('Default: a generated one'),
    scope: optionalText('Space-separated scopes that bound its tokens; default all'),
  }),
  response: Type.Object({ client: clientSchema, client_secret: Type.String() }),
  errors: [1200, 1206, 1009],
});
