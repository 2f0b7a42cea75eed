import { defineOperation } from '../../../operation/operation.js';
import { invitationAnswerSchema, invitedMembership } from '../../../schema/people/joining.js';
import { emailAddress } from '../../../schema/text-form.js';
import { Type } from '../../../schema/type.js';
import { exampleInvitation } from './example-invitation.js';

export const inviteUser = defineOperation({
  id: 'inviteUser',
  method: 'POST',
  path: '/v1/users/inviteUser',
  tag: 'Identity',
  summary: 'Invite a person',
  description:
    'Invites a person by a one-time link that works for 7 days. The link is sent by e-mail. If the server sends no e-mail, or link is "show", the answer shows it once instead. The user is created when the person accepts.',
  extension: true,
  permission: { kind: 'admin', denied: 1206 },
  stepUp: 10,
  showsSecret: true,
  body: Type.Object({
    email: emailAddress('E-mail address of the person'),
    name: Type.Optional(
      Type.String({ maxLength: 1024, description: 'Name that is suggested to the person, who may change it' }),
    ),
    administrator: Type.Optional(
      Type.Boolean({ description: 'true: the person becomes an administrator of the installation. Default false' }),
    ),
    groups: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 256 }), {
        maxItems: 100,
        uniqueItems: true,
        description: 'Names or ids of groups that the person joins when accepting',
      }),
    ),
    memberships: Type.Optional(
      Type.Array(invitedMembership, {
        maxItems: 100,
        description:
          'Roles that the person is given when accepting, as setMemberRoles gives them. Each sub-project is named once (1232)',
      }),
    ),
    link: Type.Optional(
      Type.Union([Type.Literal('send'), Type.Literal('show')], {
        description: 'show: the answer has the link, and no e-mail is sent. Default send',
      }),
    ),
  }),
  response: invitationAnswerSchema,
  errors: [1009, 1200, 1202, 1232],
  example: {
    request: {
      email: 'ben@example.com',
      name: 'Ben Roe',
      administrator: false,
      groups: ['finance-approvers'],
      link: 'send',
    },
    answer: { invitation: { ...exampleInvitation, delivery: null }, link: null },
  },
});
