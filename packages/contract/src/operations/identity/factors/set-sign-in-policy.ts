import { defineOperation } from '../../../operation/operation.js';
import { signInPolicySchema } from '../../../schema/people/factors.js';

export const setSignInPolicy = defineOperation({
  id: 'setSignInPolicy',
  method: 'POST',
  path: '/v1/users/setSignInPolicy',
  tag: 'Identity',
  summary: 'Set what the installation asks of people who sign in',
  description:
    'With required, a password alone does not sign in: people need an authenticator app or a passkey beside it, or sign in with a passkey or single sign-on. Who has none sets one up at the next sign-in. Sessions that are open go on. Programs are not affected. For administrators.',
  extension: true,
  permission: { kind: 'admin', denied: 1207 },
  stepUp: 10,
  body: signInPolicySchema,
  response: signInPolicySchema,
  errors: [1200, 1207],
  example: { request: { secondFactor: 'required' }, answer: { secondFactor: 'required' } },
});
