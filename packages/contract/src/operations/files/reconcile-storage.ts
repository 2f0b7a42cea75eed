import { Type } from 'typebox';
import { defineOperation } from '../../operation/operation.js';
import { optionalText } from '../../schema/common.js';
import { storageReconciliationSchema } from '../../schema/storage-reconciliation.js';

export const reconcileStorage = defineOperation({
  id: 'reconcileStorage',
  method: 'POST',
  path: '/v1/process/knowledges/reconcileStorage',
  tag: 'Operators',
  summary: 'Compare stores with files',
  description:
    'Has a worker compare files and stores both ways (D32) and answers at once; ask getStorageReconciliation how it goes. Without repair nothing is changed.',
  extension: true,
  permission: { kind: 'admin', denied: 1207 },
  body: Type.Object({
    repair: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'true removes objects and aborts multipart uploads, older than 24 hours, that no file names',
      }),
    ),
    subProjectId: optionalText('Only this sub-project'),
    pluginName: optionalText('Only this storage plugin'),
  }),
  response: Type.Object({ reconciliation: storageReconciliationSchema }),
  errors: [1200, 1202, 1207, 1709],
});
