import { ids } from '../../operation/example-values.js';
import { defineOperation } from '../../operation/operation.js';
import { bulkOperationSchema } from '../../schema/bulk.js';
import { requiredText, subProjectId } from '../../schema/common.js';
import { Type } from '../../schema/type.js';

export const cancelBulkOperation = defineOperation({
  id: 'cancelBulkOperation',
  method: 'POST',
  path: '/v1/process/cancelBulkOperation',
  tag: 'Processes',
  summary: 'Stop a bulk update',
  description:
    'Stops a bulk update after the current batch. Processes that were already updated keep their new values. A bulk update that has ended is not affected.',
  extension: true,
  permission: { kind: 'role', grant: 'process.update', denied: 1207 },
  body: Type.Object({ subProjectId, bulkId: requiredText('Id of the bulk update') }),
  response: Type.Object({ bulkOperation: bulkOperationSchema }),
  errors: [1200, 1202, 1207],
  otherStatuses: { 1200: 404 },
  example: {
    request: { subProjectId: ids.subProjectId, bulkId: ids.bulkId },
  },
});
