import { Type } from 'typebox';
import { defineOperation } from '../../operation/operation.js';
import { optionalText, requiredText } from '../../schema/common.js';
import { identityUserSchema } from '../../schema/identity.js';

export const updateUser = defineOperation({
  id: 'updateUser',
  method: 'POST',
  path: '/v1/users/updateUser',
  tag: 'Identity',
  summary: 'Update a user',
  description: 'Renames a user, or disables or enables it with all its clients.',
  extension: true,
  permission: { kind: 'admin', denied: 1207 },
  body: Type.Object({
    userId: requiredText('User'),
    name: optionalText('New full name'),
    disabled: Type.Optional(Type.Boolean()),
  }),
  response: Type.Object({ user: identityUserSchema }),
  errors: [1200, 1207],
});
