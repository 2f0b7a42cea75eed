import { defineOperation } from '../../../operation/operation.js';
import { optionalText } from '../../../schema/common.js';
import { Type } from '../../../schema/type.js';

export const getSignInMethods = defineOperation({
  id: 'getSignInMethods',
  method: 'GET',
  path: '/v1/users/getSignInMethods',
  tag: 'Sign in',
  summary: 'Ways to sign in',
  description:
    'What a sign-in page offers. With an e-mail address, the identity providers that speak for its domain are marked; the answer does not depend on whether anybody has this address.',
  extension: true,
  permission: { kind: 'public' },
  query: Type.Object({ email: optionalText('E-mail address; only its domain counts') }),
  response: Type.Object({
    password: Type.Boolean({ description: 'Whether people can sign in with a password' }),
    identityProviders: Type.Array(
      Type.Object({
        id: Type.String({ description: 'Id of the provider' }),
        name: Type.String({ description: 'Name for the button' }),
        startUrl: Type.String({
          description: 'Address to open. It takes return_to: the path of this service to go to after the sign-in',
        }),
        forDomain: Type.Boolean({ description: 'Whether the provider speaks for the domain of the address' }),
      }),
      { description: 'Identity providers; those for the domain first' },
    ),
  }),
  errors: [1200],
  example: {
    request: { email: 'ann@example.com' },
    answer: {
      password: true,
      identityProviders: [
        { id: 'entra', name: 'Entra ID', startUrl: 'https://millrace.example.com/sso/entra/start', forDomain: true },
      ],
    },
  },
});
