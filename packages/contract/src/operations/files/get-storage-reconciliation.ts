import { ids } from '../../operation/example-values.js';
import { defineOperation } from '../../operation/operation.js';
import { requiredText } from '../../schema/common.js';
import { storageReconciliationAnswerSchema } from '../../schema/storage-reconciliation.js';
import { Type } from '../../schema/type.js';

export const getStorageReconciliation = defineOperation({
  id: 'getStorageReconciliation',
  method: 'GET',
  path: '/v1/process/knowledges/getStorageReconciliation',
  tag: 'Operators',
  summary: 'Get a comparison of stores with files',
  description: 'Returns the progress and the results of a comparison that reconcileStorage started.',
  extension: true,
  permission: { kind: 'admin', denied: 1205 },
  query: Type.Object({ id: requiredText('Id that reconcileStorage returned') }),
  response: storageReconciliationAnswerSchema,
  errors: [1200, 1205],
  otherStatuses: { 1200: 404 },
  example: {
    request: { id: ids.reconciliationId },
  },
});
