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
  summary: 'Stop a bulk operation',
  description:
    'Stops a bulk operation after the current batch. Processes that were already updated keep their new values, and runs that were started go on. A bulk operation that has ended is not affected. Only the user who requested it and the administrator may call this.',
  extension: true,
  permission: { kind: 'role', grant: 'process.read', denied: 1207 },
  body: Type.Object({ subProjectId, bulkId: requiredText('Id of the bulk operation') }),
  response: Type.Object({ bulkOperation: bulkOperationSchema }),
  errors: [1200, 1202, 1204, 1207],
  otherStatuses: { 1200: 404 },
  example: {
    request: { subProjectId: ids.subProjectId, bulkId: ids.bulkId },
  },
});
