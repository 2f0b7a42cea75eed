import { Type } from 'typebox';
import { defineOperation } from '../../operation/operation.js';
import { metaSchema, optionalText, pageQuery } from '../../schema/common.js';
import { identityUserSchema } from '../../schema/identity.js';

export const getUsers = defineOperation({
  id: 'getUsers',
  method: 'GET',
  path: '/v1/users/getUsers',
  tag: 'Identity',
  summary: 'List users',
  description: 'Lists all users of the installation by name.',
  extension: true,
  permission: { kind: 'admin', denied: 1205 },
  query: Type.Object({ ...pageQuery, email: optionalText('Only the user with this address') }),
  response: Type.Object({ meta: metaSchema, users: Type.Array(identityUserSchema) }),
  errors: [1200, 1205],
});
