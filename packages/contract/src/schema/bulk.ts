import type { Static } from 'typebox';
import { integer, list, model, orNull, text, texts, timestamp } from './common.js';
import { Type } from './type.js';

/** A change of many processes, under way or done. */
export const bulkOperationSchema = model('BulkOperation', 'A bulk update', {
  id: text('Id of the bulk update'),
  state: Type.Union(
    [Type.Literal('RUNNING'), Type.Literal('COMPLETED'), Type.Literal('CANCELLED'), Type.Literal('FAILED')],
    { description: 'State of the bulk update' },
  ),
  total: text('Number of processes that matched when the update was requested'),
  done: text('Number of processes that have the new values'),
  failed: text('Number of processes that rejected the update and are unchanged'),
  failure: orNull(Type.String(), 'Why the whole update failed; null unless the state is FAILED'),
  createdTs: timestamp('When the update was requested'),
  updatedTs: timestamp('When the update last made progress'),
});

/** Why processes reject an update, and how many do for this reason. */
export const bulkReasonSchema = model('BulkReason', 'A reason why processes cannot be updated', {
  id: integer('Numeric id of the error'),
  code: text('Code name of the error'),
  detail: text('Why the processes cannot be updated'),
  count: text('Number of processes with this reason, a decimal string'),
  processIds: texts('Ids of up to five of them'),
});
export type BulkReason = Static<typeof bulkReasonSchema>;

/** What an update would do. */
export const bulkDryRunSchema = model('BulkDryRun', 'What a bulk update would do', {
  tried: text('Number of processes that were tried, the newest, at most 1,000'),
  changed: text('Of those, number that would be changed'),
  unchanged: text('Of those, number that have these values already'),
  refused: text('Of those, number that would reject the update'),
  reasons: list(bulkReasonSchema, 'Why, the most frequent reason first, at most 50'),
});
export type BulkDryRun = Static<typeof bulkDryRunSchema>;
