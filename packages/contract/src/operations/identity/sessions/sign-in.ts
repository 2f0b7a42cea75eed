import { session as exampleSession, ids } from '../../../operation/example-values.js';
import { defineOperation } from '../../../operation/operation.js';
import { flag, model, text, texts } from '../../../schema/common.js';
import { sessionSchema } from '../../../schema/people/identity.js';
import { Type } from '../../../schema/type.js';

export const signIn = defineOperation({
  id: 'signIn',
  method: 'POST',
  path: '/v1/users/signIn',
  tag: 'Sign in',
  summary: 'Sign in with a password',
  description:
    'Signs a person in with e-mail address and password, and gives the browser a session cookie. For pages of the service itself: programs use userLogin or a personal token.',
  extension: true,
  permission: { kind: 'public' },
  takesSecret: true,
  body: Type.Object({
    email: Type.String({ minLength: 1, maxLength: 254, description: 'E-mail address of the person' }),
    password: Type.String({ minLength: 1, maxLength: 1024, description: 'Password of the person' }),
    remember: Type.Optional(
      flag(
        'true keeps the person signed in when the browser is closed, for 14 days at most. Default false: 12 hours at most',
      ),
    ),
  }),
  response: model('SignInResult', 'What became of a sign-in', {
    status: Type.Enum(['signedIn', 'secondStep', 'enrol'], {
      type: 'string',
      description:
        'signedIn: the answer has set the session cookie. secondStep: finish with finishSignIn. enrol: as signedIn, but the session only opens what sets up a second factor, which the installation requires',
    }),
    userId: text('Id of the user'),
    session: Type.Optional(sessionSchema),
    pendingSignIn: Type.Optional(text('With secondStep: for finishSignIn, which must follow within 10 minutes')),
    methods: Type.Optional(texts('With secondStep: what the person can finish with: totp, passkey or recoveryCode')),
  }),
  errors: [1016, 1200],
  bodyLimit: 16_384,
  example: {
    request: { email: 'ann@example.com', password: 'correct horse battery staple', remember: true },
    answer: {
      status: 'signedIn',
      userId: ids.userId,
      session: { ...exampleSession, expiresTs: '2026-02-14T09:30:00.000Z' },
    },
  },
});
