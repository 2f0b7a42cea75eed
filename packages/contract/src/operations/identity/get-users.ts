import { createdTs, ids, meta, page } from '../../operation/example-values.js';
import { defineOperation } from '../../operation/operation.js';
import { flag, list, metaSchema, model, pageQuery, queryText } from '../../schema/common.js';
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
  query: Type.Object({
    ...pageQuery,
    email: queryText('Return only the user with this e-mail address'),
    userId: queryText('Return only the user with this id'),
    text: queryText('Return only users whose name or e-mail address contains this text, in any case'),
    kind: Type.Optional(
      Type.Enum(['person', 'service'], { description: 'Return only users of this kind: person or service' }),
    ),
    state: Type.Optional(
      Type.Enum(['enabled', 'disabled'], { description: 'Return only users in this state: enabled or disabled' }),
    ),
  }),
  response: Type.Object({
    meta: metaSchema,
    users: list(
      model('UserEntry', 'A user in a list', {
        ...identityUserSchema.properties,
        administrator: flag('Whether the user administers the installation and may do everything'),
      }),
      'The users of the page',
    ),
  }),
  errors: [1200, 1205],
  example: {
    request: { ...page, text: 'ann', kind: 'person', state: 'enabled' },
    answer: {
      meta,
      users: [
        {
          id: ids.userId,
          name: 'Ann Lee',
          email: 'ann@example.com',
          kind: 'person',
          disabled: false,
          createdTs,
          administrator: false,
        },
      ],
    },
  },
});
