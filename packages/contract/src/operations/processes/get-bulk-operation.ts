import { Type } from 'typebox';
import { defineOperation } from '../../operation/operation.js';
import { bulkOperationSchema } from '../../schema/bulk.js';
import { metaSchema, pageQuery, requiredText } from '../../schema/common.js';

export const getBulkOperation = defineOperation({
  id: 'getBulkOperation',
  method: 'GET',
  path: '/v1/process/getBulkOperation',
  tag: 'Processes',
  summary: 'Follow a bulk update',
  description:
    'Says how far a bulk update has come, with a page of the processes that refused it (the first 10,000 are kept). For who asked for it and the administrator.',
  extension: true,
  permission: { kind: 'role', grant: 'process.update', denied: 1205 },
  query: Type.Object({
    subProjectId: requiredText('Sub-project'),
    bulkId: requiredText('Bulk update'),
    ...pageQuery,
  }),
  response: Type.Object({
    bulkOperation: bulkOperationSchema,
    meta: metaSchema,
    errors: Type.Array(
      Type.Object({
        processId: Type.String(),
        id: Type.Integer({ description: 'Numeric id of the error' }),
        code: Type.String(),
        detail: Type.String(),
      }),
    ),
  }),
  errors: [1200, 1202, 1205],
});
