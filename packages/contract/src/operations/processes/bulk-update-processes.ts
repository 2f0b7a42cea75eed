import { Type } from 'typebox';
import { defineOperation } from '../../operation/operation.js';
import { jsonObject, optionalText, requiredText } from '../../schema/common.js';

export const bulkUpdateProcesses = defineOperation({
  id: 'bulkUpdateProcesses',
  method: 'POST',
  path: '/v1/process/bulkUpdateProcesses',
  tag: 'Processes',
  summary: 'Update many processes',
  description:
    'Updates every process that matches the filters, that the caller sees and that it may update, in the background: each as updateProcessField would, with the rights the caller has at that time (D17). A process that refuses the change is reported and does not stop the others.',
  extension: true,
  permission: { kind: 'role', grant: 'process.update', denied: 1207 },
  body: Type.Object({
    subProjectId: requiredText('Sub-project'),
    filters: jsonObject('Filters as in getProcess, without subProjectId_id; {} for all (D5)'),
    updates: jsonObject('New values by name, as in updateProcessField (D17)'),
    reason: optionalText('Why, for the audit log'),
  }),
  response: Type.Object({
    bulkId: Type.String(),
    total: Type.String({ description: 'Processes that match now' }),
  }),
  errors: [1200, 1201, 1202, 1203, 1207, 1230, 1231, 1232],
});
