import { createdTs, ids } from '../../operation/example-values.js';
import { defineOperation } from '../../operation/operation.js';
import { optionalText, requiredText } from '../../schema/common.js';
import { clientWithSecretSchema } from '../../schema/people/identity.js';
import { Type } from '../../schema/type.js';

export const createClient = defineOperation({
  id: 'createClient',
  method: 'POST',
  path: '/v1/users/createClient',
  tag: 'Identity',
  summary: 'Create a client',
  description: 'Creates client credentials for a user. Only this answer contains the secret.',
  extension: true,
  permission: { kind: 'admin', denied: 1206 },
  stepUp: 10,
  body: Type.Object({
    userId: requiredText('Id of the user that the client acts as'),
    clientId: optionalText('Id to sign in with. Default: a generated one'),
    scope: optionalText('Space-separated scopes that its tokens may have. Default: all'),
  }),
  response: clientWithSecretSchema,
  showsSecret: true,
  errors: [1200, 1206, 1009],
  otherStatuses: { 1200: 404 },
  example: {
    request: { userId: ids.userId, clientId: 'ann', scope: 'process workflow' },
    answer: {
      client: { clientId: 'ann', userId: ids.userId, scope: 'process workflow', disabled: false, createdTs },
      client_secret: 'mrs_…',
    },
  },
});
