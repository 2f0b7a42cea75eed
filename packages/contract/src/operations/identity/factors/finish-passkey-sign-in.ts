import { createdTs, ids } from '../../../operation/example-values.js';
import { defineOperation } from '../../../operation/operation.js';
import { passkeyAnswer } from '../../../schema/people/factors.js';
import { sessionSchema } from '../../../schema/people/identity.js';
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
    remember: Type.Optional(Type.Boolean({ description: 'As for signIn. Default false' })),
  }),
  response: Type.Object({
    status: Type.Literal('signedIn', { description: 'signedIn: the answer has set the session cookie' }),
    userId: Type.String({ description: 'Id of the user' }),
    session: sessionSchema,
  }),
  errors: [1016, 1200],
  bodyLimit: 65_536,
  example: {
    request: { passkey: { id: 'dGhlIGlk', type: 'public-key', response: {} } },
    answer: {
      status: 'signedIn',
      userId: ids.userId,
      session: {
        id: ids.sessionId,
        method: 'passkey',
        amr: ['hwk', 'user', 'mfa'],
        createdTs,
        authenticatedTs: createdTs,
        seenTs: createdTs,
        expiresTs: '2026-01-31T21:30:00.000Z',
        network: '192.0.2.7',
        agent: 'Mozilla/5.0',
        current: true,
        enrolling: false,
      },
    },
  },
});
