import { createdTs, ids } from '../../../operation/example-values.js';
import { defineOperation } from '../../../operation/operation.js';
import { requiredText } from '../../../schema/common.js';
import { identityUserSchema } from '../../../schema/people/identity.js';
import { Type } from '../../../schema/type.js';

export const updateMe = defineOperation({
  id: 'updateMe',
  method: 'POST',
  path: '/v1/users/updateMe',
  tag: 'Sign in',
  summary: 'Change your name',
  description:
    'Changes the name of the person who is signed in. The name of a person whom an identity provider manages over SCIM is changed there (1009). requestEmailChange changes the e-mail address.',
  extension: true,
  permission: { kind: 'session', denied: 1209 },
  body: Type.Object({
    name: requiredText('New full name'),
  }),
  response: Type.Object({
    user: identityUserSchema,
  }),
  errors: [1009, 1200],
  example: {
    request: { name: 'Ann Lee-Meyer' },
    answer: {
      user: {
        id: ids.userId,
        name: 'Ann Lee-Meyer',
        email: 'ann@example.com',
        kind: 'person',
        disabled: false,
        createdTs,
      },
    },
  },
});
