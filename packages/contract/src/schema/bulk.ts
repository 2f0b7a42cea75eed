import { Type } from 'typebox';
import { timestamp } from './common.js';

/** A change of many processes, under way or done. */
export const bulkOperationSchema = Type.Object(
  {
    id: Type.String(),
    state: Type.Union([
      Type.Literal('RUNNING'),
      Type.Literal('COMPLETED'),
      Type.Literal('CANCELLED'),
      Type.Literal('FAILED'),
    ]),
    total: Type.String({ description: 'Processes that matched when it was asked for' }),
    done: Type.String({ description: 'Processes that are as they should be' }),
    failed: Type.String({ description: 'Processes that refused the change; they are as they were' }),
    failure: Type.Union([Type.String(), Type.Null()], { description: 'Why the whole operation FAILED' }),
    createdTs: timestamp('When it was asked for'),
    updatedTs: timestamp('When it last came on'),
  },
  { title: 'BulkOperation' },
);
