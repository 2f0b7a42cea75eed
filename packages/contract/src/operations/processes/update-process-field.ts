import { ids } from '../../operation/example-values.js';
import { defineOperation } from '../../operation/operation.js';
import { jsonObject, requiredText, statusSchema, subProjectId } from '../../schema/common.js';
import { Type } from '../../schema/type.js';

export const updateProcessField = defineOperation({
  id: 'updateProcessField',
  method: 'POST',
  path: '/v1/process/updateProcessField',
  tag: 'Processes',
  summary: 'Update process fields',
  description:
    'Sets dynamic fields and, under their reserved names, state, priority and stageKey. Either all values are set or none. Send If-Match with a version to prevent lost updates.',
  extension: false,
  permission: { kind: 'role', grant: 'process.update', denied: 1207 },
  body: Type.Object({
    processId: requiredText('Id of the process'),
    subProjectId,
    updates: jsonObject('New values by field name; null clears an optional field'),
  }),
  response: statusSchema,
  errors: [1203, 1207, 1210, 1221, 1224, 1231, 1232, 1008],
  process: { unknown: { id: 1221 }, outside: 1210 },
  example: {
    request: {
      subProjectId: ids.subProjectId,
      processId: ids.processId,
      updates: { notes: 'Checked against the order.', priority: 'HIGH' },
    },
    answer: { status: 'success', message: 'Process updated: version 2.' },
  },
});
