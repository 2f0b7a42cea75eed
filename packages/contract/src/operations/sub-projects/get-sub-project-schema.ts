import { ids } from '../../operation/example-values.js';
import { defineOperation } from '../../operation/operation.js';
import { subProjectId } from '../../schema/common.js';
import { subProjectSchemaSchema } from '../../schema/sub-project-schema.js';
import { Type } from '../../schema/type.js';

export const getSubProjectSchema = defineOperation({
  id: 'getSubProjectSchema',
  method: 'GET',
  path: '/v1/process/projects/getSubProjectSchema',
  tag: 'Sub-projects',
  summary: 'Read fields, states and rights',
  description:
    'Returns what a form or a list of processes needs to know: the fields with their schemas, the states and their transitions, ' +
    'priorities, stages, limits of files and workflows, with what the roles of the caller allow. Rights of all roles count; on a ' +
    'process fewer may apply, because roles can be limited to stages or rows. Send the ETag of the last answer as If-None-Match: ' +
    'when nothing has changed the answer is 304 without a body.',
  extension: true,
  permission: { kind: 'role', grant: 'process.read', denied: 1205 },
  query: Type.Object({ subProjectId }),
  response: subProjectSchemaSchema,
  tagged: true,
  errors: [1204],
  example: { request: { subProjectId: ids.subProjectId } },
});
