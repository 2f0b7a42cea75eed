import { ids, meta, page } from '../../operation/example-values.js';
import { defineOperation } from '../../operation/operation.js';
import { list, metaSchema, pageQuery, queryText, subProjectId } from '../../schema/common.js';
import { userSchema } from '../../schema/process.js';
import { Type } from '../../schema/type.js';

export const getUsersForProcess = defineOperation({
  id: 'getUsersForProcess',
  method: 'GET',
  path: '/v1/process/projects/getUsersForProcess',
  tag: 'Processes',
  summary: 'List assignable users',
  description:
    'Lists the users who may be assigned to a process, by name. With processId, only users whose role covers the stage of that process.',
  extension: false,
  permission: { kind: 'role', grant: 'user.read', denied: 1205 },
  query: Type.Object({
    subProjectId,
    processId: queryText('Id of a process. Return only users whose role covers its stage'),
    ...pageQuery,
  }),
  response: Type.Object({ meta: metaSchema, users: list(userSchema, 'The users of the page') }),
  errors: [1200, 1202, 1203, 1205],
  otherStatuses: { 1200: 404 },
  process: { unknown: { id: 1200, status: 404 }, outside: 1205 },
  example: {
    request: { ...page, subProjectId: ids.subProjectId },
    answer: {
      meta,
      users: [{ id: ids.userId, name: 'Aylin Assignee', email: 'demo-assignee@example.com', role: 'ASSIGNEE' }],
    },
  },
});
