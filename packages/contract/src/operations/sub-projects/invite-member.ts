import { ids } from '../../operation/example-values.js';
import { defineOperation } from '../../operation/operation.js';
import { subProjectId } from '../../schema/common.js';
import { invitationAnswerSchema } from '../../schema/people/joining.js';
import { emailAddress } from '../../schema/text-form.js';
import { Type } from '../../schema/type.js';
import { exampleInvitation } from '../identity/joining/example-invitation.js';

export const inviteMember = defineOperation({
  id: 'inviteMember',
  method: 'POST',
  path: '/v1/process/projects/inviteMember',
  tag: 'Sub-projects',
  summary: 'Invite a person into a sub-project',
  description:
    'Invites a person who has no user yet, by a one-time link that works for 7 days. Who accepts gets a user with these roles. Callers may give the roles that they may give with setMemberRoles, now and when the person accepts. The link is sent by e-mail; if the server sends no e-mail, only administrators may invite (1009), and the answer shows it once. Others than administrators send 50 invitations an hour at most (1003).',
  extension: true,
  permission: { kind: 'role', grant: 'member.manage', denied: 1207 },
  stepUp: 10,
  showsSecret: true,
  body: Type.Object({
    subProjectId,
    email: emailAddress('E-mail address of the person'),
    name: Type.Optional(
      Type.String({ maxLength: 1024, description: 'Name that is suggested to the person, who may change it' }),
    ),
    roles: Type.Array(Type.String({ minLength: 1, maxLength: 128 }), {
      minItems: 1,
      maxItems: 200,
      uniqueItems: true,
      description: 'Roles that the person is given',
    }),
  }),
  response: invitationAnswerSchema,
  errors: [1009, 1200, 1232],
  example: {
    request: { subProjectId: ids.subProjectId, email: 'ben@example.com', name: 'Ben Roe', roles: ['MANAGER'] },
    answer: {
      invitation: {
        ...exampleInvitation,
        memberships: [{ subProjectId: ids.subProjectId, roles: ['MANAGER'] }],
        delivery: null,
      },
      link: null,
    },
  },
});
