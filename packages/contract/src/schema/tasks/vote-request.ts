import { jsonObject, optionalText, requiredText, subProjectId, timestamp } from '../common.js';
import { passkeyAnswer } from '../people/factors.js';
import { voteOutcome } from '../task-approval.js';
import { Type } from '../type.js';
import { decisionComment } from './task-result.js';

/** What a vote says. */
export const voteMembers = {
  subProjectId,
  taskId: requiredText('Id of the task'),
  outcome: voteOutcome,
  onBehalfOf: optionalText(
    'Id of the person for whom the caller decides as a substitute. Default: the caller; where the caller is no candidate, the first person for whom the caller may',
  ),
  reason: decisionComment('Why. Needed as the diagram says, and always with requestChanges: what has to change'),
  payload: Type.Optional(jsonObject('Variables to set in the run when the task closes; checked against its form')),
  fileIds: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 1024 }), {
      maxItems: 20,
      description: 'Files of the process that belong to the vote, where the diagram lets votes have files',
    }),
  ),
};

/** What a passkey has signed. */
export const voteSignature = Type.Object(
  {
    at: timestamp('`at` of startApprovalSignature'),
    passkey: passkeyAnswer,
  },
  { title: 'VoteSignature', description: 'The signature of a passkey over the statement of startApprovalSignature' },
);
