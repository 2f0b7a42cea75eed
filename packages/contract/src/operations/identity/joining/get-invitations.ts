import { meta, page } from '../../../operation/example-values.js';
import { defineOperation } from '../../../operation/operation.js';
import { list, metaSchema, pageQuery, queryText } from '../../../schema/common.js';
import { invitationSchema } from '../../../schema/people/joining.js';
import { Type } from '../../../schema/type.js';
import { exampleInvitation } from './example-invitation.js';

export const getInvitations = defineOperation({
  id: 'getInvitations',
  method: 'GET',
  path: '/v1/users/getInvitations',
  tag: 'Identity',
  summary: 'List invitations',
  description:
    'Lists invitations, the newest first, with what became of their e-mails. Administrators see all, others those that they made.',
  extension: true,
  permission: { kind: 'authenticated' },
  query: Type.Object({
    ...pageQuery,
    state: Type.Optional(
      Type.Enum(['open', 'accepted', 'revoked', 'expired'], {
        description: 'Return only invitations in this state: open, accepted, revoked or expired',
      }),
    ),
    email: queryText('Return only invitations of this e-mail address'),
  }),
  response: Type.Object({
    meta: metaSchema,
    invitations: list(invitationSchema, 'The invitations of the page'),
  }),
  errors: [1200, 1205],
  example: {
    request: { ...page, state: 'open', email: 'ben@example.com' },
    answer: { meta, invitations: [exampleInvitation] },
  },
});
