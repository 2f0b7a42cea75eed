import { defineOperation } from '../../../operation/operation.js';
import { optionalText, requiredText, text } from '../../../schema/common.js';
import { Type } from '../../../schema/type.js';

export const startIdentityLink = defineOperation({
  id: 'startIdentityLink',
  method: 'POST',
  path: '/v1/users/startIdentityLink',
  tag: 'Sign in',
  summary: 'Link an account at an identity provider',
  description:
    'Answers with the address to open in the same browser: there the person of the session signs in at the provider, and from then on can sign in here with that account. ' +
    'The addresses of the two accounts may differ. Needs a session.',
  extension: true,
  permission: { kind: 'authenticated' },
  stepUp: 10,
  body: Type.Object({
    providerId: requiredText('Id of the provider'),
    returnTo: optionalText('Path of this service to go to after; default "/"'),
  }),
  response: Type.Object({ url: text('Address to open; valid for ten minutes') }),
  errors: [1020, 1200, 1009],
  otherStatuses: { 1200: 404 },
  example: {
    request: { providerId: 'entra', returnTo: '/profile' },
    answer: { url: 'https://login.microsoftonline.com/…/oauth2/v2.0/authorize?…' },
  },
});
