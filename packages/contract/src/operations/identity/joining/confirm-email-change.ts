import { defineOperation } from '../../../operation/operation.js';
import { text } from '../../../schema/common.js';
import { linkToken } from '../../../schema/people/joining.js';
import { Type } from '../../../schema/type.js';

export const confirmEmailChange = defineOperation({
  id: 'confirmEmailChange',
  method: 'POST',
  path: '/v1/users/confirmEmailChange',
  tag: 'Sign in',
  summary: 'Confirm a new e-mail address',
  description:
    'Uses the one-time link that was sent to a new e-mail address: it becomes the address of the person. The request must have the session cookie of a browser in which the same person is signed in; else the answer is 1009.',
  extension: true,
  permission: { kind: 'public' },
  takesSecret: true,
  body: Type.Object({ token: linkToken }),
  response: Type.Object({
    status: Type.Literal('changed', { description: 'changed' }),
    email: text('The address of the person now'),
  }),
  errors: [1009, 1019, 1200],
  bodyLimit: 16_384,
  example: {
    request: { token: 'q0ZjZ0m2t9yG4w2g0r7m5o3vJvFqX0nN1c7b8a9d0eA' },
    answer: { status: 'changed', email: 'ann.lee@example.com' },
  },
});
