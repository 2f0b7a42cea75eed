import { Type } from 'typebox';
import { defineOperation } from '../../operation/operation.js';
import { requiredText } from '../../schema/common.js';
import { storageReconciliationSchema } from '../../schema/storage-reconciliation.js';

export const getStorageReconciliation = defineOperation({
  id: 'getStorageReconciliation',
  method: 'GET',
  path: '/v1/process/knowledges/getStorageReconciliation',
  tag: 'Operators',
  summary: 'Get a comparison of stores with files',
  description: 'Returns how far a comparison that reconcileStorage began has come and what it has found.',
  extension: true,
  permission: { kind: 'admin', denied: 1205 },
  query: Type.Object({ id: requiredText('Id that reconcileStorage returned') }),
  response: Type.Object({ reconciliation: storageReconciliationSchema }),
  errors: [1200, 1205],
});
