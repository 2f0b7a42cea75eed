import { ids } from '../../operation/example-values.js';
import { defineOperation } from '../../operation/operation.js';
import { either, optionalText, subProjectId, texts } from '../../schema/common.js';
import { Type } from '../../schema/type.js';

const roles = (description: string) =>
  Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 128 }), { maxItems: 200, uniqueItems: true, description }),
  );

export const setMemberRoles = defineOperation({
  id: 'setMemberRoles',
  method: 'POST',
  path: '/v1/process/projects/setMemberRoles',
  tag: 'Sub-projects',
  summary: 'Set the roles of a member',
  description:
    'Sets the roles that a person or a group is given in a sub-project, without a deployment; with `add`, gives more roles and keeps the others. Roles that the document gives must be among them: only a deployment takes those away. Roles through groups are not touched. A later deployment keeps what was given here. Callers other than the administrator need a role with `members`, and may give and take away only the roles that it lists, or, with `members: true`, roles that grant no more than a role of their own.',
  extension: true,
  permission: { kind: 'role', grant: 'member.manage', denied: 1207 },
  stepUp: 10,
  body: Type.Object(
    {
      subProjectId,
      user: optionalText('Id, e-mail address or client id of a person. Not with group'),
      group: optionalText('Name or id of a group. Not with user'),
      roles: roles('All roles that the member is given; none: the member is removed. Not with add'),
      add: roles('Roles that the member is given beside those that it has. Not with roles'),
    },
    either('user', 'group'),
  ),
  response: Type.Object({
    roles: texts('The roles that the member is given now, without those of groups'),
    added: texts('Roles given by this request'),
    removed: texts('Roles taken away by this request'),
  }),
  errors: [1232],
  otherStatuses: { 1200: 404 },
  example: {
    request: { subProjectId: ids.subProjectId, user: 'ann@example.com', roles: ['MANAGER'] },
    answer: { roles: ['MANAGER'], added: ['MANAGER'], removed: [] },
  },
});
