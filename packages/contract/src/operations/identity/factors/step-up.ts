import { session as exampleSession } from '../../../operation/example-values.js';
import { defineOperation } from '../../../operation/operation.js';
import { code, passkeyAnswer, recoveryCode } from '../../../schema/people/factors.js';
import { sessionSchema } from '../../../schema/people/identity.js';
import { Type } from '../../../schema/type.js';

export const stepUp = defineOperation({
  id: 'stepUp',
  method: 'POST',
  path: '/v1/users/stepUp',
  tag: 'Sign in',
  summary: 'Prove again who one is',
  description:
    'Renews the sign-in of a session, as operations ask for that answer with ERROR_STEP_UP_REQUIRED. Send one of password, code, recoveryCode and passkey; for a passkey call startPasskeySignIn first. The answer gives the session another cookie.',
  extension: true,
  permission: { kind: 'session', denied: 1209 },
  whileEnrolling: true,
  takesSecret: true,
  body: Type.Object({
    password: Type.Optional(Type.String({ minLength: 1, maxLength: 1024, description: 'Password of the person' })),
    code,
    recoveryCode,
    passkey: Type.Optional(passkeyAnswer),
  }),
  response: Type.Object({ session: sessionSchema }),
  errors: [1016, 1200],
  bodyLimit: 65_536,
  example: {
    request: { password: 'correct horse battery staple' },
    answer: {
      session: exampleSession,
    },
  },
});
