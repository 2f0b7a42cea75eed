import { ids } from '../../operation/example-values.js';
import { defineOperation } from '../../operation/operation.js';
import { queryText, subProjectId } from '../../schema/common.js';
import { subProjectConfigurationSchema } from '../../schema/sub-project.js';
import { Type } from '../../schema/type.js';

export const getSubProjectConfiguration = defineOperation({
  id: 'getSubProjectConfiguration',
  method: 'GET',
  path: '/v1/process/projects/getSubProjectConfiguration',
  tag: 'Sub-projects',
  summary: 'Read a configuration',
  description: 'Returns a deployed configuration of a sub-project with its BPMN files.',
  extension: true,
  permission: { kind: 'role', grant: 'project.design', denied: 1205 },
  query: Type.Object({
    subProjectId,
    version: queryText('Version number. Default: the current version'),
  }),
  response: subProjectConfigurationSchema,
  errors: [1200, 1201, 1202, 1205],
  otherStatuses: { 1200: 404 },
  example: {
    request: { subProjectId: ids.subProjectId },
  },
});
