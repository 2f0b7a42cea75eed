import { createdTs, ids, meta, page } from '../../operation/example-values.js';
import { defineOperation } from '../../operation/operation.js';
import { bulkOperationSchema } from '../../schema/bulk.js';
import { list, metaSchema, model, orNull, pageQuery, subProjectId, text, texts } from '../../schema/common.js';
import { Type } from '../../schema/type.js';

export const getBulkOperations = defineOperation({
  id: 'getBulkOperations',
  method: 'GET',
  path: '/v1/process/getBulkOperations',
  tag: 'Processes',
  summary: 'List bulk operations',
  description: "Lists the caller's bulk operations, newest first; for the administrator, those of everybody.",
  extension: true,
  permission: { kind: 'role', grant: 'process.read', denied: 1205 },
  query: Type.Object({
    subProjectId,
    state: Type.Optional(
      Type.Union(
        [Type.Literal('RUNNING'), Type.Literal('COMPLETED'), Type.Literal('CANCELLED'), Type.Literal('FAILED')],
        { description: 'Return only bulk operations in this state' },
      ),
    ),
    ...pageQuery,
  }),
  response: Type.Object({
    meta: metaSchema,
    bulkOperations: list(
      model('BulkOperationEntry', 'A bulk operation in a list', {
        bulkOperation: bulkOperationSchema,
        userId: text('Id of the user who requested it'),
        names: texts('Fields and members that an update sets; empty for an execution'),
        workflowId: orNull(Type.String(), 'Id of the workflow that is executed; null for an update'),
        reason: orNull(Type.String(), 'The reason that was given'),
      }),
      'The bulk operations of the page',
    ),
  }),
  errors: [1200, 1202, 1204, 1205],
  process: { notLimited: 'It shows numbers, and no processes.' },
  example: {
    request: { ...page, subProjectId: ids.subProjectId },
    answer: {
      meta,
      bulkOperations: [
        {
          bulkOperation: {
            id: ids.bulkId,
            kind: 'UPDATE',
            state: 'RUNNING',
            total: '120',
            done: '40',
            failed: '2',
            outcomes: [{ outcome: 'CHANGED', count: '40' }],
            failure: null,
            createdTs,
            updatedTs: createdTs,
          },
          userId: ids.userId,
          names: ['priority'],
          workflowId: null,
          reason: 'Priorities were wrong.',
        },
      ],
    },
  },
});
