import { session as exampleSession, ids } from '../../../operation/example-values.js';
import { defineOperation } from '../../../operation/operation.js';
import { flag } from '../../../schema/common.js';
import { passkeyAnswer } from '../../../schema/people/factors.js';
import { signInCompletionSchema } from '../../../schema/people/identity.js';
import { Type } from '../../../schema/type.js';

export const finishPasskeySignIn = defineOperation({
  id: 'finishPasskeySignIn',
  method: 'POST',
  path: '/v1/users/finishPasskeySignIn',
  tag: 'Sign in',
  summary: 'Sign in with a passkey',
  description:
    'Signs a person in with the browser’s answer to a challenge of startPasskeySignIn, and gives the browser a session cookie. A passkey is both factors: no second step follows.',
  extension: true,
  permission: { kind: 'public' },
  takesSecret: true,
  body: Type.Object({
    passkey: passkeyAnswer,
    remember: Type.Optional(flag('As for signIn. Default false')),
  }),
  response: signInCompletionSchema,
  errors: [1016, 1200],
  bodyLimit: 65_536,
  example: {
    request: { passkey: { id: 'dGhlIGlk', type: 'public-key', response: {} } },
    answer: {
      status: 'signedIn',
      userId: ids.userId,
      session: { ...exampleSession, method: 'passkey', amr: ['hwk', 'user', 'mfa'] },
    },
  },
});
