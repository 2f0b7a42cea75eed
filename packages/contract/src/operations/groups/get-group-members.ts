import { createdTs, ids, member, meta, page } from '../../operation/example-values.js';
import { defineOperation } from '../../operation/operation.js';
import { list, metaSchema, pageQuery, requiredText } from '../../schema/common.js';
import { groupMemberSchema } from '../../schema/people/identity.js';
import { Type } from '../../schema/type.js';

export const getGroupMembers = defineOperation({
  id: 'getGroupMembers',
  method: 'GET',
  path: '/v1/users/getGroupMembers',
  tag: 'Identity',
  summary: 'List the people of a group',
  description: 'Lists the people of a group by name, each with every source that says so and since when.',
  extension: true,
  permission: { kind: 'admin', denied: 1205 },
  query: Type.Object({ groupId: requiredText('Id of the group'), ...pageQuery }),
  response: Type.Object({
    meta: metaSchema,
    members: list(groupMemberSchema, 'The people of the page'),
  }),
  errors: [1200, 1205],
  otherStatuses: { 1200: 404 },
  example: {
    request: { groupId: ids.groupId, ...page },
    answer: {
      meta,
      members: [
        {
          ...member,
          sources: [{ source: 'scim', since: createdTs }],
        },
      ],
    },
  },
});
