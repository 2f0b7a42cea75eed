import { page } from '../../operation/example-values.js';
import { defineOperation } from '../../operation/operation.js';
import { list, metaSchema, pageQuery } from '../../schema/common.js';
import { subProjectSchema } from '../../schema/sub-project.js';
import { Type } from '../../schema/type.js';

export const getSubProjects = defineOperation({
  id: 'getSubProjects',
  method: 'GET',
  path: '/v1/process/projects/getSubProjects',
  tag: 'Sub-projects',
  summary: 'List sub-projects',
  description:
    'Lists the sub-projects that the caller is a member of, by name. The administrator sees all sub-projects.',
  extension: true,
  permission: { kind: 'authenticated' },
  query: Type.Object({ ...pageQuery }),
  response: Type.Object({
    meta: metaSchema,
    subProjects: list(subProjectSchema, 'The sub-projects of the page'),
  }),
  errors: [1200],
  example: {
    request: { ...page },
  },
});
