import { Type } from 'typebox';
import { defineOperation } from '../../operation/operation.js';
import { optionalText, requiredText } from '../../schema/common.js';

export const createSubProject = defineOperation({
  id: 'createSubProject',
  method: 'POST',
  path: '/v1/process/projects/createSubProject',
  tag: 'Sub-projects',
  summary: 'Create a sub-project',
  description: 'Creates an empty sub-project; it works once a configuration is deployed to it.',
  extension: true,
  permission: { kind: 'admin', denied: 1206 },
  body: Type.Object({
    name: requiredText('Name'),
    subProjectId: optionalText('A UUID to use as its id; default a new one'),
  }),
  response: Type.Object({ id: Type.String(), status: Type.String(), message: Type.String() }),
  errors: [1200, 1206, 1009],
});
