import { defineOperation } from '../../../operation/operation.js';
import { flag, list, model, queryText, text } from '../../../schema/common.js';
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
  query: Type.Object({ email: queryText('E-mail address; only its domain counts') }),
  response: Type.Object({
    password: flag('Whether people can sign in with a password'),
    identityProviders: list(
      model('SignInProvider', 'An identity provider to sign in with', {
        id: text('Id of the provider'),
        name: text('Name for the button'),
        startUrl: text('Address to open. It takes return_to: the path of this service to go to after the sign-in'),
        forDomain: flag('Whether the provider speaks for the domain of the address'),
      }),
      'Identity providers; those for the domain first',
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
