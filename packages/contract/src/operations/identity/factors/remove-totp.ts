import { defineOperation } from '../../../operation/operation.js';
import { statusSchema } from '../../../schema/common.js';
import { Type } from '../../../schema/type.js';

export const removeTotp = defineOperation({
  id: 'removeTotp',
  method: 'POST',
  path: '/v1/users/removeTotp',
  tag: 'Sign in',
  summary: 'Remove the authenticator app',
  description:
    'Ends the secret of the authenticator app of the person who is signed in. Refused where the installation requires a second factor and the person has no other.',
  extension: true,
  permission: { kind: 'session', denied: 1209 },
  stepUp: 10,
  body: Type.Object({}),
  response: statusSchema,
  errors: [1200],
  example: { request: {}, answer: { status: 'success', message: 'The authenticator app was removed.' } },
});
