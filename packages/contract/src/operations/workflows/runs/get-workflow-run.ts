import { ids } from '../../../operation/example-values.js';
import { defineOperation } from '../../../operation/operation.js';
import { requiredText, subProjectId } from '../../../schema/common.js';
import { runDetailSchema } from '../../../schema/run-detail.js';
import { namesSchema } from '../../../schema/tasks/inbox.js';
import { nameList } from '../../../schema/text-form.js';
import { Type } from '../../../schema/type.js';
import { runSchema } from '../../../schema/workflow.js';

export const getWorkflowRun = defineOperation({
  id: 'getWorkflowRun',
  method: 'GET',
  path: '/v1/process/workflows/getWorkflowRun',
  tag: 'Operators',
  summary: 'Inspect a run',
  description: 'Returns a run with its variables, open tasks, jobs, timers, waits and incidents.',
  extension: true,
  permission: { kind: 'role', grant: 'workflow.read', denied: 1205 },
  query: Type.Object({
    subProjectId,
    runId: requiredText('Id of the run'),
    include: Type.Optional(
      nameList(
        ['allowed', 'names'],
        'Comma-separated members to add: allowed (what the caller may do with the run and its open tasks), names (of the users that the tasks name)',
      ),
    ),
  }),
  response: Type.Object({ run: runSchema, detail: runDetailSchema, names: Type.Optional(namesSchema) }),
  errors: [1200, 1202, 1205, 1210],
  otherStatuses: { 1200: 404 },
  process: { unknown: { id: 1200, status: 404 }, outside: 1210 },
  example: {
    request: { subProjectId: ids.subProjectId, runId: ids.runId },
  },
});
