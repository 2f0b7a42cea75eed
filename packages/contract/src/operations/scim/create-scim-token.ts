import { createdTs, ids } from '../../operation/example-values.js';
import { defineOperation } from '../../operation/operation.js';
import { requiredText, text } from '../../schema/common.js';
import { scimTokenSchema } from '../../schema/people/identity.js';
import { Type } from '../../schema/type.js';

export const createScimToken = defineOperation({
  id: 'createScimToken',
  method: 'POST',
  path: '/v1/users/createScimToken',
  tag: 'Identity',
  summary: 'Create a SCIM token',
  description:
    'Creates a token with which an identity provider manages people and groups at `/scim/v2` (SCIM 2.0). Only this answer contains the token. An installation has 20 at most.',
  extension: true,
  permission: { kind: 'admin', denied: 1206 },
  stepUp: 10,
  body: Type.Object({
    name: requiredText('Name for people, 100 characters at most; audit rows show it'),
    expiresInDays: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 3650, description: 'Days until the token ends. Default: it does not end' }),
    ),
  }),
  response: Type.Object({
    token: scimTokenSchema,
    secret: text('The bearer token. Save it: it is not shown again'),
  }),
  showsSecret: true,
  errors: [1200, 1206, 1009],
  example: {
    request: { name: 'Entra ID', expiresInDays: 365 },
    answer: {
      token: { id: ids.groupId, name: 'Entra ID', createdBy: ids.userId, createdTs, expiresTs: null, usedTs: null },
      secret: 'mrsc_…',
    },
  },
});
