import type { Static } from 'typebox';
import { list, model, orNull, text, timestamp } from '../common.js';
import { personSchema } from '../task-approval.js';
import { Type } from '../type.js';

export const delegationSchema = model('Delegation', 'Who decides tasks for whom, and when', {
  id: text('Id of the delegation'),
  person: personSchema,
  substitute: personSchema,
  fromTs: timestamp('When it begins'),
  untilTs: orNull(timestamp('When it ends'), 'When it ends; null: when somebody ends it'),
  workflowIds: orNull(list(Type.String(), 'Ids of workflows'), 'Workflows whose tasks it is about; null: all'),
  condition: orNull(Type.String(), 'FEEL over the fields of the process, for example `amount < 5000`; null: always'),
  reason: orNull(Type.String(), 'Why, for people'),
  createdBy: text('Id of the user who created it'),
  createdTs: timestamp('When it was created'),
});
export type Delegation = Static<typeof delegationSchema>;
