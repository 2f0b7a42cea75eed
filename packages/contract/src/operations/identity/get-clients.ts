import { createdTs, ids, meta, page } from '../../operation/example-values.js';
import { defineOperation } from '../../operation/operation.js';
import { list, metaSchema, model, orNull, pageQuery, queryText, text, timestamp } from '../../schema/common.js';
import { clientSchema } from '../../schema/people/identity.js';
import { Type } from '../../schema/type.js';

export const getClients = defineOperation({
  id: 'getClients',
  method: 'GET',
  path: '/v1/users/getClients',
  tag: 'Identity',
  summary: 'List clients',
  description: 'Lists client credentials, without the values of their secrets.',
  extension: true,
  permission: { kind: 'admin', denied: 1205 },
  query: Type.Object({
    ...pageQuery,
    userId: queryText('Return only the clients of this user'),
    text: queryText('Return only clients whose id contains this text, in any case'),
  }),
  response: Type.Object({
    meta: metaSchema,
    clients: list(
      model('ClientEntry', 'A client in a list', {
        ...clientSchema.properties,
        userName: text('Name of the user that the client acts as'),
        secrets: list(
          model('ClientSecret', 'A secret of a client, without its value', {
            createdTs: timestamp('When it was made'),
            expiresTs: orNull(timestamp('When it ends'), 'When it ends; null for the current one'),
          }),
          'The secrets that are valid now, the newest first',
        ),
      }),
      'The clients of the page',
    ),
  }),
  errors: [1200, 1205],
  example: {
    request: { ...page },
    answer: {
      meta,
      clients: [
        {
          clientId: 'ann',
          userId: ids.userId,
          scope: 'process workflow',
          disabled: false,
          createdTs,
          userName: 'Ann Lee',
          secrets: [{ createdTs, expiresTs: null }],
        },
      ],
    },
  },
});
