import { defineOperation } from '../../operation/operation.js';
import { requiredText, statusSchema } from '../../schema/common.js';
import { Type } from '../../schema/type.js';

export const revokeConsent = defineOperation({
  id: 'revokeConsent',
  method: 'POST',
  path: '/v1/users/revokeConsent',
  tag: 'Identity',
  summary: 'Withdraw what you allowed an application',
  description:
    'Ends all access of an application to your account: all servers refuse its tokens within 2 seconds, and it must ask you again. Nothing happens if it has none. A token with scopes may not.',
  extension: true,
  permission: { kind: 'authenticated' },
  body: Type.Object({ applicationId: requiredText('Id of the application') }),
  response: statusSchema,
  errors: [1200, 1207],
  example: {
    request: { applicationId: 'mra_5lJ1mTnM3bU2q0rW' },
    answer: { status: 'success', message: 'The application has no access to your account any more.' },
  },
});
