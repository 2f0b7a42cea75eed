import { session as exampleSession, ids } from '../../../operation/example-values.js';
import { defineOperation } from '../../../operation/operation.js';
import { either } from '../../../schema/common.js';
import { code, recoveryCode } from '../../../schema/people/factors.js';
import { signInCompletionSchema } from '../../../schema/people/identity.js';
import { Type } from '../../../schema/type.js';

export const finishSignIn = defineOperation({
  id: 'finishSignIn',
  method: 'POST',
  path: '/v1/users/finishSignIn',
  tag: 'Sign in',
  summary: 'Finish a sign-in with a second factor',
  description:
    'Finishes a sign-in that signIn answered with secondStep, by a code of the authenticator app or a recovery code, and gives the browser a session cookie. Send one of the two. After 5 wrong codes the sign-in begins again with the password. To use a passkey instead, call startPasskeySignIn.',
  extension: true,
  permission: { kind: 'public' },
  takesSecret: true,
  body: Type.Object(
    {
      pendingSignIn: Type.String({
        minLength: 1,
        maxLength: 128,
        description: 'The pendingSignIn of the answer of signIn',
      }),
      code,
      recoveryCode,
    },
    either('code', 'recoveryCode'),
  ),
  response: signInCompletionSchema,
  errors: [1016, 1200],
  bodyLimit: 16_384,
  example: {
    request: { pendingSignIn: 'pV1x…', code: '492039' },
    answer: {
      status: 'signedIn',
      userId: ids.userId,
      session: { ...exampleSession, amr: ['pwd', 'otp', 'mfa'] },
    },
  },
});
