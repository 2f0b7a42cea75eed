import { defineOperation } from '../../../operation/operation.js';
import { flag, orNull } from '../../../schema/common.js';
import { Type } from '../../../schema/type.js';

export const signOut = defineOperation({
  id: 'signOut',
  method: 'POST',
  path: '/v1/users/signOut',
  tag: 'Sign in',
  summary: 'Sign out',
  description:
    'Ends the session of the browser and takes its cookie away. A browser whose session has ended already gets the same answer. ' +
    'A person who signed in with an identity provider is still signed in there: send the browser to `identityProviderUrl` to end that too.',
  extension: true,
  permission: { kind: 'public' },
  body: Type.Object({
    everywhere: Type.Optional(flag('true ends all sessions of the person, on every device. Default false')),
  }),
  response: Type.Object({
    status: Type.Literal('signedOut', { description: 'signedOut' }),
    identityProviderUrl: orNull(
      Type.String(),
      'Address that ends the session at the identity provider, to open in the browser; null when there is none',
    ),
  }),
  errors: [1200],
  example: { request: { everywhere: false }, answer: { status: 'signedOut', identityProviderUrl: null } },
});
