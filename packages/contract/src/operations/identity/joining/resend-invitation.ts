import { ids } from '../../../operation/example-values.js';
import { defineOperation } from '../../../operation/operation.js';
import { requiredText } from '../../../schema/common.js';
import { invitationAnswerSchema } from '../../../schema/people/joining.js';
import { Type } from '../../../schema/type.js';
import { exampleInvitation } from './example-invitation.js';

export const resendInvitation = defineOperation({
  id: 'resendInvitation',
  method: 'POST',
  path: '/v1/users/resendInvitation',
  tag: 'Identity',
  summary: 'Send an invitation again',
  description:
    'Makes a new link for an invitation that is open or has expired, for 7 days from now, and sends or shows it as inviteUser does. The link before ends. Administrators do this for any invitation, others for those that they made and whose roles they may still give, by e-mail only and at most 50 invitations an hour (1003).',
  extension: true,
  permission: { kind: 'authenticated' },
  stepUp: 10,
  showsSecret: true,
  body: Type.Object({
    invitationId: requiredText('Id of the invitation'),
    link: Type.Optional(
      Type.Union([Type.Literal('send'), Type.Literal('show')], {
        description: 'show: the answer has the link, and no e-mail is sent. Default send',
      }),
    ),
  }),
  response: invitationAnswerSchema,
  errors: [1009, 1200, 1207],
  otherStatuses: { 1200: 404 },
  example: {
    request: { invitationId: ids.invitationId, link: 'send' },
    answer: { invitation: { ...exampleInvitation, delivery: null }, link: null },
  },
});
