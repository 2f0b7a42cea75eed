import { createdTs, ids, meta, page } from '../../operation/example-values.js';
import { defineOperation } from '../../operation/operation.js';
import { list, metaSchema, pageQuery, queryText } from '../../schema/common.js';
import { clientSchema } from '../../schema/people/identity.js';
import { Type } from '../../schema/type.js';

export const getClients = defineOperation({
  id: 'getClients',
  method: 'GET',
  path: '/v1/users/getClients',
  tag: 'Identity',
  summary: 'List clients',
  description: 'Lists client credentials, without their secrets.',
  extension: true,
  permission: { kind: 'admin', denied: 1205 },
  query: Type.Object({ ...pageQuery, userId: queryText('Return only the clients of this user') }),
  response: Type.Object({
    meta: metaSchema,
    clients: list(clientSchema, 'The clients of the page'),
  }),
  errors: [1200, 1205],
  example: {
    request: { ...page },
    answer: {
      meta,
      clients: [{ clientId: 'ann', userId: ids.userId, scope: 'process workflow', disabled: false, createdTs }],
    },
  },
});
