import { defineOperation } from '../../../operation/operation.js';
import { Type } from '../../../schema/type.js';

export const signOut = defineOperation({
  id: 'signOut',
  method: 'POST',
  path: '/v1/users/signOut',
  tag: 'Sign in',
  summary: 'Sign out',
  description:
    'Ends the session of the browser and takes its cookie away. A browser whose session has ended already gets the same answer.',
  extension: true,
  permission: { kind: 'public' },
  body: Type.Object({
    everywhere: Type.Optional(
      Type.Boolean({ description: 'true ends all sessions of the person, on every device. Default false' }),
    ),
  }),
  response: Type.Object({ status: Type.Literal('signedOut', { description: 'signedOut' }) }),
  errors: [1200],
  example: { request: { everywhere: false }, answer: { status: 'signedOut' } },
});
