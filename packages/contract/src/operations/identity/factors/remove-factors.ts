import { ids } from '../../../operation/example-values.js';
import { defineOperation } from '../../../operation/operation.js';
import { requiredText, statusSchema } from '../../../schema/common.js';
import { Type } from '../../../schema/type.js';

export const removeFactors = defineOperation({
  id: 'removeFactors',
  method: 'POST',
  path: '/v1/users/removeFactors',
  tag: 'Identity',
  summary: 'Remove the second factors of a person',
  description:
    'Removes the passkeys, the authenticator app and the recovery codes of a person, for example after a phone was lost, and ends the sessions of the person. The password stays. For administrators.',
  extension: true,
  permission: { kind: 'admin', denied: 1207 },
  stepUp: 10,
  body: Type.Object({ userId: requiredText('Id of the user') }),
  response: statusSchema,
  errors: [1200, 1207],
  otherStatuses: { 1200: 404 },
  example: {
    request: { userId: ids.userId },
    answer: {
      status: 'success',
      message: 'Removed: 1 passkey, the authenticator app, 10 recovery codes. 2 sessions have ended.',
    },
  },
});
