import { defineOperation } from '../../../operation/operation.js';
import { linkToken } from '../../../schema/people/joining.js';
import { Type } from '../../../schema/type.js';
import { signIn } from '../sessions/sign-in.js';

export const acceptInvitation = defineOperation({
  id: 'acceptInvitation',
  method: 'POST',
  path: '/v1/users/acceptInvitation',
  tag: 'Sign in',
  summary: 'Accept an invitation',
  description:
    'Uses the one-time link of an invitation: creates the user with name and password, and signs the person in. For pages of the service itself.',
  extension: true,
  permission: { kind: 'public' },
  takesSecret: true,
  body: Type.Object({
    token: linkToken,
    name: Type.String({ minLength: 1, maxLength: 1024, description: 'Full name of the person' }),
    password: Type.String({ minLength: 1, maxLength: 1024, description: 'Password that the person has chosen' }),
    email: Type.Optional(
      Type.String({ maxLength: 254, description: 'E-mail address, if the invitation has none. Otherwise ignored' }),
    ),
  }),
  response: signIn.response,
  errors: [1009, 1019, 1200],
  bodyLimit: 16_384,
  example: {
    request: {
      token: 'q0ZjZ0m2t9yG4w2g0r7m5o3vJvFqX0nN1c7b8a9d0eA',
      name: 'Ben Roe',
      password: 'correct horse battery staple',
    },
    answer: signIn.example.answer,
  },
});
