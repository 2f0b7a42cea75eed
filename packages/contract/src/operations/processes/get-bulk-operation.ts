import { ids, page } from '../../operation/example-values.js';
import { defineOperation } from '../../operation/operation.js';
import { bulkOperationSchema, bulkReasonSchema } from '../../schema/bulk.js';
import { integer, list, metaSchema, model, pageQuery, requiredText, subProjectId, text } from '../../schema/common.js';
import { Type } from '../../schema/type.js';

export const getBulkOperation = defineOperation({
  id: 'getBulkOperation',
  method: 'GET',
  path: '/v1/process/getBulkOperation',
  tag: 'Processes',
  summary: 'Follow a bulk operation',
  description:
    'Returns the progress of a bulk operation and a page of the processes that rejected it (the first 10,000 are kept). Only the user who requested it and the administrator may call this.',
  extension: true,
  permission: { kind: 'role', grant: 'process.read', denied: 1205 },
  query: Type.Object({
    subProjectId,
    bulkId: requiredText('Id of the bulk operation'),
    ...pageQuery,
  }),
  response: Type.Object({
    bulkOperation: bulkOperationSchema,
    meta: metaSchema,
    errors: list(
      model('RejectedProcess', 'A process that rejected a bulk operation', {
        processId: text('Id of the process'),
        id: integer('Numeric id of the error'),
        code: text('Code name of the error'),
        detail: text('Why the process rejected it'),
      }),
      'Processes that rejected it',
    ),
    reasons: list(bulkReasonSchema, 'Why they rejected it, the most frequent reason first, at most 50'),
  }),
  errors: [1200, 1202, 1204, 1205],
  otherStatuses: { 1200: 404 },
  example: {
    request: { ...page, subProjectId: ids.subProjectId, bulkId: ids.bulkId },
  },
});
