import { defineOperation } from '../../../operation/operation.js';
import { linkToken } from '../../../schema/people/joining.js';
import { Type } from '../../../schema/type.js';

export const resetPassword = defineOperation({
  id: 'resetPassword',
  method: 'POST',
  path: '/v1/users/resetPassword',
  tag: 'Sign in',
  summary: 'Set a new password by a link',
  description:
    'Uses a one-time link to set a new password. All sessions of the person end, and the person is told by e-mail. Passkeys and other factors stay. The person then signs in with the new password.',
  extension: true,
  permission: { kind: 'public' },
  takesSecret: true,
  body: Type.Object({
    token: linkToken,
    password: Type.String({ minLength: 1, maxLength: 1024, description: 'The new password' }),
  }),
  response: Type.Object({ status: Type.Literal('changed', { description: 'changed' }) }),
  errors: [1019, 1200],
  bodyLimit: 16_384,
  example: {
    request: { token: 'q0ZjZ0m2t9yG4w2g0r7m5o3vJvFqX0nN1c7b8a9d0eA', password: 'correct horse battery staple' },
    answer: { status: 'changed' },
  },
});
