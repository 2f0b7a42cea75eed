import { Type } from 'typebox';
import { defineOperation } from '../../operation/operation.js';
import { metaSchema, optionalText, pageQuery } from '../../schema/common.js';
import { clientSchema } from '../../schema/identity.js';

export const getClients = defineOperation({
  id: 'getClients',
  method: 'GET',
  path: '/v1/users/getClients',
  tag: 'Identity',
  summary: 'List clients',
  description: 'Lists client credentials, without secrets.',
  extension: true,
  permission: { kind: 'admin', denied: 1205 },
  query: Type.Object({ ...pageQuery, userId: optionalText('Only clients of this user') }),
  response: Type.Object({ meta: metaSchema, clients: Type.Array(clientSchema) }),
  errors: [1200, 1205],
});
