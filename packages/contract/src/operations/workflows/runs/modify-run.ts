import { ids } from '../../../operation/example-values.js';
import { defineOperation } from '../../../operation/operation.js';
import { flag, requiredText, subProjectId } from '../../../schema/common.js';
import { modificationMembers, runChangesSchema } from '../../../schema/run-modification.js';
import { Type } from '../../../schema/type.js';
import { runIdSchema } from '../../../schema/workflow.js';

export const modifyRun = defineOperation({
  id: 'modifyRun',
  method: 'POST',
  path: '/v1/process/workflows/modifyRun',
  tag: 'Operators',
  summary: 'Modify a run',
  description:
    'Activates elements of a run, terminates element instances and moves them, all together or not at all. With dryRun, the answer says what would change, and nothing does.',
  extension: true,
  permission: { kind: 'role', grant: 'workflow.operate', denied: 1209 },
  body: Type.Object({
    subProjectId,
    runId: requiredText('Id of the run'),
    ...modificationMembers,
    dryRun: Type.Optional(flag('true: change nothing. Default: false')),
  }),
  response: Type.Object({
    runId: runIdSchema,
    dryRun: flag('Whether nothing was changed'),
    changes: runChangesSchema,
  }),
  errors: [1200, 1202, 1209, 1009],
  otherStatuses: { 1200: 404 },
  process: { unknown: { id: 1200, status: 404 }, outside: 1209 },
  example: {
    request: {
      subProjectId: ids.subProjectId,
      runId: ids.runId,
      move: [{ elementId: 'Task_Wait', toElementId: 'Task_Approve' }],
      dryRun: true,
    },
  },
});
