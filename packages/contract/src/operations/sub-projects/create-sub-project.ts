import { defineOperation } from '../../operation/operation.js';
import { createdSchema, requiredText } from '../../schema/common.js';
import { uuid } from '../../schema/text-form.js';
import { Type } from '../../schema/type.js';

export const createSubProject = defineOperation({
  id: 'createSubProject',
  method: 'POST',
  path: '/v1/process/projects/createSubProject',
  tag: 'Sub-projects',
  summary: 'Create a sub-project',
  description: 'Creates an empty sub-project. Deploy a configuration to it before use.',
  extension: true,
  permission: { kind: 'admin', denied: 1206 },
  body: Type.Object({
    name: requiredText('Name of the sub-project'),
    subProjectId: Type.Optional(uuid('UUID to use as its id. Default: a new one')),
  }),
  response: createdSchema,
  errors: [1200, 1206, 1009],
  example: {
    request: { name: 'Travel requests' },
  },
});
