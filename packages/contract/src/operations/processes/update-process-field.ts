import { Type } from 'typebox';
import { defineOperation } from '../../operation/operation.js';
import { jsonObject, requiredText, statusSchema } from '../../schema/common.js';

export const updateProcessField = defineOperation({
  id: 'updateProcessField',
  method: 'POST',
  path: '/v1/process/updateProcessField',
  tag: 'Processes',
  summary: 'Update process fields',
  description:
    'Sets dynamic fields and, under their reserved names, state, priority and stageKey; all or nothing (D17). Send If-Match with a version to guard against lost updates.',
  extension: false,
  permission: { kind: 'role', grant: 'process.update', denied: 1207 },
  body: Type.Object({
    processId: requiredText('Process to update'),
    subProjectId: requiredText('Sub-project'),
    updates: jsonObject('Map of field name to new value; null clears an optional field'),
  }),
  response: statusSchema,
  errors: [1203, 1207, 1210, 1221, 1224, 1231, 1232, 1008],
});
