import { defineOperation } from '../../../operation/operation.js';
import { texts } from '../../../schema/common.js';
import { Type } from '../../../schema/type.js';

export const createRecoveryCodes = defineOperation({
  id: 'createRecoveryCodes',
  method: 'POST',
  path: '/v1/users/createRecoveryCodes',
  tag: 'Sign in',
  summary: 'Create recovery codes',
  description:
    'Gives the person who is signed in ten new recovery codes. Each stands once for the authenticator app or the passkey at a sign-in with a password. Those before do not count any more. Only this answer contains the codes.',
  extension: true,
  permission: { kind: 'session', denied: 1209 },
  stepUp: 10,
  takesSecret: true,
  body: Type.Object({}),
  response: Type.Object({
    recoveryCodes: texts('Ten codes. Save them: they are not shown again'),
  }),
  errors: [1200],
  example: { request: {}, answer: { recoveryCodes: ['k3v8-0w2d-7tqm-x9e4'] } },
});
