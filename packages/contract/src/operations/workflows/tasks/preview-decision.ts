import { ids } from '../../../operation/example-values.js';
import { defineOperation } from '../../../operation/operation.js';
import { flag, integer, jsonObject, list, requiredText, subProjectId } from '../../../schema/common.js';
import { previewEffectSchema } from '../../../schema/tasks/preview.js';
import { decisionComment } from '../../../schema/tasks/task-result.js';
import { Type } from '../../../schema/type.js';
import { runIdSchema } from '../../../schema/workflow.js';

export const previewDecision = defineOperation({
  id: 'previewDecision',
  method: 'POST',
  path: '/v1/process/workflows/previewDecision',
  tag: 'Tasks',
  summary: 'Tell what a decision would do',
  description:
    'Returns what completing a task would do until the run waits again: changes of the process, tasks that open, work for the server and for workers, the end of the run. Nothing is changed. What jobs answer later is not known.',
  extension: true,
  permission: { kind: 'role', grant: 'workflow.call', denied: 1209 },
  body: Type.Object({
    subProjectId,
    taskId: requiredText('Id of the open task'),
    approved: flag('true approves, false rejects'),
    payload: Type.Optional(jsonObject('Variables to set in the run')),
    comment: decisionComment('The comment of the decision'),
  }),
  response: Type.Object({
    runId: runIdSchema,
    effects: list(previewEffectSchema, 'What the decision would do; 200 effects at most'),
    hidden: integer('Changes of fields that the caller does not see; they are left out'),
  }),
  errors: [1009, 1200, 1202, 1209, 1210, 1232],
  otherStatuses: { 1200: 404, 1209: 409 },
  process: { unknown: { id: 1200, status: 404 }, outside: 1210 },
  example: {
    request: { subProjectId: ids.subProjectId, taskId: ids.taskId, approved: true },
    answer: {
      runId: { id: ids.runId, state: 'COMPLETED' },
      effects: [
        { kind: 'process', text: 'The state becomes APPROVED.', member: 'state', to: 'APPROVED' },
        { kind: 'end', text: 'The run ends: COMPLETED.' },
      ],
      hidden: 0,
    },
  },
});
