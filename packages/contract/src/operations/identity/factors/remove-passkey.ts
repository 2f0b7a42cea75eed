import { defineOperation } from '../../../operation/operation.js';
import { requiredText, statusSchema } from '../../../schema/common.js';
import { Type } from '../../../schema/type.js';

export const removePasskey = defineOperation({
  id: 'removePasskey',
  method: 'POST',
  path: '/v1/users/removePasskey',
  tag: 'Sign in',
  summary: 'Remove a passkey',
  description: 'Removes a passkey of the person who is signed in. The last way to sign in cannot be removed.',
  extension: true,
  permission: { kind: 'session', denied: 1209 },
  stepUp: 10,
  body: Type.Object({ passkeyId: requiredText('Id of the passkey') }),
  response: statusSchema,
  errors: [1200],
  otherStatuses: { 1200: 404 },
  example: { request: { passkeyId: 'dGhlIGlk' }, answer: { status: 'success', message: 'The passkey was removed.' } },
});
