import { timestamp, userReferenceSchema } from '../common.js';
import { countedVoteSchema, voteOutcome } from '../task-approval.js';
import { describedAs, Type } from '../type.js';
import { commentSchema } from './comment.js';

export const activityKinds = ['change', 'comment', 'decision', 'run', 'task', 'file'] as const;

const changedMember = Type.Object(
  {
    name: Type.String({ description: 'state, priority, stageKey, or `fields.` and the name of a field' }),
    before: Type.Unknown({ description: 'Value before; null: none' }),
    after: Type.Unknown({ description: 'Value after; null: none' }),
  },
  { title: 'ChangedMember', description: 'A member of a process that changed' },
);

const textOrNull = (description: string) => Type.Union([Type.String(), Type.Null()], { description });

const runPart = {
  runId: Type.String({ description: 'Id of the run' }),
  workflow: textOrNull('Name of the workflow; null: it is not in the configuration any more'),
};

export const activitySchema = Type.Object(
  {
    id: Type.String({ description: 'Id of the comment, or of the row of the audit log' }),
    kind: Type.Enum(activityKinds, { type: 'string', description: 'Which of the members below is there' }),
    action: Type.String({ description: 'What was done, e.g. process.update' }),
    at: timestamp('When it was done'),
    by: describedAs(userReferenceSchema, 'Who did it'),
    traceId: textOrNull('Trace id of the request that did it; null for comments'),
    changes: Type.Optional(
      Type.Array(changedMember, {
        description: 'Members that changed, as far as the caller may see them. Present with the kind change',
      }),
    ),
    comment: Type.Optional(commentSchema),
    decision: Type.Optional(
      Type.Object(
        {
          ...runPart,
          taskId: Type.String({ description: 'Id of the task' }),
          task: textOrNull('Name of the task'),
          approved: Type.Boolean({ description: 'Whether it was approved; of a vote, whether it is for approval' }),
          comment: textOrNull('What was said about it; null: nothing'),
          onBehalfOf: Type.Optional(
            Type.String({ description: 'Id of the person for whom a substitute decided. Left out: nobody else' }),
          ),
          vote: Type.Optional(
            Type.Object(
              { outcome: voteOutcome, ...countedVoteSchema.properties },
              {
                title: 'VoteActivity',
                description: 'A vote on a task that several persons decide, and what the votes decided with it',
              },
            ),
          ),
        },
        { title: 'DecisionActivity', description: 'A decision about a task. Present with the kind decision' },
      ),
    ),
    run: Type.Optional(
      Type.Object(
        {
          ...runPart,
          before: textOrNull('State of the run before; null: there was none'),
          state: textOrNull('State of the run after; null: it did not change'),
        },
        { title: 'RunActivity', description: 'A run of a workflow. Present with the kind run' },
      ),
    ),
    task: Type.Optional(
      Type.Object(
        {
          taskId: Type.String({ description: 'Id of the task' }),
          task: textOrNull('Name of the task'),
          assignee: textOrNull('Whom it is assigned to now; null: nobody'),
        },
        { title: 'TaskActivity', description: 'A task that was changed. Present with the kind task' },
      ),
    ),
    file: Type.Optional(
      Type.Object(
        {
          fileId: Type.String({ description: 'Id of the file' }),
          fileName: textOrNull('Name of the file; null: it is gone, or the caller does not see it'),
        },
        { title: 'FileActivity', description: 'A file of the process. Present with the kind file' },
      ),
    ),
  },
  { title: 'Activity', description: 'Something that happened to a process' },
);
