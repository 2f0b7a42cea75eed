import { defineOperation } from '../../../operation/operation.js';
import { linkToken } from '../../../schema/people/joining.js';
import { Type } from '../../../schema/type.js';
import { signIn } from '../sessions/sign-in.js';

export const signInWithLink = defineOperation({
  id: 'signInWithLink',
  method: 'POST',
  path: '/v1/users/signInWithLink',
  tag: 'Sign in',
  summary: 'Sign in with a link',
  description:
    'Uses a one-time sign-in link, such as those that the demo prints for its people. For pages of the service itself.',
  extension: true,
  permission: { kind: 'public' },
  takesSecret: true,
  body: Type.Object({ token: linkToken }),
  response: signIn.response,
  errors: [1019, 1200],
  bodyLimit: 16_384,
  example: {
    request: { token: 'q0ZjZ0m2t9yG4w2g0r7m5o3vJvFqX0nN1c7b8a9d0eA' },
    answer: signIn.example.answer,
  },
});
