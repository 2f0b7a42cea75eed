import { createdTs, ids, member, meta, page } from '../../operation/example-values.js';
import { defineOperation } from '../../operation/operation.js';
import { list, metaSchema, pageQuery, queryText, subProjectId } from '../../schema/common.js';
import { memberGroupSchema, memberSchema, roleSchema } from '../../schema/people/identity.js';
import { Type } from '../../schema/type.js';

export const getMembers = defineOperation({
  id: 'getMembers',
  method: 'GET',
  path: '/v1/process/projects/getMembers',
  tag: 'Sub-projects',
  summary: 'List members',
  description:
    'Lists the people with roles in a sub-project by name, each with where the roles come from: the document or setMemberRoles, directly or through a group, and since when. Also lists the groups that have roles, and the roles that can be given, with what each allows. For roles with `members` or `audit`.',
  extension: true,
  permission: { kind: 'role', grant: 'member.read', denied: 1205 },
  query: Type.Object({
    subProjectId,
    userId: queryText('Return only this person'),
    text: Type.Optional(
      Type.String({
        maxLength: 254,
        description: 'Return only people whose name or e-mail address has this text, in any case',
      }),
    ),
    ...pageQuery,
  }),
  response: Type.Object({
    meta: metaSchema,
    members: list(memberSchema, 'The people of the page'),
    groups: list(memberGroupSchema, 'All groups with roles in the sub-project, by name'),
    roles: list(roleSchema, 'The roles that the document declares, in its order'),
  }),
  errors: [],
  example: {
    request: { subProjectId: ids.subProjectId, ...page },
    answer: {
      meta,
      members: [
        {
          ...member,
          roles: ['MANAGER'],
          sources: [
            {
              source: 'document',
              group: { id: ids.groupId, name: 'finance-approvers', source: 'scim', since: createdTs },
              roles: ['MANAGER'],
              since: createdTs,
            },
          ],
        },
      ],
      groups: [
        {
          groupId: ids.groupId,
          name: 'finance-approvers',
          roles: ['MANAGER'],
          sources: [{ source: 'document', roles: ['MANAGER'], since: createdTs }],
        },
      ],
      roles: [
        {
          name: 'MANAGER',
          grants: { 'process.read': ['*'], 'workflow.call': ['*'] },
          stages: ['*'],
          filtered: false,
          members: [],
          mayGive: true,
        },
      ],
    },
  },
});
