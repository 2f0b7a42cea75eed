import { ids } from '../../../operation/example-values.js';
import { defineOperation } from '../../../operation/operation.js';
import { requiredText } from '../../../schema/common.js';
import { invitationSchema } from '../../../schema/people/joining.js';
import { Type } from '../../../schema/type.js';
import { exampleInvitation } from './example-invitation.js';

export const revokeInvitation = defineOperation({
  id: 'revokeInvitation',
  method: 'POST',
  path: '/v1/users/revokeInvitation',
  tag: 'Identity',
  summary: 'Revoke an invitation',
  description:
    'Ends the link of an invitation that was not accepted yet. An invitation that was revoked or has expired stays as it is. Administrators revoke any invitation, others those that they made.',
  extension: true,
  permission: { kind: 'authenticated' },
  body: Type.Object({ invitationId: requiredText('Id of the invitation') }),
  response: Type.Object({ invitation: invitationSchema }),
  errors: [1009, 1200, 1207],
  otherStatuses: { 1200: 404 },
  example: {
    request: { invitationId: ids.invitationId },
    answer: { invitation: { ...exampleInvitation, state: 'revoked' } },
  },
});
