import { createdTs, ids, meta, page } from '../../operation/example-values.js';
import { defineOperation } from '../../operation/operation.js';
import { list, metaSchema, pageQuery, queryText } from '../../schema/common.js';
import { identityUserSchema } from '../../schema/people/identity.js';
import { Type } from '../../schema/type.js';

export const getUsers = defineOperation({
  id: 'getUsers',
  method: 'GET',
  path: '/v1/users/getUsers',
  tag: 'Identity',
  summary: 'List users',
  description: 'Lists all users of the installation by name.',
  extension: true,
  permission: { kind: 'admin', denied: 1205 },
  query: Type.Object({ ...pageQuery, email: queryText('Return only the user with this e-mail address') }),
  response: Type.Object({
    meta: metaSchema,
    users: list(identityUserSchema, 'The users of the page'),
  }),
  errors: [1200, 1205],
  example: {
    request: { ...page },
    answer: {
      meta,
      users: [
        { id: ids.userId, name: 'Ann Lee', email: 'ann@example.com', kind: 'person', disabled: false, createdTs },
      ],
    },
  },
});
