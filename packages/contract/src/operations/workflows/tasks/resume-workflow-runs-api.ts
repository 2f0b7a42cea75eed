import { ids } from '../../../operation/example-values.js';
import { defineOperation } from '../../../operation/operation.js';
import { jsonObject, optionalText, requiredText, subProjectId } from '../../../schema/common.js';
import { decisionComment } from '../../../schema/tasks/task-result.js';
import { Type } from '../../../schema/type.js';
import { runAnswerSchema } from '../../../schema/workflow.js';

export const resumeWorkflowRunsApi = defineOperation({
  id: 'resumeWorkflowRunsApi',
  method: 'POST',
  path: '/v1/process/workflows/resumeWorkflowRunsApi',
  tag: 'Workflows',
  summary: 'Resume a workflow run',
  description:
    'Completes the open human task of a paused run with a decision. On a task that several persons decide, the decision is the vote of the caller, and `comment` its reason.',
  extension: false,
  permission: { kind: 'role', grant: 'workflow.call', denied: 1209 },
  body: Type.Object({
    subProjectId,
    runId: requiredText('Id of the paused run'),
    payload: Type.Optional(jsonObject('Variables to set in the run')),
    approved: Type.Optional(
      Type.Boolean({ default: false, description: 'true approves, false rejects. Default false' }),
    ),
    taskId: optionalText('Extension: id of the open task to complete. Default: the oldest'),
    onBehalfOf: optionalText(
      'Extension: Id of the person for whom the caller decides as a substitute. Default: the caller; where the caller is no candidate, the first person for whom the caller may',
    ),
    comment: decisionComment('Extension: what the caller has to say about it, kept with the decision'),
  }),
  response: runAnswerSchema,
  errors: [1200, 1202, 1209, 1210, 1232],
  otherStatuses: { 1200: 404, 1209: 409 },
  process: { unknown: { id: 1200, status: 404 }, outside: 1210 },
  example: {
    request: { subProjectId: ids.subProjectId, runId: ids.runId, approved: true, payload: { comment: 'as agreed' } },
    answer: { runId: { id: ids.runId, state: 'COMPLETED' } },
  },
});
