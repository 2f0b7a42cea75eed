import { timestamp } from './common.js';
import { Type } from './type.js';

/** What a person can say in a vote. */
export const voteOutcomes = ['approve', 'reject', 'requestChanges'] as const;

export const voteOutcome = Type.Enum(voteOutcomes, {
  type: 'string',
  description: 'approve, reject, or requestChanges: back to the requester with what is wanted',
});

const voteSchema = Type.Object(
  {
    by: Type.String({ description: 'Id of the user who voted' }),
    onBehalfOf: Type.Optional(
      Type.String({ description: 'Id of the person for whom this user voted as a substitute' }),
    ),
    outcome: voteOutcome,
    reason: Type.Optional(
      Type.String({
        description:
          'What the person wrote. Shown by getTask and getApprovalStatus, to whoever reads every field of the process and to its author',
      }),
    ),
    fileIds: Type.Array(Type.String(), { description: 'Files of the process that belong to the vote' }),
    createdTs: timestamp('When it was cast'),
  },
  { title: 'Vote', description: 'What one person says about a task' },
);

const rule = Type.Array(Type.String(), {
  description:
    'Who may not vote: starter (of the run), task:<element id> (decided or voted there in this run), field:<name> (named by the field), editor:<field name> (set the field)',
});

/** How many of each vote there are, and how many approvals decide. */
export const voteCounts = {
  approvals: Type.Integer({ description: 'Approvals so far' }),
  rejections: Type.Integer({ description: 'Rejections so far' }),
  quorum: Type.Integer({ description: 'Approvals that are needed' }),
};

export const votesResult = Type.Enum(['open', 'approved', 'rejected', 'changesRequested'], {
  type: 'string',
  description: 'What the votes decide: open means that the task waits for more of them',
});

/** What the votes on a task decide after one of them. */
export const countedVoteSchema = Type.Object(
  { result: votesResult, ...voteCounts },
  { title: 'CountedVote', description: 'The votes on a task that several persons decide, after one more of them' },
);

export const taskApprovalSchema = Type.Object(
  {
    ...voteCounts,
    veto: Type.Enum(['first', 'quorum', 'none'], {
      type: 'string',
      description: 'Rejections that reject the task: the first one, as many as the quorum, or none alone',
    }),
    reason: Type.Enum(['never', 'onReject', 'always'], {
      type: 'string',
      description: 'Which votes need a reason; requestChanges always does',
    }),
    attachments: Type.Boolean({ description: 'Whether votes may have files' }),
    authentication: Type.Optional(
      Type.Enum(['session', 'stepUp'], {
        type: 'string',
        description:
          'session: a link in an e-mail is not enough; stepUp: each vote is signed by a passkey, see startApprovalSignature. Absent: neither',
      }),
    ),
    changes: Type.Boolean({ description: 'Whether changes can be requested' }),
    separation: rule,
    votes: Type.Array(voteSchema, { description: 'The votes in their order' }),
  },
  { title: 'TaskApproval', description: 'How several persons decide the task, and their votes' },
);

/** Why somebody may not vote. */
export const obstacleSchema = Type.Object(
  {
    rule: Type.Enum(
      ['noMember', 'cannotCall', 'outsideRowFilter', 'notCandidate', 'disabled', 'separation', 'voted', 'closed'],
      {
        type: 'string',
        description:
          'noMember: not in the sub-project; cannotCall: no role calls the workflow; outsideRowFilter: no such role covers the process; notCandidate: the task names others; disabled: the user is disabled; separation: a rule of the diagram; voted: has voted; closed: the task is no longer open',
      },
    ),
    separation: Type.Optional(
      Type.String({
        description:
          'With separation: the rule, for example starter. Absent for a rule on fields that the caller does not read',
      }),
    ),
    text: Type.String({ description: 'The reason in an English sentence' }),
  },
  { title: 'VoteObstacle', description: 'A reason why somebody may not vote' },
);

export const personSchema = Type.Object(
  {
    id: Type.String({ description: 'Id of the user' }),
    name: Type.String({ description: 'Full name' }),
  },
  { title: 'Voter', description: 'Somebody who votes' },
);
