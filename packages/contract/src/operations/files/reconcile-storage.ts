import { ids } from '../../operation/example-values.js';
import { defineOperation } from '../../operation/operation.js';
import { optionalText } from '../../schema/common.js';
import { storageReconciliationAnswerSchema } from '../../schema/storage-reconciliation.js';
import { Type } from '../../schema/type.js';

export const reconcileStorage = defineOperation({
  id: 'reconcileStorage',
  method: 'POST',
  path: '/v1/process/knowledges/reconcileStorage',
  tag: 'Operators',
  summary: 'Compare stores with files',
  description:
    'Starts a comparison of the files with the objects in their stores, in the background. Call getStorageReconciliation for its progress. Without repair, nothing is changed.',
  extension: true,
  permission: { kind: 'admin', denied: 1207 },
  body: Type.Object({
    repair: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          'true removes objects, and aborts multipart uploads, that belong to no file and are older than 24 hours. Default false',
      }),
    ),
    subProjectId: optionalText('Compare only this sub-project'),
    pluginName: optionalText('Compare only this storage plugin'),
  }),
  response: storageReconciliationAnswerSchema,
  errors: [1200, 1201, 1202, 1207, 1709],
  otherStatuses: { 1709: 400 },
  example: {
    request: { repair: false, subProjectId: ids.subProjectId },
  },
});
