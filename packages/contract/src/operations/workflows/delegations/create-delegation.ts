import { delegation, ids } from '../../../operation/example-values.js';
import { defineOperation } from '../../../operation/operation.js';
import { optionalText, requiredText, subProjectId, timestamp } from '../../../schema/common.js';
import { delegationSchema } from '../../../schema/tasks/delegation.js';
import { Type } from '../../../schema/type.js';

export const createDelegation = defineOperation({
  id: 'createDelegation',
  method: 'POST',
  path: '/v1/process/workflows/createDelegation',
  tag: 'Tasks',
  summary: 'Name a substitute',
  description:
    'Lets a member decide tasks for another one, who is away: those that are assigned to the person, or that the person is a candidate of. The substitute needs roles of their own that call the workflow and cover the process, sees what these show, and may only what the person may at that moment; it does not reach tasks that the person would decide as a substitute. Everybody names substitutes for themselves. For others this is done by the administrator and by roles with `members` that may give every role of the person.',
  extension: true,
  stepUp: 10,
  permission: { kind: 'role', grant: 'workflow.call', denied: 1209 },
  body: Type.Object({
    subProjectId,
    personId: optionalText('Id of the member who is away. Default: the caller'),
    substituteId: requiredText('Id of the member who decides for the person'),
    fromTs: Type.Optional(timestamp('When it begins. Default: now')),
    untilTs: Type.Optional(timestamp('When it ends. Default: when somebody ends it')),
    workflowIds: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 1024 }), {
        minItems: 1,
        maxItems: 100,
        description: 'Ids of the workflows whose tasks it is about. Default: all',
      }),
    ),
    condition: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 1000,
        description:
          'FEEL over the fields of the process that the person reads, for example `amount < 5000`. Where it is not true, the substitute may not decide',
      }),
    ),
    reason: Type.Optional(Type.String({ maxLength: 500, description: 'Why, for people' })),
  }),
  response: Type.Object({ delegation: delegationSchema }),
  errors: [1009, 1200, 1202, 1209, 1232],
  otherStatuses: { 1200: 404 },
  process: { notLimited: 'What a substitute may do is judged on each process.' },
  example: {
    request: {
      subProjectId: ids.subProjectId,
      substituteId: ids.otherUserId,
      untilTs: delegation.untilTs,
      condition: delegation.condition,
      reason: delegation.reason,
    },
    answer: { delegation },
  },
});
