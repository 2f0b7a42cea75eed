import { createdTs, ids } from '../../operation/example-values.js';
import { defineOperation } from '../../operation/operation.js';
import { list, queryText } from '../../schema/common.js';
import { scimTokenSchema } from '../../schema/people/identity.js';
import { Type } from '../../schema/type.js';

export const getScimTokens = defineOperation({
  id: 'getScimTokens',
  method: 'GET',
  path: '/v1/users/getScimTokens',
  tag: 'Identity',
  summary: 'List SCIM tokens',
  description: 'Lists the tokens of identity providers, the newest first, without their secrets.',
  extension: true,
  permission: { kind: 'admin', denied: 1205 },
  query: Type.Object({ name: queryText('Return only tokens whose name contains this text, in any case') }),
  response: Type.Object({ tokens: list(scimTokenSchema, 'All tokens') }),
  errors: [1200, 1205],
  example: {
    request: { name: 'entra' },
    answer: {
      tokens: [
        { id: ids.groupId, name: 'Entra ID', createdBy: ids.userId, createdTs, expiresTs: null, usedTs: createdTs },
      ],
    },
  },
});
