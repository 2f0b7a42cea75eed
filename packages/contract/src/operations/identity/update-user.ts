import { ids } from '../../operation/example-values.js';
import { defineOperation } from '../../operation/operation.js';
import { flag, optionalText, requiredText } from '../../schema/common.js';
import { identityUserAnswerSchema } from '../../schema/people/identity.js';
import { Type } from '../../schema/type.js';

export const updateUser = defineOperation({
  id: 'updateUser',
  method: 'POST',
  path: '/v1/users/updateUser',
  tag: 'Identity',
  summary: 'Update a user',
  description:
    'Renames a user, or disables or enables a user with all its clients. Disabling ends its sessions and personal tokens within 2 seconds; enabling does not bring them back.',
  extension: true,
  permission: { kind: 'admin', denied: 1207 },
  stepUp: 10,
  body: Type.Object({
    userId: requiredText('Id of the user'),
    name: optionalText('New full name'),
    disabled: Type.Optional(flag('true disables the user, false enables it')),
  }),
  response: identityUserAnswerSchema,
  errors: [1200, 1207],
  otherStatuses: { 1200: 404 },
  example: {
    request: { userId: ids.userId, name: 'Ann Lee-Meyer' },
  },
});
