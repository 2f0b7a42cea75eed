import { defineOperation } from '../../../operation/operation.js';
import { integer, text } from '../../../schema/common.js';
import { Type } from '../../../schema/type.js';

export const setPassword = defineOperation({
  id: 'setPassword',
  method: 'POST',
  path: '/v1/users/setPassword',
  tag: 'Sign in',
  summary: 'Set your password',
  description:
    'Sets or changes the password of the caller, and ends their other sessions. A password has at least 12 characters and is not easy to guess; there are no other rules. Personal tokens and tokens with scopes may not call it.',
  extension: true,
  permission: { kind: 'authenticated' },
  takesSecret: true,
  body: Type.Object({
    password: Type.String({ minLength: 1, maxLength: 1024, description: 'The new password: at least 12 characters' }),
    currentPassword: Type.Optional(
      Type.String({ minLength: 1, maxLength: 1024, description: 'The password until now. Required when there is one' }),
    ),
  }),
  response: Type.Object({
    status: text('success'),
    endedSessions: integer('Number of other sessions that have ended'),
  }),
  errors: [1016, 1018, 1200, 1207],
  bodyLimit: 16_384,
  example: {
    request: { password: 'correct horse battery staple', currentPassword: 'every bishop paints 4 doors' },
    answer: { status: 'success', endedSessions: 1 },
  },
});
