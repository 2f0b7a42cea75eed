import { ids } from '../../../operation/example-values.js';
import { defineOperation } from '../../../operation/operation.js';
import { optionalText, requiredText } from '../../../schema/common.js';
import { Type } from '../../../schema/type.js';

export const deleteIdentityLink = defineOperation({
  id: 'deleteIdentityLink',
  method: 'POST',
  path: '/v1/users/deleteIdentityLink',
  tag: 'Sign in',
  summary: 'Unlink an account at an identity provider',
  description:
    'The account signs nobody in here any more, its groups go, and the other sessions that it opened end within two seconds. ' +
    'Your own account takes a session (1001), and your last way to sign in stays (1009). The administrator may unlink accounts of others.',
  extension: true,
  permission: { kind: 'authenticated' },
  stepUp: 10,
  body: Type.Object({
    linkId: requiredText('Id of the link; see getIdentityLinks'),
    userId: optionalText('Id of the user whose link it is; only for the administrator. Default: the caller'),
  }),
  response: Type.Object({ status: Type.Literal('success', { description: 'success' }) }),
  errors: [1200, 1207, 1009],
  otherStatuses: { 1200: 404 },
  example: { request: { linkId: ids.userId }, answer: { status: 'success' } },
});
