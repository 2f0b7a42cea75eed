import { defineOperation } from '../../../operation/operation.js';
import { text } from '../../../schema/common.js';
import { emailAddress } from '../../../schema/text-form.js';
import { Type } from '../../../schema/type.js';

export const requestPasswordReset = defineOperation({
  id: 'requestPasswordReset',
  method: 'POST',
  path: '/v1/users/requestPasswordReset',
  tag: 'Sign in',
  summary: 'Ask for a new password',
  description:
    'Sends a one-time link to set a new password, if the address belongs to a person who is not disabled. The link works for 30 minutes. The answer is the same for every address, and takes the same time. If the server sends no e-mail, the answer says so: an administrator then creates a link with createPasswordResetLink.',
  extension: true,
  permission: { kind: 'public' },
  body: Type.Object({
    email: emailAddress('E-mail address of the person'),
  }),
  response: Type.Object({
    status: text('accepted: an e-mail is sent if the address is known; noEmail: this server sends no e-mail'),
    message: text('What happens next, for the person'),
  }),
  errors: [1200],
  bodyLimit: 16_384,
  example: {
    request: { email: 'ann@example.com' },
    answer: { status: 'accepted', message: 'If the address is known, an e-mail with a link is on its way.' },
  },
});
