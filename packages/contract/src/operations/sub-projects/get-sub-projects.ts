import { Type } from 'typebox';
import { defineOperation } from '../../operation/operation.js';
import { metaSchema, pageQuery } from '../../schema/common.js';
import { subProjectSchema } from '../../schema/sub-project.js';

export const getSubProjects = defineOperation({
  id: 'getSubProjects',
  method: 'GET',
  path: '/v1/process/projects/getSubProjects',
  tag: 'Sub-projects',
  summary: 'List sub-projects',
  description: 'Lists the sub-projects that the caller is a member of (the administrator: all), by name.',
  extension: true,
  permission: { kind: 'authenticated' },
  query: Type.Object({ ...pageQuery }),
  response: Type.Object({ meta: metaSchema, subProjects: Type.Array(subProjectSchema) }),
  errors: [1200],
});
