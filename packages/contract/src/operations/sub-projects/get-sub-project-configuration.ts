import { Type } from 'typebox';
import { defineOperation } from '../../operation/operation.js';
import { optionalText, requiredText } from '../../schema/common.js';
import { subProjectConfigurationSchema } from '../../schema/sub-project.js';

export const getSubProjectConfiguration = defineOperation({
  id: 'getSubProjectConfiguration',
  method: 'GET',
  path: '/v1/process/projects/getSubProjectConfiguration',
  tag: 'Sub-projects',
  summary: 'Read a configuration',
  description:
    'Returns the deployed configuration of a sub-project with its BPMN files; by default the current version.',
  extension: true,
  permission: { kind: 'admin', denied: 1205 },
  query: Type.Object({
    subProjectId: requiredText('Sub-project'),
    version: optionalText('Version number; default the current one'),
  }),
  response: subProjectConfigurationSchema,
  errors: [1200, 1201, 1202, 1205],
});
