import { defineOperation } from '../../../operation/operation.js';
import { emailAddress } from '../../../schema/text-form.js';
import { Type } from '../../../schema/type.js';

export const requestEmailChange = defineOperation({
  id: 'requestEmailChange',
  method: 'POST',
  path: '/v1/users/requestEmailChange',
  tag: 'Sign in',
  summary: 'Ask for another e-mail address',
  description:
    'Sends a one-time link to a new e-mail address of the person who is signed in, and a notice to the present one. The change takes effect when the link is used, within 24 hours.',
  extension: true,
  permission: { kind: 'authenticated' },
  stepUp: 10,
  body: Type.Object({
    email: emailAddress('The new e-mail address'),
  }),
  response: Type.Object({ status: Type.Literal('sent', { description: 'sent' }) }),
  errors: [1009, 1200],
  bodyLimit: 16_384,
  example: { request: { email: 'ann.lee@example.com' }, answer: { status: 'sent' } },
});
