import { ids } from '../../../operation/example-values.js';
import { defineOperation } from '../../../operation/operation.js';
import { requiredText } from '../../../schema/common.js';
import { personalTokenSchema } from '../../../schema/people/identity.js';
import { Type } from '../../../schema/type.js';

export const revokePersonalToken = defineOperation({
  id: 'revokePersonalToken',
  method: 'POST',
  path: '/v1/users/revokePersonalToken',
  tag: 'Sign in',
  summary: 'Revoke a personal token',
  description:
    'Ends a personal token of the caller; the administrator may end those of others. All servers refuse it within 2 seconds.',
  extension: true,
  permission: { kind: 'authenticated' },
  body: Type.Object({ personalTokenId: requiredText('Id of the personal token') }),
  response: Type.Object({ personalToken: personalTokenSchema }),
  errors: [1200, 1207],
  otherStatuses: { 1200: 404 },
  example: { request: { personalTokenId: ids.personalTokenId } },
});
