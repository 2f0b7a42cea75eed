import { timestamp } from './common.js';
import { Type } from './type.js';

/** A change of many processes, under way or done. */
export const bulkOperationSchema = Type.Object(
  {
    id: Type.String({ description: 'Id of the bulk update' }),
    state: Type.Union(
      [Type.Literal('RUNNING'), Type.Literal('COMPLETED'), Type.Literal('CANCELLED'), Type.Literal('FAILED')],
      { description: 'State of the bulk update' },
    ),
    total: Type.String({ description: 'Number of processes that matched when the update was requested' }),
    done: Type.String({ description: 'Number of processes that have the new values' }),
    failed: Type.String({ description: 'Number of processes that rejected the update and are unchanged' }),
    failure: Type.Union([Type.String(), Type.Null()], {
      description: 'Why the whole update failed; null unless the state is FAILED',
    }),
    createdTs: timestamp('When the update was requested'),
    updatedTs: timestamp('When the update last made progress'),
  },
  { title: 'BulkOperation', description: 'A bulk update' },
);
