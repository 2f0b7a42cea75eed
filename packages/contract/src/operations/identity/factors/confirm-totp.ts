import { defineOperation } from '../../../operation/operation.js';
import { texts } from '../../../schema/common.js';
import { Type } from '../../../schema/type.js';

export const confirmTotp = defineOperation({
  id: 'confirmTotp',
  method: 'POST',
  path: '/v1/users/confirmTotp',
  tag: 'Sign in',
  summary: 'Set up an authenticator app',
  description:
    'Makes the secret of startTotp count: from now on a sign-in with a password also asks for a code of the app. A person without recovery codes gets ten, which only this answer contains. A session that had to set up a second factor first is a full one from now on.',
  extension: true,
  permission: { kind: 'session', denied: 1209 },
  whileEnrolling: true,
  takesSecret: true,
  body: Type.Object({
    code: Type.String({ minLength: 1, maxLength: 64, description: 'The six digits that the app shows now' }),
  }),
  response: Type.Object({
    recoveryCodes: texts('New recovery codes; empty when the person has some. Save them: they are not shown again'),
  }),
  errors: [1016, 1200],
  example: { request: { code: '492039' }, answer: { recoveryCodes: ['k3v8-0w2d-7tqm-x9e4'] } },
});
