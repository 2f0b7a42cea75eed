import { Type } from 'typebox';
import { defineOperation } from '../../operation/operation.js';
import { metaSchema, optionalText, pageQuery, requiredText } from '../../schema/common.js';
import { userSchema } from '../../schema/process.js';

export const getUsersForProcess = defineOperation({
  id: 'getUsersForProcess',
  method: 'GET',
  path: '/v1/process/projects/getUsersForProcess',
  tag: 'Processes',
  summary: 'List assignable users',
  description:
    'Lists the users who may be assigned, by name; with processId, those whose role covers the stage of that process (D19).',
  extension: false,
  permission: { kind: 'role', grant: 'user.read', denied: 1205 },
  query: Type.Object({ subProjectId: requiredText('Sub-project'), processId: optionalText('Process'), ...pageQuery }),
  response: Type.Object({ meta: metaSchema, users: Type.Array(userSchema) }),
  errors: [1200, 1202, 1203, 1205],
});
