import type { Static } from 'typebox';
import { integer, list, model, orNull, text, texts, timestamp } from './common.js';
import { Type } from './type.js';

/** How many processes had one outcome. */
const bulkOutcomeSchema = model('BulkOutcome', 'What became of a number of processes', {
  outcome: text(
    'Of an update: CHANGED or UNCHANGED. Of an execution: the state of the run after its first steps. Of a retry: SOLVED (the step that failed is done, or its next wait has begun), FAILED_AGAIN, WAITING (asked, and a worker has not ended the work yet), CANCELLED or DELETED (the run was, meanwhile). Of a cancellation: CANCELLED or DELETED. Of a migration: MIGRATED or DELETED',
  ),
  count: text('Number of processes, or of incidents or runs of a repair, with this outcome, a decimal string'),
});

/** Work on many processes, under way or done. */
export const bulkOperationSchema = model('BulkOperation', 'A bulk operation', {
  id: text('Id of the bulk operation'),
  kind: Type.Union(
    [
      Type.Literal('UPDATE'),
      Type.Literal('EXECUTE'),
      Type.Literal('RETRY'),
      Type.Literal('CANCEL'),
      Type.Literal('MIGRATE'),
    ],
    {
      description:
        'UPDATE: processes are updated. EXECUTE: a workflow is executed on them. RETRY: incidents are retried. CANCEL: runs are cancelled. MIGRATE: runs are moved to another version',
    },
  ),
  state: Type.Union(
    [Type.Literal('RUNNING'), Type.Literal('COMPLETED'), Type.Literal('CANCELLED'), Type.Literal('FAILED')],
    { description: 'State of the bulk operation' },
  ),
  total: text(
    'Number of processes, or of incidents or runs of a repair, that matched when the operation was requested',
  ),
  done: text('Number of processes that were updated or have a new run; of a repair, number whose outcome is known'),
  failed: text(
    'Number of processes, or of incidents or runs of a repair, that rejected the operation and are unchanged',
  ),
  outcomes: list(bulkOutcomeSchema, 'What became of the processes that did not reject it'),
  failure: orNull(Type.String(), 'Why the whole operation failed; null unless the state is FAILED'),
  createdTs: timestamp('When the operation was requested'),
  updatedTs: timestamp('When the operation last made progress'),
});

/** Why processes reject an operation, and how many do for this reason. */
export const bulkReasonSchema = model('BulkReason', 'A reason why processes reject a bulk operation', {
  id: integer('Numeric id of the error'),
  code: text('Code name of the error'),
  detail: text('Why the processes reject it'),
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

/** What the execution of a workflow on many processes would do. */
export const bulkExecutionDryRunSchema = model('BulkExecutionDryRun', 'What a bulk execution would do', {
  tried: text('Number of processes that were tried, the newest, at most 200'),
  started: text('Of those, number on which a run would start'),
  refused: text('Of those, number that would reject the run'),
  outcomes: list(bulkOutcomeSchema, 'The states that the runs would be in after their first steps'),
  reasons: list(bulkReasonSchema, 'Why processes would reject it, the most frequent reason first, at most 50'),
});

/** What the repair of many runs would do. */
export const bulkRepairDryRunSchema = model('BulkRepairDryRun', 'What a bulk repair would do', {
  tried: text('Number of incidents or runs that were tried, the newest, at most 100'),
  refused: text('Of those, number that would reject the repair'),
  outcomes: list(bulkOutcomeSchema, 'What would become of the others in their first step. WAITING: a worker would try'),
  reasons: list(bulkReasonSchema, 'Why some would reject it, the most frequent reason first, at most 50'),
});
