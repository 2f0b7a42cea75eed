import { createdTs, ids, meta, page } from '../../operation/example-values.js';
import { defineOperation } from '../../operation/operation.js';
import { integer, list, metaSchema, model, pageQuery, queryText } from '../../schema/common.js';
import { groupSchema } from '../../schema/people/identity.js';
import { Type } from '../../schema/type.js';

export const getGroups = defineOperation({
  id: 'getGroups',
  method: 'GET',
  path: '/v1/users/getGroups',
  tag: 'Identity',
  summary: 'List groups',
  description: 'Lists the groups of the installation by name, each with the number of its people.',
  extension: true,
  permission: { kind: 'admin', denied: 1205 },
  query: Type.Object({
    ...pageQuery,
    name: queryText('Return only groups whose name contains this text, in any case'),
    groupId: queryText('Return only the group with this id'),
    userId: queryText('Return only groups that this user is in, whatever the source'),
  }),
  response: Type.Object({
    meta: metaSchema,
    groups: list(
      model('GroupEntry', 'A group in a list', {
        ...groupSchema.properties,
        memberCount: integer('People in the group'),
      }),
      'The groups of the page',
    ),
  }),
  errors: [1200, 1205],
  example: {
    request: { ...page, name: 'finance' },
    answer: {
      meta,
      groups: [{ id: ids.groupId, name: 'finance-approvers', description: '', createdTs, memberCount: 3 }],
    },
  },
});
