import { Type } from 'typebox';
import { defineOperation } from '../../operation/operation.js';
import { bulkOperationSchema } from '../../schema/bulk.js';
import { requiredText } from '../../schema/common.js';

export const cancelBulkOperation = defineOperation({
  id: 'cancelBulkOperation',
  method: 'POST',
  path: '/v1/process/cancelBulkOperation',
  tag: 'Processes',
  summary: 'Stop a bulk update',
  description:
    'Ends a bulk update after the batch under way; what it has changed stays changed. One that has ended stays as it is.',
  extension: true,
  permission: { kind: 'role', grant: 'process.update', denied: 1207 },
  body: Type.Object({ subProjectId: requiredText('Sub-project'), bulkId: requiredText('Bulk update') }),
  response: Type.Object({ bulkOperation: bulkOperationSchema }),
  errors: [1200, 1202, 1207],
});
